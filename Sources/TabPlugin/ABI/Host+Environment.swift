internal import CTabPlugin

/// Timers, folders and settings.
@PluginActor
extension Host {
    static func addTimer(
        after: UInt64, leeway: UInt64, _ work: @escaping @Sendable () -> Void
    ) throws(PluginError) -> (timer: UInt64, box: UnsafeMutableRawPointer) {
        try timer(work) { table, host, box, timer in
            table.add_timer?(host, after, leeway, Box.function, box, timer)
        }
    }

    static func addClockTimer(
        at: Int64, _ work: @escaping @Sendable () -> Void
    ) throws(PluginError) -> (timer: UInt64, box: UnsafeMutableRawPointer) {
        try timer(work) { table, host, box, timer in table.add_clock_timer?(host, at, Box.function, box, timer) }
    }

    private static func timer(
        _ work: @escaping @Sendable () -> Void,
        _ add: (
            tab_host_v1, UnsafePointer<tab_host_v1>, UnsafeMutableRawPointer, UnsafeMutablePointer<tab_timer>
        ) -> tab_status?
    ) throws(PluginError) -> (timer: UInt64, box: UnsafeMutableRawPointer) {
        var timer: tab_timer = 0
        let box = Box(work).retained
        do throws(PluginError) {
            try call { table, host, _ in add(table, host, box, &timer) }
        } catch {
            Box.release(box)
            throw error
        }
        return (timer, box)
    }

    /// Cancels a timer that has not fired, and releases its closure.
    static func cancelTimer(_ timer: UInt64, box: UnsafeMutableRawPointer) throws(PluginError) {
        try call { table, host, _ in table.cancel_timer?(host, timer) }
        Box.release(box)
    }

    static func dataDirectory() throws(PluginError) -> String {
        try text { table, host, context in table.data_directory?(host, receiveText, context) }
    }

    static func locale() throws(PluginError) -> String {
        try text { table, host, context in table.locale?(host, receiveText, context) }
    }

    static func configurationValue(_ key: String) throws(PluginError) -> Value {
        try value { table, host, arena, context in
            table.configuration_value?(host, arena.string(key), receiveValue, context)
        }
    }

    static func colorScheme(of controller: UInt64) throws(PluginError) -> TraitCollection.InterfaceStyle {
        var scheme = TAB_COLOR_SCHEME_NO_PREFERENCE
        try call { table, host, _ in table.color_scheme?(host, controller, &scheme) }
        return TraitCollection.InterfaceStyle(scheme)
    }

    static func text(
        _ body: (tab_host_v1, UnsafePointer<tab_host_v1>, UnsafeMutableRawPointer) -> tab_status?
    ) throws(PluginError) -> String {
        var result = ""
        try call { table, host, _ in
            withUnsafeMutablePointer(to: &result) { body(table, host, UnsafeMutableRawPointer($0)) }
        }
        return result
    }

    static func value(
        _ body: (tab_host_v1, UnsafePointer<tab_host_v1>, Arena, UnsafeMutableRawPointer) -> tab_status?
    ) throws(PluginError) -> Value {
        var result: Value?
        try call { table, host, arena in
            withUnsafeMutablePointer(to: &result) { body(table, host, arena, UnsafeMutableRawPointer($0)) }
        }
        guard let result else { throw .failed }
        return result
    }
}

func receiveText(_ context: UnsafeMutableRawPointer?, _ text: tab_string) {
    context?.assumingMemoryBound(to: String.self).pointee = String(text) ?? ""
}

func receiveValue(_ context: UnsafeMutableRawPointer?, _ value: UnsafePointer<tab_value>?) {
    context?.assumingMemoryBound(to: Value?.self).pointee = Value(value)
}
