import Glibc
import PluginHosting

exit(PluginCheck.run(CommandLine.arguments))
