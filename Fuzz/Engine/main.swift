import DBusConnection
import Foundation

_ = Engine.target
exit(EventLoop.run { EventLoop.exit(Engine.run()) })
