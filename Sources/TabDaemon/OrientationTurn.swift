import DBusConnection
import DBusInterface
import TabModel

/// A change of a window's orientation that its delegate is asked about.
@EventLoop
final class OrientationTurn {
    let orientation: Orientation
    let completion: @EventLoop (Result<Void, DBusError>) -> Void

    init(orientation: Orientation, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void) {
        self.orientation = orientation
        self.completion = completion
    }
}
