import DBusInterface
import TabInterface
import TabModel
import TestSupport

/// The readable state of the daemon's objects, from the model.
extension StressOracle {
    typealias Properties = [String: Variant]

    /// All view controllers and bars, with the properties that the model determines.
    var objects: [ObjectPath: [String: Properties]] {
        var objects: [ObjectPath: [String: Properties]] = [:]
        for id in model.allIDs {
            var interfaces = [
                ViewControllerInterface.name: viewController(id), TabBarItemInterface.name: tabBarItem(id),
                NavigationItemInterface.name: navigationItem(id),
            ]
            if model.kind(of: id) == .tabBarController {
                interfaces[TabBarControllerInterface.name] = tabBarController(id)
                objects[id.barPath] = [TabBarInterface.name: bar(id)]
            }
            if [.tabBarController, .navigationController].contains(model.kind(of: id)) {
                interfaces[WindowInterface.name] = window(id)
            }
            if [.moreNavigationController, .navigationController].contains(model.kind(of: id)) {
                interfaces[NavigationControllerInterface.name] = navigationController(id)
            }
            if model.kind(of: id) == .moreList { interfaces[MoreListInterface.name] = moreList(id) }
            if model.profile(of: id) == .tv { interfaces[FocusInterface.name] = focus(id) }
            objects[id.path] = interfaces
        }
        return objects
    }

    private func path(_ id: ViewControllerID?) -> Variant { (id?.path ?? .none).variant }
    private func paths(_ ids: [ViewControllerID]) -> Variant { ids.map(\.path).variant }

    private func rect(_ rect: Rect) -> DBusRect { DBusRect(rect.x, rect.y, rect.width, rect.height) }

    private func viewController(_ id: ViewControllerID) -> Properties {
        let insets = model.safeAreaInsets(of: id)
        return [
            "Title": .string(model.title(of: id) ?? ""), "Parent": path(model.parent(of: id)),
            "TabBarController": path(model.tabBarController(of: id)),
            "NavigationController": path(model.navigationController(of: id)),
            "PresentedViewController": path(model.presentedViewController(of: id)),
            "PresentingViewController": path(model.presentingViewController(of: id)),
            "IsViewLoaded": .bool(model.isViewLoaded(id)),
            "AppearanceState": .string(model.appearanceState(of: id).rawValue),
            "EdgesForExtendedLayout": .uint32(model.edgesForExtendedLayout(of: id)),
            "Frame": rect(model.frame(of: id)).variant,
            "SafeAreaInsets": DBusInsets(
                top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right
            ).variant,
        ]
    }

    private func tabBarItem(_ id: ViewControllerID) -> Properties {
        let item = model.tabBarItem(of: id)
        return [
            "Title": .string(item.title ?? ""), "Image": .string(item.image ?? ""),
            "SelectedImage": .string(item.selectedImage ?? ""), "BadgeValue": .string(item.badgeValue ?? ""),
            "Enabled": .bool(item.isEnabled), "SystemItem": .string(item.systemItem?.rawValue ?? ""),
            "DisplayTitle": .string(item.displayTitle ?? ""), "DisplayImage": .string(item.displayImage ?? ""),
        ]
    }

    private func navigationItem(_ id: ViewControllerID) -> Properties {
        let item = model.navigationItem(of: id)
        return [
            "Title": .string(item.title ?? ""), "HidesBackButton": .bool(item.hidesBackButton),
            "BackButtonTitle": .string(model.backButtonTitle(of: id) ?? ""),
        ]
    }

    private func navigationController(_ id: ViewControllerID) -> Properties {
        let stack = model.navigationStack(id) ?? []
        return [
            "ViewControllers": paths(stack), "TopViewController": path(stack.last),
            "NavigationBarHidden": .bool(model.isNavigationBarHidden(id)),
        ]
    }

    private func tabBarController(_ id: ViewControllerID) -> Properties {
        guard let profile = model.profile(of: id) else { return [:] }
        return [
            "ViewControllers": paths(model.viewControllers(of: id)),
            "CustomizableViewControllers": paths(model.customizableViewControllers(of: id)),
            "SelectedViewController": path(model.selectedViewController(of: id)),
            "SelectedIndex": .int64(model.selectedIndex(of: id).map(Int64.init) ?? TabNames.notFound),
            "MoreNavigationController": path(model.moreNavigationController(of: id)),
            "Profile": .string(profile.rawValue),
            "LifecycleOrder": .string(model.lifecycleOrder(of: id)?.rawValue ?? ""),
            "TabBarHidden": .bool(model.isTabBarHidden(of: id)), "Transition": transition(id),
            "Customizing": .bool(model.isCustomizing(id)),
        ]
    }

    private func transition(_ id: ViewControllerID) -> Variant {
        guard let transition = model.transition(in: id) else { return ([:] as [String: Variant]).variant }
        var properties: [String: Variant] = [
            "From": path(transition.from), "To": path(transition.to),
            "Duration": .double(transition.animation.duration), "Curve": .string(transition.animation.curve.rawValue),
            "Interactive": .bool(transition.animation.isInteractive),
        ]
        if transition.animation.isInteractive { properties["Progress"] = .double(transition.progress) }
        return properties.variant
    }

    private func moreList(_ id: ViewControllerID) -> Properties {
        let tabs = model.tabBarController(of: id) ?? id
        return [
            "Rows": paths(model.moreRows(of: tabs)), "BarItems": paths(model.barArrangement(of: tabs)),
            "EditAvailable": .bool(model.isEditAvailable(in: tabs)),
        ]
    }

    private func focus(_ id: ViewControllerID) -> Properties {
        let isInContent = model.focusedView(of: id) != nil
        return [
            "FocusedItem": .uint32(model.focusedItem(of: id).map(UInt32.init) ?? FocusInterface.noItem),
            "FocusEnvironment": .string(isInContent ? "content" : "bar"),
        ]
    }

    private func bar(_ id: ViewControllerID) -> Properties {
        guard model.kind(of: id) == .tabBarController else { return [:] }
        return [
            "Items": paths(model.barItems(of: id)), "SelectedItem": path(model.barSelectedItem(of: id)),
            "Frame": rect(model.barFrame(of: id)).variant, "Hidden": .bool(model.isBarDrawnHidden(id)),
            "ItemFrames": model.itemFrames(of: id).map(rect).variant,
            "Translucent": .bool(model.isBarTranslucent(of: id)),
        ]
    }

    private func window(_ id: ViewControllerID) -> Properties {
        guard let window = model.window(of: id) else { return [:] }
        var properties: Properties = [
            "StatusBarHeight": .double(window.statusBarHeight), "Visible": .bool(window.isVisible),
            "AttachedClients": attachedClients(of: id).variant,
            "HorizontalSizeClass": .string(window.horizontalSizeClass.rawValue),
            "VerticalSizeClass": .string(window.verticalSizeClass.rawValue),
        ]
        // Inside a container the property has the value that applies outside, which the model does not know.
        if model.owner(of: id) == nil {
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
