internal import CAdwaita
internal import EventLoop

/// The function behind a signal or another callback of GTK. GTK keeps it as user data and releases it at the end.
///
/// GTK calls back on the thread of the loop, so each call is isolated to it, and ends a turn as every source does.
final class Callback<Argument, Result> {
    private let body: @EventLoop (Argument) -> Result

    init(_ body: @escaping @EventLoop (Argument) -> Result) { self.body = body }

    /// Calls the function that user data stands for.
    static func call(_ data: gpointer?, _ argument: Argument, or missing: Result) -> Result {
        guard let data else { return missing }
        let body = Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue().body
        nonisolated(unsafe) let argument = argument
        nonisolated(unsafe) var result = missing
        EventLoop.assumeIsolated { result = body(argument) }
        EventLoop.endTurn()
        return result
    }

    /// Returns user data that retains the function until `release` gets it.
    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}

extension Callback {
    static var release: GDestroyNotify { { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } } }
}

/// The functions that GTK calls, by the types of their arguments.
@EventLoop
enum Signal {
    typealias Object = UnsafeMutableRawPointer

    private static func connect(
        _ name: String, of object: Object, _ data: UnsafeMutableRawPointer, _ handler: GCallback
    ) {
        g_signal_connect_data(
            object, name, handler, data,
            { data, _ in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } }, GConnectFlags(rawValue: 0))
    }

    /// A signal without arguments.
    static func connect(_ name: String, of object: Object, _ body: @escaping @EventLoop () -> Void) {
        let handler: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            Callback<Void, Void>.call(data, (), or: ())
        }
        connect(name, of: object, Callback<Void, Void>(body).retained(), unsafeBitCast(handler, to: GCallback.self))
    }

    /// A signal that asks whether its default action is prevented.
    static func connect(preventing name: String, of object: Object, _ body: @escaping @EventLoop () -> Bool) {
        let handler: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
            Callback<Void, Bool>.call(data, (), or: false) ? 1 : 0
        }
        connect(name, of: object, Callback<Void, Bool>(body).retained(), unsafeBitCast(handler, to: GCallback.self))
    }

    /// A change of a property: `notify::NAME`.
    static func connect(change property: String, of object: Object, _ body: @escaping @EventLoop () -> Void) {
        let handler: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in
            Callback<Void, Void>.call(data, (), or: ())
        }
        let data = Callback<Void, Void>(body).retained()
        connect("notify::" + property, of: object, data, unsafeBitCast(handler, to: GCallback.self))
    }

    /// A signal with an object, such as a row, as its argument.
    static func connect(object name: String, of object: Object, _ body: @escaping @EventLoop (gpointer?) -> Void) {
        let handler: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, argument, data in
            Callback<gpointer?, Void>.call(data, argument, or: ())
        }
        let data = Callback<gpointer?, Void>(body).retained()
        connect(name, of: object, data, unsafeBitCast(handler, to: GCallback.self))
    }

    /// A point of a gesture.
    static func connect(point name: String, of object: Object, _ body: @escaping @EventLoop (Double, Double) -> Void) {
        typealias Point = (Double, Double)
        let handler: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            Callback<Point, Void>.call(data, (x, y), or: ())
        }
        let data = Callback<Point, Void> { body($0.0, $0.1) }.retained()
        connect(name, of: object, data, unsafeBitCast(handler, to: GCallback.self))
    }

    /// A click with its number and point.
    static func connect(click name: String, of object: Object, _ body: @escaping @EventLoop (Double, Double) -> Void) {
        typealias Point = (Double, Double)
        let handler: @convention(c) (gpointer?, Int32, Double, Double, gpointer?) -> Void = { _, _, x, y, data in
            Callback<Point, Void>.call(data, (x, y), or: ())
        }
        let data = Callback<Point, Void> { body($0.0, $0.1) }.retained()
        connect(name, of: object, data, unsafeBitCast(handler, to: GCallback.self))
    }

    /// A key press. The function returns whether it handled the key.
    static func connect(
        key name: String, of object: Object, _ body: @escaping @EventLoop (UInt32, GdkModifierType) -> Bool
    ) {
        typealias Press = (UInt32, GdkModifierType)
        let handler: @convention(c) (gpointer?, UInt32, UInt32, GdkModifierType, gpointer?) -> gboolean = {
            _, key, _, state, data in
            Callback<Press, Bool>.call(data, (key, state), or: false) ? 1 : 0
        }
        let data = Callback<Press, Bool> { body($0.0, $0.1) }.retained()
        connect(name, of: object, data, unsafeBitCast(handler, to: GCallback.self))
    }

    /// A dragged widget of this program was dropped at a point. The function returns whether it took it.
    static func connect(drop object: Object, _ body: @escaping @EventLoop (String) -> Bool) {
        let handler: @convention(c) (gpointer?, UnsafePointer<GValue>?, Double, Double, gpointer?) -> gboolean = {
            _, value, _, _, data in
            guard let value, let text = g_value_get_boxed(value) else { return 0 }
            let dropped = String(cString: text.assumingMemoryBound(to: CChar.self))
            return Callback<String, Bool>.call(data, dropped, or: false) ? 1 : 0
        }
        let data = Callback<String, Bool>(body).retained()
        connect("drop", of: object, data, unsafeBitCast(handler, to: GCallback.self))
    }
}
