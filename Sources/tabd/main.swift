import Glibc
import TabDaemon

exit(DaemonCommand.run(CommandLine.arguments))
