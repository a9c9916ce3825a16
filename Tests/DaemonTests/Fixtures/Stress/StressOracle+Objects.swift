import TestSupport

/// The readable state of the daemon's objects, from the model.
extension StressOracle {
    typealias Properties = [String: Variant]

    /// All view controllers and bars, with the properties that the model determines.
    var objects: [ObjectPath: [String: Properties]] {
        var objects: [ObjectPath: [String: Properties]] = [:]
        for id in model.nodes.allIDs {
            var interfaces = [
                ViewControllerInterface.name: viewController(id), TabBarItemInterface.name: tabBarItem(id),
                NavigationItemInterface.name: navigationItem(id),
            ]
            if model.nodes.kind(of: id) == .tabBarController {
                interfaces[TabBarControllerInterface.name] = tabBarController(id)
                interfaces[FocusInterface.name] = focus(id)
                objects[id.barPath] = [TabBarInterface.name: bar(id)]
            }
            if [.tabBarController, .navigationController].contains(model.nodes.kind(of: id)) {
                interfaces[WindowInterface.name] = window(id)
            }
            if [.moreNavigationController, .navigationController].contains(model.nodes.kind(of: id)) {
                interfaces[NavigationControllerInterface.name] = navigationController(id)
            }
            if model.nodes.kind(of: id) == .moreList { interfaces[MoreListInterface.name] = moreList(id) }
            objects[id.path] = interfaces
        }
        return objects
    }

    private func path(_ id: ViewControllerID?) -> Variant { (id?.path ?? .none).variant }
    private func paths(_ ids: [ViewControllerID]) -> Variant { ids.map(\.path).variant }

    private func rect(_ rect: Rect) -> DBusRect { DBusRect(rect.x, rect.y, rect.width, rect.height) }

    private func viewController(_ id: ViewControllerID) -> Properties {
        let insets = model.geometry.safeAreaInsets(of: id)
        return [
            "Title": .string(model.nodes.title(of: id) ?? ""), "Parent": path(model.nodes.parent(of: id)),
            "TabBarController": path(model.nodes.tabBarController(of: id)),
            "NavigationController": path(model.nodes.navigationController(of: id)),
            "PresentedViewController": path(model.nodes.presentedViewController(of: id)),
            "PresentingViewController": path(model.nodes.presentingViewController(of: id)),
            "IsViewLoaded": .bool(model.nodes.isViewLoaded(id)),
            "AppearanceState": .string(model.nodes.appearanceState(of: id).rawValue),
            "EdgesForExtendedLayout": .uint32(model.nodes.edgesForExtendedLayout(of: id)),
            "Frame": rect(model.geometry.frame(of: id)).variant,
            "SafeAreaInsets": DBusInsets(
                top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right
            ).variant,
        ]
    }

    private func tabBarItem(_ id: ViewControllerID) -> Properties {
        let item = model.nodes.tabBarItem(of: id)
        return [
            "Title": .string(item.title ?? ""), "Image": .string(item.image ?? ""),
            "SelectedImage": .string(item.selectedImage ?? ""), "BadgeValue": .string(item.badgeValue ?? ""),
            "Enabled": .bool(item.isEnabled), "SystemItem": .string(item.systemItem?.rawValue ?? ""),
            "DisplayTitle": .string(model.nodes.displayTitle(of: id) ?? ""),
            "DisplayImage": .string(item.displayImage ?? ""),
        ]
    }

    private func navigationItem(_ id: ViewControllerID) -> Properties {
        let item = model.nodes.navigationItem(of: id)
        return [
            "Title": .string(item.title ?? ""), "HidesBackButton": .bool(item.hidesBackButton),
            "BackButtonTitle": .string(model.nodes.backButtonTitle(of: id) ?? ""),
        ]
    }

    private func navigationController(_ id: ViewControllerID) -> Properties {
        let stack = model.nodes.navigationStack(id) ?? []
        return [
            "ViewControllers": paths(stack), "TopViewController": path(stack.last),
            "NavigationBarHidden": .bool(model.nodes.isNavigationBarHidden(id)),
        ]
    }

    private func tabBarController(_ id: ViewControllerID) -> Properties {
        guard let profile = model.nodes.profile(of: id) else { return [:] }
        return [
            "ViewControllers": paths(model.nodes.viewControllers(of: id)),
            "CustomizableViewControllers": paths(model.nodes.customizableViewControllers(of: id)),
            "SelectedViewController": path(model.nodes.selectedViewController(of: id)),
            "SelectedIndex": .int64(model.nodes.selectedIndex(of: id).map(Int64.init) ?? TabNames.notFound),
            "MoreNavigationController": path(model.nodes.moreNavigationController(of: id)),
            "Profile": .string(profile.rawValue),
            "LifecycleOrder": .string(model.nodes.lifecycleOrder(of: id)?.rawValue ?? ""),
            "TabBarHidden": .bool(model.nodes.isTabBarHidden(of: id)), "Transition": transition(id),
            "Customizing": .bool(model.nodes.isCustomizing(id)),
        ]
    }

    private func transition(_ id: ViewControllerID) -> Variant {
        guard let transition = model.nodes.transition(in: id) else { return ([:] as [String: Variant]).variant }
        var properties: [String: Variant] = [
            "From": path(transition.from), "To": path(transition.to),
            "Duration": .double(transition.animation.duration), "Curve": .string(transition.animation.curve.rawValue),
            "Interactive": .bool(transition.animation.isInteractive),
        ]
        if transition.animation.isInteractive { properties["Progress"] = .double(transition.progress) }
        return properties.variant
    }

    private func moreList(_ id: ViewControllerID) -> Properties {
        let tabs = model.nodes.tabBarController(of: id) ?? id
        return [
            "Rows": paths(model.nodes.moreRows(of: tabs)), "BarItems": paths(model.nodes.barArrangement(of: tabs)),
            "EditAvailable": .bool(model.nodes.isEditAvailable(in: tabs)),
        ]
    }

    private func focus(_ id: ViewControllerID) -> Properties {
        let isInContent = model.nodes.focusedView(of: id) != nil
        return [
            "Enabled": .bool(model.nodes.isFocusEnabled(of: id)),
            "FocusedItem": .uint32(model.nodes.focusedItem(of: id).map(UInt32.init) ?? FocusInterface.noItem),
            "FocusEnvironment": .string(isInContent ? "content" : "bar"),
        ]
    }

    private func bar(_ id: ViewControllerID) -> Properties {
        guard model.nodes.kind(of: id) == .tabBarController else { return [:] }
        let side = model.nodes.window(of: id)?.barSide.rawValue ?? ""
        return [
            "Items": paths(model.nodes.barItems(of: id)), "SelectedItem": path(model.nodes.barSelectedItem(of: id)),
            "Frame": rect(model.geometry.barFrame(of: id)).variant, "Hidden": .bool(model.nodes.isBarDrawnHidden(id)),
            "ItemFrames": model.geometry.itemFrames(of: id).map(rect).variant,
            "Translucent": .bool(model.nodes.isBarTranslucent(of: id)), "Side": .string(side),
            "Slots": .uint32(UInt32(model.nodes.barSlots(of: id) ?? 0)),
        ]
    }

    private func window(_ id: ViewControllerID) -> Properties {
        guard let window = model.nodes.window(of: id) else { return [:] }
        var properties: Properties = [
            "StatusBarHeight": .double(window.statusBarHeight), "Visible": .bool(window.isVisible),
            "AttachedClients": attachedClients(of: id).variant,
            "HorizontalSizeClass": .string(window.horizontalSizeClass.rawValue),
            "VerticalSizeClass": .string(window.verticalSizeClass.rawValue),
        ]
        // Inside a container the property has the value that applies outside, which the model does not know.
        properties["SizePolicy"] = .string(windows[id]?.policy ?? "smallest")
        if model.nodes.owner(of: id) == nil {
            properties["Size"] = DBusSize(width: window.size.width, height: window.size.height).variant
        }
        return properties
    }

    /// The differences of the daemon's objects from the expected ones, as text.
    func differences(from found: BusClient.Objects) -> [String] {
        let expected = objects
        let controllers = found.filter { $0.key.text.hasPrefix(TabNames.viewControllers.text) }
        var differences = Set(expected.keys).symmetricDifference(controllers.keys).map {
            "\($0) is missing or too much"
        }
        for (path, interfaces) in expected {
            for (interface, properties) in interfaces {
                for (name, value) in properties where found[path]?[interface]?[name] != value {
                    let value = "\(name) is \(String(describing: found[path]?[interface]?[name])), expected \(value)"
                    differences.append("\(path) \(interface): \(value)")
                }
            }
        }
        return differences.sorted()
    }
}
