import DBusConnection
import DBusInterface

/// What users do to a popover while its delegate is asked: one attempt to dismiss it is open, other touches wait.
struct PopoverTouches {
    typealias Reply<Value> = @EventLoop (Result<Value, DBusError>) -> Void

    /// Who hears what became of the attempt that is being asked about.
    var attempt: Reply<TouchResult>?
    /// Touches that begin when the question is answered.
    var waiting: [@EventLoop () -> Void] = []
}
