// The modules of which most tests use members: `import TestSupport` makes them visible.
@_exported public import DBusConnection
@_exported public import DBusInterface
@_exported public import EventLoop
@_exported public import Glibc
@_exported public import TabClient
@_exported public import TabInterface
@_exported public import Testing
