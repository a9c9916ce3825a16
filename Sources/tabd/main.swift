import TabDaemon

DaemonCommand.launch()
