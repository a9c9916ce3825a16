internal import BusValues
internal import CTabPlugin
internal import Glibc
internal import TabPlugin

/// Returns the table of the functions that the plugin calls. What it does not have is not supported in tests.
func hostTable() -> tab_host_v1 {
    var table = tab_host_v1()
    table.size = MemoryLayout<tab_host_v1>.size
    table.abi_version = UInt32(TAB_PLUGIN_ABI_VERSION)
    table.post = { _, function, context in
        if let function { TestLoop.shared.post(TestLoop.Job(function: function, context: context)) }
    }
    table.log = { _, level, message in
        guard level.rawValue >= TAB_LOG_WARNING.rawValue else { return }
        var line = (level == TAB_LOG_ERROR ? "error: " : "warning: ") + (String(message) ?? "") + "\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    addEnvironment(&table)
    addControllers(&table)
    addStacks(&table)
    return table
}

/// Runs a function for a view controller that the plugin has.
private func on(_ controller: UInt64, _ body: (UInt64) -> tab_status) -> tab_status {
    TestHost.records[controller] == nil ? TAB_ERROR_NOT_FOUND : body(controller)
}

private func addEnvironment(_ table: inout tab_host_v1) {
    table.add_timer = { _, after, _, function, context, timer in
        guard let function else { return TAB_ERROR_INVALID_ARGUMENT }
        let number = TestHost.nextNumber()
        let job = TestLoop.Job(function: function, context: context)
        TestLoop.shared.addTimer(number, after: .milliseconds(Int64(clamping: after)), job)
        timer?.pointee = number
        return TAB_OK
    }
    table.add_clock_timer = { _, at, function, context, timer in
        guard let function else { return TAB_ERROR_INVALID_ARGUMENT }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let number = TestHost.nextNumber()
        let delay = max(0, at - Int64(now.tv_sec) * 1000 - Int64(now.tv_nsec) / 1_000_000)
        let job = TestLoop.Job(function: function, context: context)
        TestLoop.shared.addTimer(number, after: .milliseconds(delay), job)
        timer?.pointee = number
        return TAB_OK
    }
    table.cancel_timer = { _, timer in TestLoop.shared.cancelTimer(timer) ? TAB_OK : TAB_ERROR_NOT_FOUND }
    table.data_directory = { _, receive, context in
        let path = PluginActor.assumeIsolated { PluginTesting.dataDirectory }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { return TAB_ERROR_FAILED }
        Arena.use { receive?(context, $0.string(path)) }
        return TAB_OK
    }
    table.configuration_value = { _, key, receive, context in
        let configuration = PluginActor.assumeIsolated { PluginTesting.configuration }
        guard let value = String(key).flatMap({ configuration[$0] }) else { return TAB_ERROR_NOT_FOUND }
        Arena.use { receive?(context, $0.pointer(to: value)) }
        return TAB_OK
    }
    table.locale = { _, receive, context in
        let locale = PluginActor.assumeIsolated { PluginTesting.locale }
        Arena.use { receive?(context, $0.string(locale)) }
        return TAB_OK
    }
}

private func addControllers(_ table: inout tab_host_v1) {
    table.update_views = { _, controller, _, _, _, _ in on(controller) { _ in TAB_OK } }
    table.set_title = { _, controller, _ in on(controller) { _ in TAB_OK } }
    table.set_tab_bar_item = { _, controller, _ in on(controller) { _ in TAB_OK } }
    table.set_tab_bar_item_values = { _, controller, _, _, _ in on(controller) { _ in TAB_OK } }
    table.set_navigation_item = { _, controller, _ in on(controller) { _ in TAB_OK } }
    table.set_toolbar_items = { _, controller, _, _ in on(controller) { _ in TAB_OK } }
    table.announce = { _, controller, _, _ in on(controller) { _ in TAB_OK } }
    table.scroll_to_row = { _, controller, _, _, _, _ in on(controller) { _ in TAB_OK } }
    table.set_property = { _, controller, name, value in
        on(controller) {
            guard let name = String(name), let value = Value(value) else { return TAB_ERROR_INVALID_ARGS }
            TestHost.records[$0]?.properties[name] = value
            return TAB_OK
        }
    }
    table.property_value = { _, controller, name, receive, context in
        on(controller) { number in
            guard let name = String(name), let value = TestHost.records[number]?.properties[name] else {
                return TAB_ERROR_NOT_FOUND
            }
            Arena.use { receive?(context, $0.pointer(to: value)) }
            return TAB_OK
        }
    }
    table.restoration_identifier = { _, controller, receive, context in
        on(controller) {
            let identifier = TestHost.records[$0]?.properties[TestHost.identifierKey]?.string ?? ""
            Arena.use { receive?(context, $0.string(identifier)) }
            return TAB_OK
        }
    }
    table.create_view_controller = { _, type, arguments, created in make(type, nil, arguments, created) }
    table.create_restorable_view_controller = { _, type, identifier, arguments, created in
        make(type, String(identifier), arguments, created)
    }
    table.destroy_view_controller = { _, controller in
        on(controller) {
            TestHost.destroy($0)
            return TAB_OK
        }
    }
    table.containers = { _, controller, containers in
        on(controller) {
            guard let record = TestHost.records[$0] else { return TAB_ERROR_NOT_FOUND }
            containers?.pointee = tab_containers(
                parent: record.stack, navigation_controller: record.stack, tab_bar_controller: 0,
                presenting_view_controller: record.presenter)
            return TAB_OK
        }
    }
}

private func make(
    _ type: tab_string, _ identifier: String?, _ arguments: UnsafePointer<tab_value>?,
    _ created: UnsafeMutablePointer<tab_controller>?
) -> tab_status {
    guard let name = String(type), name.hasPrefix(".") else { return TAB_ERROR_NOT_SUPPORTED }
    let arguments = Value(arguments)?.options ?? [:]
    guard let number = try? TestHost.create(String(name.dropFirst()), arguments) else { return TAB_ERROR_FAILED }
    if let identifier { TestHost.records[number]?.properties[TestHost.identifierKey] = .string(identifier) }
    created?.pointee = number
    return TAB_OK
}

private func addStacks(_ table: inout tab_host_v1) {
    table.create_navigation_controller = { _, name, root, created in
        on(root) {
            guard let name = String(name), let number = try? TestHost.create(name, [:]) else {
                return TAB_ERROR_FAILED
            }
            TestHost.setStack(number, to: [$0])
            created?.pointee = number
            return TAB_OK
        }
    }
    table.navigation_stack = { _, controller, receive, context in
        onStack(around: controller) { _, stack in
            Arena.use { receive?(context, $0.pointer(to: .array(of: "t", stack.map(Value.uint64)))) }
            return nil
        }
    }
    table.push = { _, controller, pushed, _ in
        onStack(around: controller) { _, stack in
            guard TestHost.records[pushed] != nil, !stack.contains(pushed) else { return nil }
            return stack + [pushed]
        }
    }
    table.pop = { _, controller, _ in
        onStack(around: controller) { _, stack in Array(stack.prefix(max(1, stack.count - 1))) }
    }
    table.pop_to = { _, controller, target, _ in
        onStack(around: controller) { _, stack in
            let index = target == 0 ? 0 : stack.firstIndex(of: target)
            return index.map { Array(stack.prefix($0 + 1)) }
        }
    }
    table.set_navigation_stack = { _, controller, numbers, count, _ in
        onStack(around: controller) { _, _ in Array(UnsafeBufferPointer(start: numbers, count: count)) }
    }
    table.present = { _, controller, presented, _, _ in
        on(controller) {
            guard TestHost.records[presented]?.presenter == 0 else { return TAB_ERROR_INVALID_ARGUMENT }
            TestHost.records[presented]?.presenter = $0
            TestHost.show(presented, TestHost.lastSize, TestHost.lastSafeArea)
            return TAB_OK
        }
    }
    table.dismiss = { _, controller, _ in
        on(controller) { presenter in
            guard let (number, record) = TestHost.records.first(where: { $0.value.presenter == presenter }) else {
                return TAB_ERROR_NOT_FOUND
            }
            TestHost.hide(number)
            TestHost.records[number]?.presenter = 0
            TestHost.functions.presentation_ended?(record.instance)
            return TAB_OK
        }
    }
}

/// Changes the stack of a navigation controller, or of the one that contains a view controller.
///
/// - Parameter change: Returns the new stack; nil to keep it.
private func onStack(
    around controller: UInt64, _ change: (UInt64, [UInt64]) -> [UInt64]?
) -> tab_status {
    let navigation =
        TestHost.stacks[controller] == nil ? TestHost.records[controller]?.stack ?? 0 : controller
    guard let stack = TestHost.stacks[navigation] else { return TAB_ERROR_NOT_FOUND }
    if let new = change(navigation, stack) { TestHost.setStack(navigation, to: new) }
    return TAB_OK
}
