internal import BusValues
internal import CTabPlugin
internal import TabPlugin

/// The host of the plugin in this process. It is used on the thread of the loop only.
enum TestHost {
    /// A view controller that the plugin has on the host.
    struct Record {
        /// nil while it is being created.
        var instance: UnsafeMutableRawPointer?
        var properties: [String: Value] = [:]
        /// The navigation controller whose stack has it; 0 for none.
        var stack: UInt64 = 0
        /// What presents it; 0 for none.
        var presenter: UInt64 = 0
        var isShown = false
    }

    /// The property of `set_property` that identifies a view controller across restarts.
    static let identifierKey = "RestorationIdentifier"

    nonisolated(unsafe) static var records: [UInt64: Record] = [:]
    /// The stacks of the navigation controllers, roots first.
    nonisolated(unsafe) static var stacks: [UInt64: [UInt64]] = [:]
    private nonisolated(unsafe) static var lastNumber: UInt64 = 0
    private nonisolated(unsafe) static var plugin = UnsafePointer<tab_plugin_v1>(bitPattern: 0)

    /// Becomes the host of this process, on the thread of the loop.
    static func begin() {
        let table = UnsafeMutablePointer<tab_host_v1>.allocate(capacity: 1)
        table.initialize(to: hostTable())
        plugin = Plugin.start(UnsafeRawPointer(table), [])?.assumingMemoryBound(to: tab_plugin_v1.self)
    }

    /// The functions of the plugin.
    static var functions: tab_plugin_v1 { plugin?.pointee ?? tab_plugin_v1() }

    static func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Creates an instance of a class as a client's call does.
    static func create(_ name: String, _ arguments: [String: Value]) throws(PluginError) -> UInt64 {
        let number = nextNumber()
        // The instance may call the host while it is created.
        records[number] = Record()
        let instance = Arena.use { arena in
            functions.create?(arena.string(name), number, arena.pointer(to: .options(arguments)))
        }
        guard let instance else {
            records[number] = nil
            throw .failed
        }
        records[number]?.instance = instance
        return number
    }

    static func destroy(_ number: UInt64) {
        guard let record = records[number] else { return }
        hide(number)
        records[number] = nil
        stacks[number] = nil
        functions.destroy?(record.instance)
    }

    /// Puts the view of a view controller into a window, as far as it is not there.
    static func show(_ number: UInt64, _ size: Size, _ safeArea: EdgeInsets) {
        guard let record = records[number] else { return }
        let (instance, functions) = (record.instance, functions)
        _ = functions.load_view?(instance)
        if !record.isShown { functions.view_will_appear?(instance, false) }
        functions.view_will_layout?(
            instance, tab_rect(x: 0, y: 0, width: size.width, height: size.height),
            tab_insets(top: safeArea.top, left: safeArea.left, bottom: safeArea.bottom, right: safeArea.right))
        guard !record.isShown else { return }
        records[number]?.isShown = true
        functions.view_is_appearing?(instance, false)
        functions.view_did_appear?(instance, false)
    }

    static func hide(_ number: UInt64) {
        guard let record = records[number], record.isShown else { return }
        records[number]?.isShown = false
        functions.view_will_disappear?(record.instance, false)
        functions.view_did_disappear?(record.instance, false)
    }

    /// Replaces a stack, and shows its top if the top before was shown.
    static func setStack(_ navigation: UInt64, to new: [UInt64]) {
        let old = stacks[navigation] ?? []
        guard new != old else { return }
        let wasShown = old.last.flatMap { records[$0]?.isShown } ?? false
        if let top = old.last, top != new.last { hide(top) }
        for number in new where !old.contains(number) { move(number, to: navigation) }
        stacks[navigation] = new
        if wasShown, let top = new.last { show(top, lastSize, lastSafeArea) }
        for number in old where !new.contains(number) { move(number, to: 0) }
    }

    private static func move(_ number: UInt64, to navigation: UInt64) {
        guard let instance = records[number]?.instance else { return }
        functions.will_move_to_parent?(instance, navigation)
        records[number]?.stack = navigation
        functions.did_move_to_parent?(instance, navigation)
    }

    /// The window of the last `show`.
    nonisolated(unsafe) static var lastSize = Size(width: 390, height: 844)
    nonisolated(unsafe) static var lastSafeArea = EdgeInsets()
}
