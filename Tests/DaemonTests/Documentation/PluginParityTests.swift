import Foundation
import TabDaemon
import TestSupport

/// The operations that plugins and clients have, in docs/contract.md. The tables follow from the C header, the contract
/// and the pairs in this file.
@EventLoop @Suite struct PluginParityTests {
    private let header: PluginHeader

    init() throws { header = try PluginHeader() }

    @Test func `a client has members of the contract for each function of the host`() throws {
        try Self.check(
            "| function of the host | member of the contract |", of: header.hostFunctions, counterparts,
            among: Self.contractNames)
    }

    @Test func `a plugin has a function for each method of a client's object, and no others`() throws {
        let methods = DaemonInterfaces.clients.flatMap { interface in
            interface.members.map { "\(interface.shortName).\($0.name)" }
        }
        let used = try Self.check(
            "| method of the client's object | function of the plugin |", of: methods, functions,
            among: Set(header.pluginFunctions + header.hostFunctions))
        let missing = Set(header.pluginFunctions).subtracting(used)
        #expect(missing.isEmpty, "no method of a client's object stands for \(missing.sorted())")
    }

    /// Compares the page with the table of subjects and their counterparts.
    ///
    /// - Returns: The names of all counterparts.
    @discardableResult
    private static func check(
        _ head: String, of subjects: [String], _ pairs: [String: Counterpart], among names: Set<String>
    ) throws -> Set<String> {
        #expect(subjects.count > 30)
        let strangers = Set(pairs.keys).subtracting(subjects)
        #expect(strangers.isEmpty, "\(strangers.sorted()) do not exist")
        var (rows, used) = ([head, "|---|---|"], Set<String>())
        for subject in subjects {
            let counterpart = try #require(pairs[subject], "\(subject) has no counterpart")
            let unknown = Set(counterpart.names).subtracting(names)
            #expect(unknown.isEmpty, "\(subject): \(unknown.sorted()) do not exist")
            used.formUnion(counterpart.names)
            rows.append("| `\(subject)` | \(counterpart.cell) |")
        }
        let table = rows.joined(separator: "\n") + "\n"
        let page = try String(contentsOfFile: HouseCommand.package + "/docs/contract.md", encoding: .utf8)
        let isOnPage = page.contains("\n\n" + table + "\n")
        #expect(isOnPage, "docs/contract.md needs this table:\n\(table)")
        return used
    }

    /// INTERFACE.MEMBER, INTERFACE.METHOD.OPTION, and INTERFACE.* for all properties.
    private static var contractNames: Set<String> {
        var names: Set<String> = []
        for interface in DaemonInterfaces.all {
            names.insert("\(interface.shortName).*")
            for member in interface.members {
                names.insert("\(interface.shortName).\(member.name)")
                guard case .method(_, _, _, let options, _, _) = member else { continue }
                for option in options { names.insert("\(interface.shortName).\(member.name).\(option.name)") }
            }
        }
        return names
    }
}

/// The functions in CTabPlugin.h, in its order.
struct PluginHeader {
    /// Those of `tab_host_v1`.
    let hostFunctions: [String]
    /// Those of `tab_plugin_v1`, with one entry for each kind of question.
    let pluginFunctions: [String]

    init() throws {
        let text = try String(
            contentsOfFile: HouseCommand.package + "/Sources/CTabPlugin/include/CTabPlugin.h", encoding: .utf8)
        func names(in declaration: String, _ pattern: Regex<(Substring, Substring)>) throws -> [String] {
            let parts = text.components(separatedBy: "\n\(declaration) {")
            try #require(parts.count == 2, "\(declaration)")
            let body = try #require(parts.last?.components(separatedBy: "\n}").first)
            return body.matches(of: pattern).map { String($0.1) }
        }
        // A function pointer in a table, not one among the arguments.
        let function = /(?m)^ {4}[^\/ ].*?\(\*(\w+)\)\(/
        hostFunctions = try names(in: "struct tab_host_v1", function)
        let questions = try names(in: "typedef enum tab_question", /(TAB_QUESTION_\w+) =/)
        pluginFunctions = try names(in: "typedef struct tab_plugin_v1", function).flatMap { name in
            name == "question" ? questions.map { "question.\($0)" } : [name]
        }
    }
}

/// What one kind of owner uses for an operation of the other: names, then a remark after a semicolon. A name without an
/// interface belongs to the interface of the name before it.
private struct Counterpart: ExpressibleByStringLiteral {
    private(set) var names: [String] = []
    /// The cell of the table.
    let cell: String

    init(stringLiteral text: String) {
        let parts = text.components(separatedBy: "; ")
        var (list, interface) = ([String](), "")
        for name in parts[0].components(separatedBy: ", ") where !name.isEmpty {
            var words = name.components(separatedBy: ".")
            if words.count > 1 { interface = words[0] + "." }
            names.append(words.count > 1 ? name : interface + name)
            let hasOption = words.count == 3 || words[0] == "question"
            if words.last == "*" {
                list.append("all properties of `\(words[0])`")
            } else if hasOption, let option = words.popLast() {
                list.append("`\(words.joined(separator: "."))` with `\(option)`")
            } else {
                list.append("`\(name)`")
            }
        }
        cell = ([list.joined(separator: ", ")] + parts.dropFirst()).filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// The members of the contract for the functions of `tab_host_v1`.
private let counterparts: [String: Counterpart] = [
    "post": "; none: a client has its own loop",
    "log": "; none: a client has its own log",
    "update_views": "ViewController.UpdateView",
    "set_title": "ViewController.Title",
    "set_tab_bar_item": "TabBarItem.SetValues",
    "set_navigation_item": "NavigationItem.SetValues",
    "create_view_controller": "Manager.CreateViewController.Arguments, Manager.CreateViewController.Creator",
    "push": "NavigationController.Push",
    "pop": "NavigationController.Pop",
    "present": "ViewController.Present",
    "dismiss": "ViewController.Dismiss",
    "select": "ViewController.Select",
    "set_delegate":
        "TabBarController.SetDelegate, ClearDelegate, PopoverPresentationController.SetDelegate, ClearDelegate",
    "answer_question": "; the reply to the call of the delegate's method",
    "add_timer": "; none: a client has its own timers",
    "cancel_timer": "; none: a client has its own timers",
    "data_directory": "; none: a client chooses its own folder",
    "configuration_value": "Plugin.GetConfiguration",
    "locale": "; none: it is the locale of the plugin's process",
    "color_scheme": "ViewController.GetTraits",
    "add_clock_timer": "; none: a client has its own timers",
    "destroy_view_controller": "Manager.Destroy",
    "containers": "ViewController.Parent, NavigationController, TabBarController, PresentingViewController",
    "set_view_controllers": "TabBarController.SetViewControllers",
    "set_selected_index": "TabBarController.SelectedIndex",
    "set_property":
        """
    ViewController.Title, ModalPresentationStyle, ModalInPresentation, PreferredContentSize, HidesBottomBarWhenPushed, \
    EdgesForExtendedLayout, ExtendedLayoutIncludesOpaqueBars, PreferredFocusedView, RestorationIdentifier, \
    TabHidden, TabHiddenByDefault, AllowsHiding, TabBarController.SetCustomizableViewControllers, SetTabBarHidden, \
    Focus.Enabled, NavigationController.ToolbarHidden
    """,
    "navigation_stack": "NavigationController.ViewControllers",
    "set_navigation_stack": "NavigationController.SetViewControllers",
    "tab_bar_controller":
        """
    TabBarController.ViewControllers, SelectedIndex, SelectedViewController, CustomizableViewControllers, \
    MoreNavigationController, Customizing, TabBarHidden
    """,
    "update_interactive_transition": "TabBarController.UpdateInteractiveTransition",
    "end_interactive_transition": "TabBarController.FinishInteractiveTransition, CancelInteractiveTransition",
    "popover_value": "ViewController.GetPopoverPresentationController, PopoverPresentationController.*",
    "set_popover_value":
        """
    ViewController.GetPopoverPresentationController, PopoverPresentationController.*; that are writable
    """,
    "set_popover_delegate": "PopoverPresentationController.SetDelegate, ClearDelegate",
    "create_navigation_controller": "Manager.CreateNavigationController.Type",
    "create_restorable_view_controller": "Manager.CreateViewController.RestorationIdentifier",
    "restoration_identifier": "ViewController.RestorationIdentifier",
    "present_alert": "ViewController.PresentAlert.Token",
    "set_toolbar_items": "ViewController.ToolbarItems",
    "toolbar_hidden": "NavigationController.ToolbarHidden",
    "set_selected_view_controller": "TabBarController.SelectedViewController",
    "set_tab_bar_item_values": "TabBarItem.SetValues.Replace",
    "pop_to": "NavigationController.PopTo, PopToRoot",
    "property_value": "ViewController.*, GetTraits, Focus.Enabled",
    "announce": "ViewController.Announce",
    "scroll_to_row": "ViewController.ScrollToRow",
    "add_image": "Manager.AddImage",
    "size_that_fits": "ViewController.SizeThatFits",
]

/// The functions of `tab_plugin_v1`, and two of `tab_host_v1`, for the methods that the daemon calls on objects of
/// clients.
private let functions: [String: Counterpart] = [
    "ViewControllerFactory.Create": "create",
    "RemoteViewController.ViewDidLoad": "load_view",
    "RemoteViewController.ViewWillAppear": "view_will_appear",
    "RemoteViewController.ViewIsAppearing": "view_is_appearing",
    "RemoteViewController.ViewDidAppear": "view_did_appear",
    "RemoteViewController.ViewWillDisappear": "view_will_disappear",
    "RemoteViewController.ViewDidDisappear": "view_did_disappear",
    "RemoteViewController.WillMoveToParent": "will_move_to_parent",
    "RemoteViewController.DidMoveToParent": "did_move_to_parent",
    "RemoteViewController.ViewWillLayout": "view_will_layout",
    "RemoteViewController.TraitsChanged": """
    size_class_changed, color_scheme_changed, language_changed, contrast_changed, text_size_changed
    """,
    "RemoteViewController.TabBarDidSelect": "tab_bar_did_select",
    "RemoteViewController.BarButtonItemActivated": "bar_button_item_activated",
    "RemoteViewController.PresentationEnded": "presentation_ended",
    "RemoteViewController.AlertAnswered": "alert_answered",
    "RemoteViewController.RestorationEnded": """
    post; in `decode_restorable_state`, as the Swift library does for `applicationFinishedRestoringState()`
    """,
    "RemoteViewController.Destroyed": "destroy",
    "RemoteViewController.UpdateContent": "update_content",
    "RemoteViewController.Action": "action",
    "RemoteViewController.EncodeRestorableState": "encode_restorable_state",
    "RemoteViewController.DecodeRestorableState": "decode_restorable_state",
    "TabBarControllerDelegate.ShouldSelectViewController": "question.TAB_QUESTION_SHOULD_SELECT",
    "TabBarControllerDelegate.ShouldClose": "question.TAB_QUESTION_SHOULD_CLOSE",
    "TabBarControllerDelegate.DidClose": "did_close",
    "TabBarControllerDelegate.DidSelectViewController": "did_select",
    "TabBarControllerDelegate.WillBeginCustomizingViewControllers": "will_begin_customizing",
    "TabBarControllerDelegate.WillEndCustomizingViewControllers": "will_end_customizing",
    "TabBarControllerDelegate.DidEndCustomizingViewControllers": "did_end_customizing",
    "TabBarControllerDelegate.SupportedInterfaceOrientations": "question.TAB_QUESTION_SUPPORTED_ORIENTATIONS",
    "TabBarControllerDelegate.PreferredInterfaceOrientation": "question.TAB_QUESTION_PREFERRED_ORIENTATION",
    "TabBarControllerDelegate.AnimationControllerForTransition": "question.TAB_QUESTION_TRANSITION",
    "TabBarControllerDelegate.Released": "delegate_released",
    "TabBarControllerDelegate.ReleasedBy": "delegate_released",
    "TabBarControllerDelegate.QuestionWithdrawn": "answer_question; then returns `TAB_ERROR_NOT_FOUND`",
    "PopoverPresentationControllerDelegate.PrepareForPopoverPresentation":
        "question.TAB_QUESTION_PREPARE_FOR_PRESENTATION",
    "PopoverPresentationControllerDelegate.ShouldDismiss": "question.TAB_QUESTION_SHOULD_DISMISS",
    "PopoverPresentationControllerDelegate.WillDismiss": "will_dismiss",
    "PopoverPresentationControllerDelegate.DidDismiss": "did_dismiss",
    "PopoverPresentationControllerDelegate.DidAttemptToDismiss": "did_attempt_to_dismiss",
    "PopoverPresentationControllerDelegate.WillReposition": "question.TAB_QUESTION_REPOSITION",
    "PopoverPresentationControllerDelegate.AdaptivePresentationStyle": "question.TAB_QUESTION_ADAPTIVE_STYLE",
    "PopoverPresentationControllerDelegate.ViewControllerForAdaptivePresentationStyle":
        "question.TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER",
    "PopoverPresentationControllerDelegate.WillPresentWithAdaptiveStyle": "will_present_with_adaptive_style",
    "PopoverPresentationControllerDelegate.Released": "delegate_released",
    "PopoverPresentationControllerDelegate.ReleasedBy": "delegate_released",
    "PopoverPresentationControllerDelegate.QuestionWithdrawn": "answer_question; then returns `TAB_ERROR_NOT_FOUND`",
]

extension InterfaceDescription {
    var shortName: Substring { name.dropFirst(TabNames.interfacePrefix.count) }
}
