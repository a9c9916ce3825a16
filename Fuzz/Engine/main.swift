import DBusConnection
import EventLoop
import Foundation

_ = Engine.target
exit(EventLoop.run { EventLoop.exit(Engine.run()) })
