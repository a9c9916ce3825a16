import Glibc
import PluginHosting

exit(HostCommand.run(CommandLine.arguments))
