import DBusInterface
import TabInterface
import TabModel

/// Archives as properties in the store. They contain only differences from a new view controller, under UIKit's names.
/// Invalid values, from a damaged store or a later version, are skipped.
extension ControllerArchive {
    var properties: [String: Variant] {
        let fresh = ControllerArchive(id: id, kind: kind).settings
        var values: [String: Variant] = ["Kind": .string(kind.rawValue)]
        if let title = settings.title { values["Title"] = .string(title) }
        if settings.item != fresh.item { values["TabBarItem"] = settings.item.properties.variant }
        if settings.hasOwnItem != fresh.hasOwnItem { values["HasOwnItem"] = .bool(settings.hasOwnItem) }
        if settings.tabVisibility != fresh.tabVisibility {
            values["TabVisibility"] = settings.tabVisibility.properties.variant
        }
        if settings.navigationItem != fresh.navigationItem {
            values["NavigationItem"] = settings.navigationItem.properties.variant
        }
        if settings.isNavigationBarHidden { values["NavigationBarHidden"] = .bool(true) }
        if !settings.isToolbarHidden { values["ToolbarHidden"] = .bool(false) }
        if settings.hidesBottomBarWhenPushed { values["HidesBottomBarWhenPushed"] = .bool(true) }
        if settings.edgesForExtendedLayout != fresh.edgesForExtendedLayout {
            values["EdgesForExtendedLayout"] = .uint32(settings.edgesForExtendedLayout)
        }
        if settings.extendedLayoutIncludesOpaqueBars { values["ExtendedLayoutIncludesOpaqueBars"] = .bool(true) }
        if settings.modalPresentationStyle != fresh.modalPresentationStyle {
            values["ModalPresentationStyle"] = .string(settings.modalPresentationStyle.rawValue)
        }
        if settings.isModalInPresentation { values["ModalInPresentation"] = .bool(true) }
        if settings.preferredContentSize != fresh.preferredContentSize {
            values["PreferredContentSize"] = DBusSize(settings.preferredContentSize).variant
        }
        if let window, window != Window(profile: window.profile) { values["Window"] = window.properties.variant }
        if let tabs { values["TabBarController"] = tabs.properties.variant }
        if let presented { values["PresentedViewController"] = presented.variant }
        if let presentedAs { values["PresentedAs"] = .string(presentedAs.rawValue) }
        return values
    }

    /// Reads the values; nil if they have no valid kind.
    init?(_ id: ViewControllerID, _ values: [String: Variant]) {
        guard let name: String = values["Kind"]?.get(), let kind = Kind(rawValue: name) else { return nil }
        self.init(id, kind, values)
    }

    /// Reads the values.
    ///
    /// - Parameter kind: The kind, which overrides the one in the values.
    init(_ id: ViewControllerID, _ kind: Kind, _ values: [String: Variant]) {
        self.init(id: id, kind: kind)
        settings.title = values.text("Title")
        if let item: [String: Variant] = values["TabBarItem"]?.get() { settings.item = TabBarItem(properties: item) }
        settings.hasOwnItem = values["HasOwnItem"]?.get() ?? settings.hasOwnItem
        if let visibility: [String: Variant] = values["TabVisibility"]?.get() {
            settings.tabVisibility = TabVisibility(properties: visibility)
        }
        if let item: [String: Variant] = values["NavigationItem"]?.get() {
            settings.navigationItem = NavigationItem(properties: item)
        }
        settings.isNavigationBarHidden = values["NavigationBarHidden"]?.get() ?? false
        settings.isToolbarHidden = values["ToolbarHidden"]?.get() ?? true
        settings.hidesBottomBarWhenPushed = values["HidesBottomBarWhenPushed"]?.get() ?? false
        settings.edgesForExtendedLayout = (values["EdgesForExtendedLayout"]?.get() ?? 15) & 15
        settings.extendedLayoutIncludesOpaqueBars = values["ExtendedLayoutIncludesOpaqueBars"]?.get() ?? false
        settings.modalPresentationStyle =
            values["ModalPresentationStyle"]?.get().flatMap(ModalPresentationStyle.init(rawValue:)) ?? .automatic
        settings.isModalInPresentation = values["ModalInPresentation"]?.get() ?? false
        if let size: DBusSize = values["PreferredContentSize"]?.get(), ControllerProperties.isContentSize(size) {
            settings.preferredContentSize = size.size
        }
        presented = values["PresentedViewController"]?.get()
        presentedAs = values.text("PresentedAs").flatMap(PresentedAs.init(rawValue:))
        if kind == .tabBarController {
            let archive = TabsArchive(values["TabBarController"]?.get() ?? [:])
            tabs = archive
            window = Window(profile: archive.profile)
        }
        if let profile = window?.profile, let properties: [String: Variant] = values["Window"]?.get() {
            window = Window(profile, properties)
        }
    }
}

extension TabsArchive {
    fileprivate var properties: [String: Variant] {
        var values: [String: Variant] = [
            "More": more.variant, "MoreList": list.variant, "Profile": .string(profile.rawValue),
            "LifecycleOrder": .string(lifecycleOrder.rawValue),
            "MaximumVisibleItems": .uint32(UInt32(clamping: maximumVisibleItems)),
        ]
        if isTabBarHidden { values["TabBarHidden"] = .bool(true) }
        if !isBarTranslucent { values["Translucent"] = .bool(false) }
        if isFocusEnabled != (profile == .tv) { values["FocusEnabled"] = .bool(isFocusEnabled) }
        if let lastDirect { values["LastDirect"] = lastDirect.variant }
        if !recentlyUsed.isEmpty { values["RecentlyUsed"] = recentlyUsed.variant }
        if let moreShown { values["MoreShown"] = moreShown.variant }
        if !pushedInMore.isEmpty { values["PushedInMore"] = pushedInMore.variant }
        // Used by Reopen; state restoration ignores them (I-13).
        values["CustomizableViewControllers"] = customizableViewControllers.variant
        for part in parts {
            var properties = part.properties
            if !part.restorationIdentifier.isEmpty {
                properties["RestorationIdentifier"] = .string(part.restorationIdentifier)
            }
            values["Part\(part.id == more ? "More" : "MoreList")"] = properties.variant
        }
        return values
    }

    /// Reads the values. Missing ones have the defaults of a new tab bar controller. More without a number gets one
    /// when it is restored.
    fileprivate init(_ values: [String: Variant]) {
        let maximum: UInt32 = values["MaximumVisibleItems"]?.get() ?? 7
        self.init(
            more: values["More"]?.get() ?? ViewControllerID(0), list: values["MoreList"]?.get() ?? ViewControllerID(0),
            profile: values.text("Profile").flatMap(Profile.init(rawValue:)) ?? .phone,
            lifecycleOrder: values.text("LifecycleOrder").flatMap(LifecycleOrder.init(rawValue:)) ?? .modern,
            maximumVisibleItems: Int(max(1, min(maximum, 100))))
        isTabBarHidden = values["TabBarHidden"]?.get() ?? false
        isBarTranslucent = values["Translucent"]?.get() ?? true
        isFocusEnabled = values["FocusEnabled"]?.get() ?? isFocusEnabled
        lastDirect = values["LastDirect"]?.get()
        recentlyUsed = values["RecentlyUsed"]?.get() ?? []
        moreShown = values["MoreShown"]?.get()
        pushedInMore = values["PushedInMore"]?.get() ?? []
        customizableViewControllers = values["CustomizableViewControllers"]?.get() ?? []
        for (id, name) in [(self.more, "PartMore"), (self.list, "PartMoreList")] {
            guard let properties: [String: Variant] = values[name]?.get(),
                var part = ControllerArchive(id, properties), part.kind.isPartOfTabBarController
            else { continue }
            part.restorationIdentifier = properties.text("RestorationIdentifier") ?? ""
            parts.append(part)
        }
    }
}

extension Window {
    fileprivate var properties: [String: Variant] {
        let fresh = Window(profile: profile)
        var values: [String: Variant] = [:]
        if size != fresh.size { values["Size"] = DBusSize(size).variant }
        if statusBarHeight != fresh.statusBarHeight { values["StatusBarHeight"] = .double(statusBarHeight) }
        if keyboardHeight != 0 { values["KeyboardHeight"] = .double(keyboardHeight) }
        if bottomSafeAreaInset != 0 { values["BottomSafeAreaInset"] = .double(bottomSafeAreaInset) }
        if interfaceOrientation != .portrait { values["InterfaceOrientation"] = .string(interfaceOrientation.rawValue) }
        if deviceOrientation != .portrait { values["DeviceOrientation"] = .string(deviceOrientation.rawValue) }
        if colorScheme != .noPreference { values["ColorScheme"] = .string(colorScheme.rawValue) }
        if contrast != .unspecified { values["Contrast"] = .string(contrast.rawValue) }
        if let height = bar.height { values["BarHeight"] = .double(height) }
        if let side = bar.side { values["BarSide"] = .string(side.rawValue) }
        if let slots = bar.slots { values["BarSlots"] = .uint32(UInt32(clamping: slots)) }
        return values
    }

    /// Reads the values. Invalid ones result in a new window.
    fileprivate init(_ profile: Profile, _ values: [String: Variant]) {
        self.init(profile: profile)
        var window = self
        if let size: DBusSize = values["Size"]?.get() { window.size = size.size }
        window.statusBarHeight = values["StatusBarHeight"]?.get() ?? statusBarHeight
        window.keyboardHeight = values["KeyboardHeight"]?.get() ?? 0
        window.bottomSafeAreaInset = values["BottomSafeAreaInset"]?.get() ?? 0
        window.interfaceOrientation =
            values.text("InterfaceOrientation").flatMap(Orientation.init(rawValue:)) ?? .portrait
        window.deviceOrientation = values.text("DeviceOrientation").flatMap(Orientation.init(rawValue:)) ?? .portrait
        window.colorScheme = values.text("ColorScheme").flatMap(InterfaceStyle.init(rawValue:)) ?? .noPreference
        window.contrast = values.text("Contrast").flatMap(Contrast.init(rawValue:)) ?? .unspecified
        window.bar.height = values["BarHeight"]?.get()
        window.bar.side = values.text("BarSide").flatMap(BarSide.init(rawValue:))
        if let slots: UInt32 = values["BarSlots"]?.get() { window.bar.slots = Int(slots) }
        if window.validationError == nil { self = window }
    }
}

extension [String: Variant] {
    /// Returns a text; nil if it is missing. It may be longer than a program may set it: `cutTexts` cuts it.
    func text(_ key: String) -> String? { self[key]?.get() }
}

extension ControllerArchive {
    /// Cuts the texts of a row that exceed the limit. An earlier version may have saved them, or another program has
    /// changed the file.
    ///
    /// - Returns: The names of the cut texts.
    mutating func cutTexts() -> [String] {
        var names = settings.cutTexts()
        for index in tabs?.parts.indices ?? 0..<0 { names += tabs?.parts[index].cutTexts() ?? [] }
        // Of two equal identifiers one gets a number.
        let maximum = TextLimit.maximum - Self.roomForNumber
        if restorationIdentifier.utf8.count > TextLimit.maximum {
            restorationIdentifier = restorationIdentifier.prefix(ofBytes: maximum)
            names.append("RestorationIdentifier")
        }
        return names
    }

    /// The length of a dash and the largest number.
    private static let roomForNumber = 21
}

extension TabBarItem {
    /// The stored form: the differences from a new item.
    var properties: [String: Variant] {
        var values: [String: Variant] = [:]
        if let title { values["Title"] = .string(title) }
        if let image { values["Image"] = .string(image) }
        if let ownSelectedImage { values["SelectedImage"] = .string(ownSelectedImage) }
        if let badgeValue { values["BadgeValue"] = .string(badgeValue) }
        if let badgeColor { values["BadgeColor"] = .string(badgeColor) }
        if tag != 0 { values["Tag"] = .int64(tag) }
        if !isEnabled { values["Enabled"] = .bool(false) }
        if let systemItem { values["SystemItem"] = .string(systemItem.rawValue) }
        for (name, field) in Self.flags where self[keyPath: field] { values[name] = .bool(true) }
        // Only its owner resets it, and the owner may not return.
        values["Loading"] = nil
        for (name, field) in Self.descriptions { values[name] = self[keyPath: field].map { .string($0) } }
        return values
    }

    init(properties values: [String: Variant]) {
        self.init(
            title: values.text("Title"), image: values.text("Image").flatMap { (try? TextRules.image($0)) ?? nil },
            systemItem: values.text("SystemItem").flatMap(SystemItem.init(rawValue:)))
        selectedImage = values.text("SelectedImage").flatMap { (try? TextRules.image($0)) ?? nil }
        badgeValue = values.text("BadgeValue")
        badgeColor = values.text("BadgeColor").flatMap { (try? TextRules.colour($0)) ?? nil }
        tag = values["Tag"]?.get() ?? 0
        isEnabled = values["Enabled"]?.get() ?? true
        for (name, field) in Self.flags { self[keyPath: field] = values[name]?.get() ?? false }
        for (name, field) in Self.descriptions { self[keyPath: field] = values.text(name) }
    }
}

extension TabVisibility {
    /// The stored form.
    fileprivate var properties: [String: Variant] {
        [
            "Hidden": .bool(isHidden), "HiddenByDefault": .bool(isHiddenByDefault),
            "AllowsHiding": .bool(allowsHiding),
        ]
    }

    fileprivate init(properties values: [String: Variant]) {
        self.init()
        // Sets isHidden as well.
        isHiddenByDefault = values["HiddenByDefault"]?.get() ?? false
        isHidden = values["Hidden"]?.get() ?? isHiddenByDefault
        allowsHiding = values["AllowsHiding"]?.get() ?? false
    }
}

extension NavigationItem {
    /// The stored form: the differences from a new item.
    var properties: [String: Variant] {
        var values: [String: Variant] = [:]
        if let title { values["Title"] = .string(title) }
        if !leftBarButtonItems.isEmpty {
            values["LeftBarButtonItems"] = leftBarButtonItems.map { BarButtonItemEntry($0) }.variant
        }
        if !rightBarButtonItems.isEmpty {
            values["RightBarButtonItems"] = rightBarButtonItems.map { BarButtonItemEntry($0) }.variant
        }
        if hidesBackButton { values["HidesBackButton"] = .bool(true) }
        if !toolbarItems.isEmpty { values["ToolbarItems"] = toolbarItems.map { BarButtonItemEntry($0) }.variant }
        return values
    }

    init(properties values: [String: Variant]) {
        self.init()
        title = values.text("Title")
        var item = self
        item.leftBarButtonItems = Self.buttons("LeftBarButtonItems", in: values)
        item.rightBarButtonItems = Self.buttons("RightBarButtonItems", in: values)
        item.toolbarItems = Self.buttons("ToolbarItems", in: values)
        if item.validationError == nil { self = item }
        hidesBackButton = values["HidesBackButton"]?.get() ?? false
    }

    private static func buttons(_ key: String, in values: [String: Variant]) -> [BarButtonItem] {
        let entries: [BarButtonItemEntry] = values[key]?.get() ?? []
        return (try? entries.items(named: key)) ?? []
    }
}
