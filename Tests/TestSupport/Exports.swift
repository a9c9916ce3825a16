// The modules of which every test on a bus uses members: `import TestSupport` makes them visible.
@_exported public import DBusConnection
@_exported public import DBusInterface
@_exported public import EventLoop
@_exported public import TabClient
@_exported public import TabInterface
