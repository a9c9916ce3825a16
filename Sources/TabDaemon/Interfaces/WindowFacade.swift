import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The implementation of `org.tabd.Tabs1.Window`.
@EventLoop
struct WindowFacade: ItemFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = WindowInterface

    private var window: Window { delivery.hierarchy.nodes.window(of: id) ?? Window(profile: .phone) }
    private var attachments: Attachments? { windows[id] }
    private var statusBarHeight: Double { attachments?.statusBarHeight ?? window.statusBarHeight }

    /// A hash of the announced properties.
    private var stamp: UInt64 {
        var hasher = Hasher()
        let window = window
        hasher.combine(window)
        hasher.combine(windows.desktop)
        // 0 and -0 are equal, but different values on the bus.
        for height in [statusBarHeight, window.keyboardHeight, window.bottomSafeAreaInset] {
            hasher.combine(height.bitPattern)
        }
        if let attachments {
            hasher.combine(attachments.size)
            hasher.combine(attachments.preferredSize)
            hasher.combine(attachments.sizePolicy)
            hasher.combine(attachments.isAlwaysVisible)
            hasher.combine(attachments.clients.keys.sorted())
        }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    static let interface = Interface<WindowFacade>(Contract.self, stamp: \.stamp) {
        Contract.size.reading(
            { DBusSize($0.attachments?.size ?? $0.window.size) }, storing: { try $0.setSize($1) })
        Contract.setSize.handled { (facade, width, height, _) throws(DBusError) in
            try facade.setSize(DBusSize(width: width, height: height))
        }
        Contract.preferredSize.reading(
            { DBusSize($0.attachments?.preferredSize ?? $0.window.size) }, storing: { try $0.setSize($1) })
        Contract.sizePolicy.reading {
            ($0.attachments?.sizePolicy ?? .smallest).rawValue
        } writing: { (facade, text) throws(DBusError) in
            try facade.windows.requireRoot(facade.id)
            let policy: SizePolicy = try TextRules.value(text, named: "size policy")
            try facade.windows.update(of: facade.id) { $0.sizePolicy = policy }
        }
        Contract.statusBarHeight.reading {
            $0.statusBarHeight
        } writing: { (facade, height) throws(DBusError) in
            try facade.windows.requireRoot(facade.id)
            let checked = try Self.checkedStatusBar(height)
            try facade.windows.update(of: facade.id) { $0.writtenStatusBarHeight = checked }
        }
        Contract.keyboardHeight.reading({ $0.window.keyboardHeight }, changing: \.keyboardHeight)
        Contract.bottomSafeAreaInset.reading({ $0.window.bottomSafeAreaInset }, changing: \.bottomSafeAreaInset)
        Contract.interfaceOrientation.reading {
            $0.window.interfaceOrientation.rawValue
        } writingLater: { (facade, text, promise) throws(DBusError) in
            let orientation: Orientation = try TextRules.value(text, named: "orientation")
            try facade.windows.requireRoot(facade.id)
            facade.transitions.changeOrientation(of: facade.id, to: orientation, completion: promise.fulfil)
        }
        Contract.deviceOrientation.reading({ $0.window.deviceOrientation.rawValue }, changing: \.deviceOrientation) {
            try TextRules.value($0, named: "orientation")
        }
        Contract.horizontalSizeClass.reading { $0.window.horizontalSizeClass.rawValue }
        Contract.verticalSizeClass.reading { $0.window.verticalSizeClass.rawValue }
        Contract.colorScheme.reading {
            $0.windows.preferences(in: $0.window).colorScheme.rawValue
        } writing: { (facade, text) throws(DBusError) in
            try facade.windows.requireRoot(facade.id)
            let scheme = try Self.colorScheme(text)
            try facade.windows.update(of: facade.id) { $0.writtenColorScheme = scheme }
        }
        Contract.contrast.reading {
            $0.windows.preferences(in: $0.window).contrast.rawValue
        } writing: { (facade, text) throws(DBusError) in
            try facade.windows.requireRoot(facade.id)
            let contrast: Contrast = try TextRules.value(text, named: "contrast")
            try facade.windows.update(of: facade.id) { $0.writtenContrast = contrast }
        }
        Contract.locale.reading { $0.window.language.locale }
        Contract.layoutDirection.reading { $0.window.language.isRightToLeft ? "rightToLeft" : "leftToRight" }
        Contract.textScale.reading { $0.window.textScale }
        Contract.textStyles.reading { $0.window.text.all }
        Contract.textAdvances.reading { $0.attachments?.metrics.text.advances.mapValues(\.values) ?? [:] }
        Contract.controlMetrics.reading { $0.attachments?.metrics.controls.values ?? [:] }
        Contract.alwaysVisible.reading {
            $0.attachments?.isAlwaysVisible ?? false
        } writing: { (facade, value) throws(DBusError) in
            try facade.windows.requireRoot(facade.id)
            try facade.windows.update(of: facade.id) { $0.isAlwaysVisible = value }
        }
        Contract.visible.reading { $0.window.isVisible }
        Contract.attachedClients.reading { ($0.attachments?.clients.keys).map { $0.sorted() } ?? [] }
        Contract.attach.handledLater { (facade, promise, options) throws(DBusError) in
            try facade.attach(options, promise)
        }
        Contract.detach.handled { (facade, _) throws(DBusError) in try facade.detach() }
        Contract.tapAt.handledLater { (facade, promise, x, y, _) throws(DBusError) in
            guard x.isFinite, y.isFinite else {
                throw .invalidArgument("the point (\(x), \(y)) is not finite")
            }
            try facade.windows.requireRoot(facade.id)
            try facade.userGestures.tap(atX: x, y: y, in: facade.id, caller: facade.caller) {
                promise.fulfil($0.map(\.rawValue))
            }
        }
    }

    /// Validates the size of a window: finite, above 0, at most 16384.
    static func checked(_ size: DBusSize) throws(DBusError) -> Size {
        guard [size.width, size.height].allSatisfy({ $0.isFinite && $0 > 0 && $0 <= 16384 }) else {
            throw .invalidArgument(
                "Size \(size.width) x \(size.height) is out of range; expected above 0 and at most 16384 each")
        }
        return size.size
    }

    /// Validates the height of a status bar: 0 to 16384.
    static func checkedStatusBar(_ height: Double) throws(DBusError) -> Double {
        guard height.isFinite, height >= 0, height <= 16384 else {
            throw .invalidArgument("status bar height \(height) is out of bounds; expected 0 to 16384")
        }
        return height
    }

    /// Validates the options for the bar of a window.
    nonisolated static func checkedBar(
        _ height: Double?, _ side: String?, _ slots: UInt32?, in profile: Profile
    ) throws(DBusError) -> BarStyle {
        var bar = BarStyle(height: height, slots: slots.map { Int($0) })
        bar.side = try side.map { (side) throws(DBusError) in try TextRules.value(side, named: "bar side") }
        if let error = bar.validationError(in: profile) { throw DBusError(error) }
        return bar
    }

    /// Validates what a front end says about texts. Returns nil if it says nothing.
    private static func checkedText(
        _ scale: Double?, _ styles: [String: TextStyleMetrics]?, _ advances: [String: [Double]]?
    ) throws(DBusError) -> TextMetrics? {
        guard scale != nil || styles != nil || advances != nil else { return nil }
        return TextMetrics(
            scale: try scale.map { (scale) throws(DBusError) in try TextMetrics.checked(scale: scale) } ?? 1,
            given: try TextMetrics.checked(styles ?? [:]), advances: try TextMetrics.checked(advances: advances ?? [:]))
    }

    private func setSize(_ value: DBusSize) throws(DBusError) {
        try windows.requireRoot(id)
        let size = try Self.checked(value)
        try windows.update(of: id) { $0.setPreferredSize(size) }
    }

    private static func colorScheme(_ text: String) throws(DBusError) -> InterfaceStyle {
        try TextRules.value(text, named: "colour scheme")
    }

    func write(_ change: (inout Window) -> Void) throws(DBusError) {
        try windows.requireRoot(id)
        try perform { try $0.updateWindow(of: $1, change) }
    }

    // MARK: Front ends

    private func attach(
        _ options: Options,
        _ promise: Promise<([ObjectPath: [String: [String: Variant]]], [ObjectPath: ViewSnapshot])>
    ) throws(DBusError) {
        typealias Key = Contract.AttachOption
        try windows.requireRoot(id)
        let size = try options[Key.size].map { (size) throws(DBusError) in DBusSize(try Self.checked(size)) }
        let scheme = try options[Key.colorScheme].map { (text) throws(DBusError) in try Self.colorScheme(text) }
        var client = Attachments.Client(
            size: size, isReadOnly: options[Key.readOnly] ?? false, isVisible: options[Key.visible] ?? true,
            colorScheme: scheme)
        client.contrast = try options[Key.contrast].map { (text) throws(DBusError) in
            try TextRules.value(text, named: "contrast")
        }
        client.statusBarHeight = try options[Key.statusBarHeight].map { (height) throws(DBusError) in
            try Self.checkedStatusBar(height)
        }
        let locale = try options[Key.locale].map { (text) throws(DBusError) in try LocaleName(text) }
        let direction = try options[Key.layoutDirection].map { (text) throws(DBusError) in
            try TextRules.value(text, named: "layout direction") as Traits.LayoutDirection
        }
        if locale != nil || direction != nil {
            client.locale = (locale, direction.map { $0 == .rightToLeft })
        }
        client.bar = try Self.checkedBar(
            options[Key.barHeight], options[Key.barSide], options[Key.barSlots], in: window.profile)
        guard client.bar == BarStyle() || delivery.hierarchy.nodes.kind(of: id) == .tabBarController else {
            throw .notSupported("\(id.path) has no tab bar; BarHeight, BarSide and BarSlots need one")
        }
        client.textScale = options[Key.textScale]
        client.text = try Self.checkedText(client.textScale, options[Key.textStyles], options[Key.textAdvances])
        client.controls = try options[Key.controlMetrics].map { (metrics) throws(DBusError) in
            try ControlMetricsTable(checking: metrics)
        }
        client.getsRowChanges = options[Key.rowChanges] ?? false
        if attachments?.clients[caller] == nil { try windows.requireAttachment(of: caller) }
        let (caller, attached, isTreeAsked) = (caller, client, options[Key.tree] ?? true)
        try windows.update(of: id) { $0.attach(attached, of: caller) }
        promise.pending.isImmediate = true
        replies.replyBeforeNextCall { [delivery, bus, views, id] in
            guard delivery.hierarchy.nodes.contains(id) else {
                return promise.fail(.unknownObject("\(id.path) was destroyed"))
            }
            let ids = isTreeAsked ? delivery.hierarchy.nodes.subtree(of: id) : []
            promise.succeed(writing: { (writer) throws(DBusError) in
                try writer.open(.array(of: "{oa{sa{sv}}}"))
                for path in ids.flatMap({ [$0.path, $0.barPath] }) where bus.tree.contains(path) {
                    try writer.open(.dictionaryEntry)
                    try writer.write(path)
                    try bus.tree.write(path, to: writer)
                    try writer.close()
                }
                try writer.close()
                let visible = ids.filter { delivery.hierarchy.nodes.appearanceState(of: $0) != .disappeared }
                let views = visible.map { ($0.path, views.snapshot(of: $0)) }.filter { $1.revision > 0 }
                try Dictionary(uniqueKeysWithValues: views).write(to: writer)
            })
        }
    }

    private func detach() throws(DBusError) {
        guard attachments?.clients[caller] != nil else {
            throw .invalidArgument("this client (\(caller)) is not attached to \(id.path)")
        }
        // While the window is visible: a change is completed when it no longer is.
        transitions.driverLeft(caller, root: id)
        windows.detach(caller, from: id)
    }
}
