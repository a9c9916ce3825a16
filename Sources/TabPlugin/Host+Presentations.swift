internal import CTabPlugin

/// What is shown over others, how, and whom the user's taps ask.
@PluginActor
extension Host {
    static func present(_ presented: UInt64, from controller: UInt64, animated: Bool) throws(PluginError) {
        try call { table, host, _ in table.present?(host, controller, presented, animated, nil) }
    }

    static func presentAlert(_ alert: UInt64, from controller: UInt64, _ content: Value) throws(PluginError) {
        try call { table, host, arena in
            table.present_alert?(host, controller, alert, arena.pointer(to: content))
        }
    }

    static func dismiss(from controller: UInt64, animated: Bool) throws(PluginError) {
        try call { table, host, _ in table.dismiss?(host, controller, animated) }
    }

    static func popoverValue(_ name: String, of controller: UInt64) throws(PluginError) -> Value {
        try value { table, host, arena, context in
            table.popover_value?(host, controller, arena.string(name), receiveValue, context)
        }
    }

    static func setPopoverValue(_ name: String, _ value: Value, of controller: UInt64) throws(PluginError) {
        try call { table, host, arena in
            table.set_popover_value?(host, controller, arena.string(name), arena.pointer(to: value))
        }
    }

    /// - Parameter delegate: 0 for nobody.
    static func setPopoverDelegate(_ delegate: UInt64, of controller: UInt64) throws(PluginError) {
        try call { table, host, _ in table.set_popover_delegate?(host, controller, delegate) }
    }

    static func setTabBarDelegate(_ controller: UInt64, _ isDelegate: Bool) throws(PluginError) {
        try call { table, host, _ in
            table.set_delegate?(host, controller, TAB_DELEGATE_TAB_BAR_CONTROLLER, isDelegate)
        }
    }

    static func updateInteractiveTransition(_ progress: Double, of controller: UInt64) throws(PluginError) {
        try call { table, host, _ in table.update_interactive_transition?(host, controller, progress) }
    }

    static func endInteractiveTransition(of controller: UInt64, isFinished: Bool) throws(PluginError) {
        try call { table, host, _ in table.end_interactive_transition?(host, controller, isFinished) }
    }

    static func answer(_ token: UInt64, _ answer: Value) throws(PluginError) {
        try call { table, host, arena in
            table.answer_question?(host, token, arena.pointer(to: answer))
        }
    }
}
