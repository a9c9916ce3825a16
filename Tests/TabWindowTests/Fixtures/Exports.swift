@_exported public import DBusConnection
@_exported public import TabMirror
