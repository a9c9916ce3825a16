import DBusInterface
import TabDaemon
import TestSupport

/// Changes each property whose changes are announced. If the stamp of an object leaves one out, a debug build ends
/// (`Export.checkStamp`).
@EventLoop @Suite(.bus) struct AnnouncedPropertyTests {
    /// Other tests change these: they need other daemons, plugins, languages or devices.
    private static let elsewhere: [String: Set<String>] = [
        ManagerInterface.name: ["StoreState", "StoreReason", "ViewControllerTypes"],
        ViewControllerInterface.name: ["Plugin", "State", "FailureReason"],
        FocusInterface.name: ["FocusedItem", "FocusEnvironment", "FocusedView"],
        WindowInterface.name: ["LayoutDirection"],
        PopoverPresentationControllerInterface.name: [
            "ArrowHeight", "ArrowBase", "ArrowOffset", "ContentViewInsets", "BackgroundFillColor",
            "BackgroundBorderColor",
            "PopoverBackgroundViewClass", "WantsDefaultContentAppearance",
        ],
        TabBarControllerInterface.name: ["Transition"],
        AlertControllerInterface.name: ["Actions", "TextFields"],
    ]

    private static var announced: [String: Set<String>] {
        let all = DaemonInterfaces.all.filter { $0.name != PluginInterface.name }.map { interface in
            let names = interface.members.compactMap { member in
                if case .property(let name, _, _, .announced, _, _) = member { name } else { nil }
            }
            return (interface.name, Set(names))
        }
        return Dictionary(uniqueKeysWithValues: all.filter { !$0.1.isEmpty })
    }

    /// The announced properties in the signals of a client, by interface.
    private static func changes(_ client: BusClient) -> [String: Set<String>] {
        client.signals.reduce(into: [:]) { changes, signal in
            guard let interface: String = signal.arguments.first?.get(), !signal.changes.isEmpty else { return }
            changes[interface, default: []].formUnion(signal.changes.keys)
        }
    }

    @Test func `every announced property of a tree is announced`() async throws {
        let stage = try await PopoverStage()
        let (client, tabs, page) = (stage.client, stage.tabs, stage.children[0])
        let root = try await client.register(["Title": .string("Root")])
        let navigation = try await client.manager.createNavigationController(root)
        client.clearSignals()
        func write(_ interface: String, _ path: ObjectPath, _ values: KeyValuePairs<String, Variant>) async throws {
            for (name, value) in values { try await client.setAnything(name, of: interface, at: path, to: value) }
        }
        func button(_ id: UInt32) -> Variant { [BarButtonItemEntry(id: id, title: "Add")].variant }
        try await write(
            ViewControllerInterface.name, page,
            [
                "Title": .string("Page"), "RestorationIdentifier": .string("page"), "PreferredFocusedView": .uint32(2),
                "ModalPresentationStyle": .string("formSheet"), "ModalInPresentation": .bool(true),
                "PreferredContentSize": DBusSize(width: 300, height: 200).variant,
                "HidesBottomBarWhenPushed": .bool(true), "ToolbarItems": button(1), "AllowsHiding": .bool(true),
                "TabHiddenByDefault": .bool(true), "EdgesForExtendedLayout": .uint32(0),
                "ExtendedLayoutIncludesOpaqueBars": .bool(true), "TabHidden": .bool(true),
            ])
        try await write(ViewControllerInterface.name, page, ["TabHidden": .bool(false)])
        try await write(
            TabBarItemInterface.name, page,
            [
                "Title": .string("One"), "Image": .string("star"), "SelectedImage": .string("star.fill"),
                "BadgeValue": .string("3"), "BadgeColor": .string("#ff0000"), "Tag": .int64(7),
                "Enabled": .bool(false), "NeedsAttention": .bool(true), "Loading": .bool(true),
                "Tooltip": .string("One"), "AccessibilityLabel": .string("One"), "AllowsClosing": .bool(true),
                "AllowsReordering": .bool(true), "SystemItem": .string("search"),
            ])
        try await write(TabBarInterface.name, BusClient.bar(of: tabs), ["Translucent": .bool(false)])

        // The tabs, the stack in one of them, and its bars.
        try await client.setTabs(stage.children + [navigation], of: tabs)
        try await write(
            TabBarControllerInterface.name, tabs,
            ["CustomizableViewControllers": [page].variant, "SelectedViewController": .objectPath(navigation)])
        let pushed = try await client.register(["Title": .string("Pushed")])
        try await client.push(pushed, onto: navigation)
        try await write(
            NavigationControllerInterface.name, navigation,
            ["ToolbarHidden": .bool(false), "NavigationBarHidden": .bool(true)])
        try await write(
            NavigationItemInterface.name, pushed,
            [
                "Title": .string("Item"), "LeftBarButtonItems": button(2), "RightBarButtonItems": button(3),
                "HidesBackButton": .bool(true),
            ])
        try await client.navigationItem(root).set(\.title, to: "Start")
        try await write(NavigationControllerInterface.name, navigation, ["NavigationBarHidden": .bool(false)])
        try await client.setDelegate(client.newObject(), of: tabs)

        // The popover, at its place and adapted to a narrow window.
        try await client.tabBarController(tabs).set(\.selectedViewController, to: page)
        #expect(await stage.present().value == "none")
        let view = ViewReference(viewController: page, view: 2)
        try await write(
            PopoverPresentationControllerInterface.name, stage.presented,
            [
                "SourceRect": DBusRect(0, 0, 10, 10).variant, "PermittedArrowDirections": .uint64(2),
                "PopoverLayoutMargins": DBusInsets(top: 20, left: 20, bottom: 20, right: 20).variant,
                "CanOverlapSourceViewRect": .bool(true), "BackgroundColor": .string("systemGreen"),
                "PassthroughViews": [view].variant, "ContentExtendsUnderArrow": .bool(true),
                "AdaptiveSheetPresentationController": ["Detents": ["medium"].variant].variant,
                "SourceView": ViewReference(viewController: stage.children[1], view: 1).variant,
            ])
        try await client.setAnything(
            "BarButtonItem", of: PopoverPresentationControllerInterface.name, at: stage.presented,
            to: ViewReference(viewController: page, view: 1).variant)
        try await stage.setDelegate(by: client, client.newObject())
        try await write(
            WindowInterface.name, tabs,
            [
                "Size": DBusSize(width: 400, height: 300).variant,
                "PreferredSize": DBusSize(width: 390, height: 800).variant, "SizePolicy": .string("fixed"),
                "StatusBarHeight": .double(33), "KeyboardHeight": .double(100), "BottomSafeAreaInset": .double(30),
                "DeviceOrientation": .string("landscapeLeft"), "ColorScheme": .string("dark"),
                "Contrast": .string("high"),
            ])
        try await stage.dismiss()

        // Front ends, and an alert.
        try await stage.owner.attach(
            to: tabs,
            [
                "Locale": .string("de"), "TextScale": .double(1.5), "BarSide": .string("leading"),
                "TextAdvances": ["body": [Double](repeating: 7, count: TextAdvances.count)].variant,
                "ControlMetrics": ["Switch": ControlMetrics(minimumWidth: 40, minimumHeight: 20)].variant,
            ])
        try await stage.owner.window(tabs).detach()
        try await stage.show(false)
        try await stage.show()
        let alert = try await client.viewController(page).presentAlert("alert", "Title", "", AlertStage.options())
        try await client.alert(alert).set(\.message, to: "Really?")
        try await client.alert(alert).tapAction(0)
        try await client.tabBarController(tabs).setTabBarHidden(true, false)
        try await client.focus(tabs).set(\.enabled, to: true)
        try await client.setTabs([], of: tabs)

        // A phone, whose tabs do not all fit.
        let phone = try await client.manager.createTabBarController()
        var many: [ObjectPath] = []
        for _ in 0..<7 { many.append(try await client.register()) }
        try await client.setTabs(many, of: phone)
        try await client.setTabs(many.dropLast(), of: phone)
        try await client.tabBarController(phone).set(\.customizableViewControllers, to: [])
        try await client.tabBarController(phone).set(\.customizableViewControllers, to: many.dropLast())
        try await client.window(phone).set(\.alwaysVisible, to: true)
        _ = try await client.tap(4, in: phone)
        try await client.moreList(TabNames.viewController((TabNames.number(of: phone) ?? 0) + 2)).beginEditing()
        try await client.window(phone).set(\.interfaceOrientation, to: "landscapeLeft")
        try await client.window(phone).set(\.size, to: DBusSize(width: 844, height: 390))
        try await client.barrier()
        let found = Self.changes(client)
        var missing: [String: Set<String>] = [:]
        for (interface, names) in Self.announced {
            missing[interface] = names.subtracting(found[interface] ?? []).subtracting(Self.elsewhere[interface] ?? [])
        }
        #expect(missing.filter { !$0.value.isEmpty } == [:])
    }
}
