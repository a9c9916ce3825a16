import PluginHosting
import TabModel
import TabStore
import TestSupport

@testable import TabDaemon

/// The check of the calls of plugins, without plugins.
@EventLoop @Suite struct PluginAccessTests {
    private let delivery: EventDelivery
    private let records: ControllerRecords
    private let access: PluginAccess
    /// View controllers of the plugin `own`, and of others: a page, a stack and tabs around it.
    private let page: ViewControllerID
    private let stack: ViewControllerID
    private let tabs: ViewControllerID
    private let stranger: ViewControllerID
    private let foreignStack: ViewControllerID
    private let foreignTabs: ViewControllerID
    private let remote: ViewControllerID

    init() throws {
        let records = ControllerRecords()
        let store = Store(directory: nil, durability: .process, lock: nil)
        let quotas = Quotas()
        let delivery = EventDelivery(
            Hierarchy(), numbers: ReservedNumbers(in: store), quotas: quotas, records: records)
        func plain(_ type: String) -> ViewControllerID {
            let id = delivery.change { $0.createViewController() }
            records[id] = ControllerRecord(type: type)
            return id
        }
        func container(_ root: ViewControllerID) throws -> (ViewControllerID, ViewControllerID) {
            let stack = try delivery.perform { try $0.createNavigationController(root: root) }
            records[stack] = ControllerRecord(type: "NavigationController")
            let tabs = delivery.change {
                $0.createTabBarController(profile: .phone, lifecycleOrder: .modern, maximumVisibleItems: 7)
            }
            records[tabs] = ControllerRecord(type: "TabBarController")
            try delivery.perform { try $0.setViewControllers([stack], of: tabs, animated: false) }
            return (stack, tabs)
        }
        (page, stranger, remote) = (plain("own.Page"), plain("other.Page"), plain("remote"))
        (stack, tabs) = try container(page)
        (foreignStack, foreignTabs) = try container(stranger)
        (self.records, self.delivery) = (records, delivery)
        access = PluginAccess(
            core: Core(
                bus: Bus(), delivery: delivery, quotas: quotas, records: records, settings: Settings(), store: store))
    }

    /// The error of a call of the plugin; nil if it is allowed.
    private func refusal(_ path: ObjectPath, _ interface: String, _ member: String) -> String? {
        do throws(DBusError) {
            try access.authorize("own", path, interface, member)
            return nil
        } catch {
            return error.shortName
        }
    }

    private func refusal(_ id: ViewControllerID, _ interface: String, _ member: String) -> String? {
        refusal(id.path, interface, member)
    }

    private typealias Controller = ViewControllerInterface
    private typealias Navigation = NavigationControllerInterface
    private typealias Popover = PopoverPresentationControllerInterface
    private typealias Tabs = TabBarControllerInterface

    /// Calls that the plugin may make of its page and the containers around it.
    private static let calls: [(interface: String, member: String)] =
        [
            "UpdateView", "Select", "Present", "PresentAlert", "Dismiss", "DismissViewController", "GetTraits",
            "SizeThatFits",
            "GetPopoverPresentationController", "Set Title",
        ].map { (Controller.name, $0) }
        + [
            (TabBarItemInterface.name, "SetValues"), (NavigationItemInterface.name, "SetValues"),
            (TabBarItemInterface.name, "Set Title"),
        ]
        + ["SetDelegate", "ClearDelegate", "Set SourceView"].map { (Popover.name, $0) }

    @Test func `a plugin reaches its own view controllers, and none of others`() {
        for (interface, member) in Self.calls {
            #expect(refusal(page, interface, member) == nil, "\(member)")
            for id in [stranger, remote, foreignStack, foreignTabs, ViewControllerID(9999)] {
                #expect(refusal(id, interface, member) == "UnknownObject", "\(member) of \(id)")
            }
            // The containers of a client around its page, except for their popover.
            for id in [stack, tabs] {
                let expected = interface == Popover.name ? nil : "UnknownObject"
                #expect(refusal(id, interface, member) == expected, "\(member) of \(id)")
            }
        }
    }

    @Test func `a plugin reaches the containers around its view controllers`() {
        let stackCalls = [
            "Push", "Pop", "PopTo", "PopToRoot", "SetViewControllers", "SetToolbarHidden", "Set ToolbarHidden",
            "Get ViewControllers", "GetAll",
        ]
        for member in stackCalls {
            #expect(refusal(stack, Navigation.name, member) == nil, "\(member)")
            for id in [foreignStack, page, tabs] {
                #expect(refusal(id, Navigation.name, member) == "UnknownObject", "\(member) of \(id)")
            }
        }
        let tabCalls = [
            "SetViewControllers", "SetCustomizableViewControllers", "SetTabBarHidden", "SetDelegate", "ClearDelegate",
            "UpdateInteractiveTransition", "FinishInteractiveTransition", "CancelInteractiveTransition",
            "Set SelectedIndex",
        ]
        for member in tabCalls {
            #expect(refusal(tabs, Tabs.name, member) == nil, "\(member)")
            #expect(refusal(foreignTabs, Tabs.name, member) == "UnknownObject", "\(member)")
        }
        for member in ["Get ViewControllers", "Get SelectedIndex", "GetAll"] {
            #expect(refusal(foreignTabs, Tabs.name, member) == nil, "\(member)")
        }
    }

    @Test func `a plugin makes no gestures, and calls no other objects`() {
        for (id, interface, member) in [
            (page, Controller.name, "SendAction"), (page, Controller.name, "Respawn"),
            (page, Controller.name, "LoadViewIfNeeded"), (page, Controller.name, "AddAction"),
            (page, NavigationItemInterface.name, "TapBarButtonItem"), (stack, Navigation.name, "TapBack"),
            (page, Popover.name, "PerformEscape"), (tabs, WindowInterface.name, "TapAt"),
            (tabs, WindowInterface.name, "Attach"), (page, "org.example.Other", "UpdateView"),
        ] {
            #expect(refusal(id, interface, member) == "AccessDenied", "\(interface).\(member)")
        }
        let manager = ManagerInterface.name
        for member in ["CreateViewController", "CreateNavigationController", "Destroy", "Get Version", "GetAll"] {
            #expect(refusal(TabNames.root, manager, member) == nil, "\(member)")
        }
        for member in [
            "CreateTabBarController", "RegisterViewController", "RegisterClasses", "Reopen", "ApplyLayout", "Restart",
            "Subscribe", "Set Version",
        ] {
            #expect(refusal(TabNames.root, manager, member) == "AccessDenied", "\(member)")
        }
        #expect(refusal(tabs.barPath, TabBarInterface.name, "TapItem") == "AccessDenied")
        let plugin = PluginInterface.name
        #expect(refusal(TabNames.plugin("own"), plugin, "GetConfiguration") == nil)
        #expect(refusal(TabNames.plugin("other"), plugin, "GetConfiguration") == "AccessDenied")
        for member in ["Load", "Reload", "Unload", "Reset", "ExpectHost"] {
            #expect(refusal(TabNames.plugin("own"), plugin, member) == "AccessDenied", "\(member)")
        }
    }

    @Test func `a view controller that it has created is the plugin's own in containers`() throws {
        func moving(_ id: ViewControllerID) -> Bool {
            (try? access.requireOwn([id], "own", movingTo: .navigationController(stack))) != nil
        }
        #expect(moving(page) && !moving(stranger) && !moving(remote) && !moving(foreignStack))
        records[stranger]?.creator = "own"
        #expect(moving(stranger) && moving(foreignStack))
        #expect(access.hasCreated(stranger, "own") && !access.owns(stranger, "own"))
        #expect(refusal(foreignStack, Navigation.name, "Push") == nil)
        #expect(refusal(foreignTabs, Tabs.name, "SetDelegate") == nil)
        // Its content and its popover stay those of its owner.
        #expect(refusal(stranger, Controller.name, "UpdateView") == "UnknownObject")
        #expect(refusal(stranger, Popover.name, "SetDelegate") == "UnknownObject")
    }

    @Test func `a client's class with the prefix of a plugin is not the plugin's`() {
        let client = ClientObject(name: ":1.1", path: "/o")
        let owner = RemoteViewController(client, .all, timeout: 1000, stateRequests: StateRequests()) { nil }
        records[page]?.replaceOwner(with: owner)
        #expect(!access.owns(page, "own"))
        #expect(refusal(page, Controller.name, "UpdateView") == "UnknownObject")
        #expect(records[page]?.isOwned(byCaller: ":1.1") == true)
    }
}
