import TestSupport

@testable import TabControl

/// The names of view controllers and tabs on the command line.
@Suite struct ControllerArgumentTests {
    private typealias Example = ExampleTree

    @Test func `a number or a path names an object, any other text an identifier or a title`() {
        let seven = ControllerArgument.path(ViewControllerID(7).path)
        #expect(ControllerArgument(argument: "7") == seven)
        #expect(ControllerArgument(argument: "/org/tabd/Tabs1/view_controllers/7") == seven)
        for wrong in [
            "", "/", "07", "/x", "/org/tabd/Tabs1", "/org/tabd/Tabs1/view_controllers/", "99999999999999999999",
        ] {
            #expect(ControllerArgument(argument: wrong) == nil, "\(wrong)")
        }
        for name in ["x", "-1", "7/tab_bar", "World Clock", "title:", "identifier:", "7a"] {
            #expect(ControllerArgument(argument: name) == .name(name))
        }
        #expect(ControllerArgument(argument: "title:7") == .title("7"))
        #expect(ControllerArgument(argument: "identifier:title:7") == .identifier("title:7"))
    }

    @Test func `a tab is a position, or a name as above`() {
        #expect(TabArgument(argument: "3") == .position(Position(at: 2)))
        for wrong in ["", "0", "/x"] { #expect(TabArgument(argument: wrong) == nil, "\(wrong)") }
        #expect(TabArgument(argument: "title:3") == .controller(.title("3")))
        #expect(TabArgument(argument: "Alarm") == .controller(.name("Alarm")))
        let move = MoveArgument(argument: "a=b=2")
        #expect(move?.tab == .name("a=b") && move?.position == Position(at: 1))
        for wrong in ["", "7", "7=", "=1", "7=0", "7=x"] { #expect(MoveArgument(argument: wrong) == nil, "\(wrong)") }
    }

    private func find(
        _ text: String, in scope: ControllerScope = .all, _ example: ExampleTree = Example()
    ) throws -> ObjectPath {
        try example.tree.find(try #require(ControllerArgument(argument: text)), in: scope)
    }

    private func message(
        _ text: String, in scope: ControllerScope = .all, _ example: ExampleTree = Example()
    ) -> String {
        do {
            return "found \(try find(text, in: scope, example))"
        } catch {
            return (error as? ControlError)?.message ?? "\(error)"
        }
    }

    @Test func `an identifier comes before a title, and a prefix chooses`() throws {
        var example = Example()
        example.set(ViewControllerInterface.name, "RestorationIdentifier", .string("Alarm"), of: Example.timer)
        #expect(try find("Alarm", in: .all, example) == Example.timer)
        #expect(try find("title:Alarm", in: .all, example) == Example.alarm)
        #expect(try find("identifier:Alarm", in: .all, example) == Example.timer)
        #expect(
            message("identifier:Plain", in: .all, example).hasPrefix("no view controller has the identifier 'Plain'"))
        // A path is not searched: the daemon says what is wrong with it.
        #expect(try find("77") == Example.path(77))
    }

    @Test func `a title is searched among the controllers that the command is for first`() throws {
        var example = Example()
        // The tab and the root of its stack have the same title.
        #expect(try find("Settings") == Example.navigation)
        #expect(try find("Sound") == Example.page)
        example.set(TabBarItemInterface.name, "DisplayTitle", .string("Desk"), of: Example.plain)
        #expect(try find("Desk", in: .tabBarControllers, example) == Example.tabs)
        #expect(try find("Desk", in: .tabs, example) == Example.plain)
        // The own title counts as well as that of the tab.
        #expect(try find("Plain", in: .all, example) == Example.plain)
        #expect(
            message("Desk", in: .all, example)
                == "'Desk' is the title of 2 view controllers; use the number of one: 1 Desk (TabBarController), "
                + "7 Desk (x.Plain)")
    }

    @Test func `a name without a match gets some names to choose from`() {
        var example = Example()
        example.set(ViewControllerInterface.name, "RestorationIdentifier", .string("desk"), of: Example.tabs)
        #expect(
            message("Alram", in: .all, example)
                == "no view controller has the identifier or title 'Alram'; there are 1 Desk ('desk'), 4 Settings, "
                + "7 Plain, 8 Alarm, 9 Timer")
        #expect(message("title:x", in: .tabBarControllers, example).hasSuffix("has the title 'x'; there are 1 Desk"))
        #expect(
            #expect(throws: ControlError.self) { try ManagedObjects([:]).find(.name("x"), in: .all) }?.message
                == "no tab bar controller exists; 'tabctl create' creates one")
    }

    @Test func `a tab is searched among the tabs of its controller`() throws {
        let tree = Example().tree
        let tabs = try tree.tabs(of: Example.tabs)
        #expect(try tree.find(.name("Timer"), among: tabs, of: Example.tabs, noun: "tab") == Example.timer)
        #expect(try tree.find(.name("More"), among: tabs, of: Example.tabs, noun: "tab") == Example.more)
        let error = #expect(throws: ControlError.self) {
            try tree.find(.name("Sound"), among: tabs, of: Example.tabs, noun: "tab")
        }
        #expect(error?.message.hasPrefix("no tab of 1 Desk has the identifier or title 'Sound'; there are") == true)
        let other = #expect(throws: ControlError.self) { try tree.tabs(of: Example.plain) }
        #expect(other?.message == "7 Plain is not a tab bar controller; it belongs to 1 Desk")
    }
}
