import TestSupport

@testable import TabControl

@Suite struct ActionValueTests {
    private func parse(_ className: String, _ words: String...) throws(ControlError) -> ActionValue {
        try ActionValue(words, for: ViewEntry(id: 7, parent: 1, className: className, frame: .zero))
    }

    private func error(_ className: String, _ words: String...) -> ControlError? {
        do throws(ControlError) {
            _ = try ActionValue(words, for: ViewEntry(id: 7, parent: 1, className: className, frame: .zero))
            return nil
        } catch {
            return error
        }
    }

    @Test func `the type of a value comes from the class and the action`() throws {
        #expect(try parse("TextField", "editingChanged", "1").value == .string("1"))
        #expect(try parse("Switch", "valueChanged", "1").value == .bool(true))
        #expect(try parse("Slider", "valueChanged", "1").value == .double(1))
        #expect(try parse("SegmentedControl", "valueChanged", "none").value == .int32(-1))
        #expect(try parse("SegmentedControl", "valueChanged", "1").value == .int32(0))
        #expect(try parse("TableView", "selectRow", "1").value == .uint32(0))
        #expect(try parse("TabBar", "2").value == .uint32(1))
        #expect(try parse("TableView", "moveRow", "2", "1").value == .structure([.uint32(1), .uint32(0)]))
        #expect(try parse("ScrollView", "scrolled", "-1.5", "2e1").value == .structure([.double(-1.5), .double(20)]))
    }

    @Test func `you can leave out the only action of a class, and the value of a button`() throws {
        #expect(try parse("Button") == parse("Button", "primaryActionTriggered", "true"))
        #expect(try parse("Button", "no").value == .bool(false))
        #expect(try parse("Slider", "0.25") == parse("Slider", "valueChanged", "0.25"))
        #expect(try parse("TextView", "two words").value == .string("two words"))
        #expect(try parse("TextView", "").value == .string(""))
    }

    @Test(arguments: ["true", "YES", "on", "1"]) func `words for true`(word: String) throws {
        #expect(try parse("Switch", word).value == .bool(true))
    }

    @Test(arguments: ["false", "no", "Off", "0"]) func `words for false`(word: String) throws {
        #expect(try parse("Switch", word).value == .bool(false))
    }

    @Test(arguments: [
        ["Switch", "maybe"], ["Switch", "2"], ["Switch"], ["Slider", "inf"], ["Slider", "nan"], ["Slider", "0x1p3"],
        ["Slider", "1", "2"], ["SegmentedControl", "1.5"], ["SegmentedControl", "2147483649"],
        ["SegmentedControl", "0"], ["SegmentedControl", "-1"], ["TableView", "selectRow", "0"],
        ["TableView", "selectRow", "-1"], ["TableView", "selectRow"], ["TableView", "moveRow", "1"],
        ["TableView", "moveRow", "1", "x"], ["TextField", "editingChanged", "two", "words"], ["ScrollView", "1"],
        ["Button", "primaryActionTriggered", "perhaps"],
    ])
    func `an invalid value is an error that says what is allowed`(words: [String]) {
        let view = ViewEntry(id: 7, parent: 1, className: words[0], frame: .zero)
        let error = #expect(throws: ControlError.self) { try ActionValue(Array(words.dropFirst()), for: view) }
        #expect(error?.status == 64)
        #expect(error?.message.contains("expected") == true)
        if let last = words.dropFirst().last, !last.hasPrefix("selectRow") {
            #expect(error?.message.contains("'\(last)'") == true)
        }
    }

    @Test func `an unknown action is an error that lists the known ones`() {
        #expect(
            error("Button", "valueChanged", "1")
                == ControlError(
                    message: "view 7 is a Button, which has no action 'valueChanged'; it has primaryActionTriggered "
                        + "true|false",
                    status: 1))
        #expect(
            error("TableView", "scroll")?.message.contains("deleteRow POSITION, moveRow FROM TO, selectRow") == true)
        #expect(error("Label", "x")?.message == "view 7 is a Label, which has no actions")
        #expect(
            error("TextField")?.message.contains(
                "name one: editingChanged TEXT, editingDidBegin TEXT, editingDidEnd TEXT") == true)
    }

    @Test func `a text alone is typed into a text view`() throws {
        let view = ViewEntry(id: 7, parent: 1, className: "TextView", frame: .zero)
        #expect(try ActionValue(["two words"], for: view).action == "editingChanged")
        #expect(try ActionValue(["editingDidEnd", "x"], for: view).action == "editingDidEnd")
        #expect(throws: ControlError.self) { try ActionValue([], for: view) }
    }

    @Test func `a view with a menu has its action, which does not replace the only other one`() throws {
        func action(_ className: String, _ words: String...) throws -> String {
            let menu = [MenuItem(identifier: "copy", title: "Copy")].variant
            let view = ViewEntry(id: 7, parent: 1, className: className, frame: .zero, properties: ["Menu": menu])
            return try ActionValue(words, for: view).action
        }
        #expect(try action("Button") == "primaryActionTriggered")
        #expect(try action("Button", "menuItemSelected", "copy") == "menuItemSelected")
        #expect(try action("Label", "copy") == "menuItemSelected")
    }

    @Test func `every action of the contract can be written`() throws {
        let words = [
            "b": ["true"], "s": ["x"], "d": ["0.5"], "i": ["1"], "u": ["1"], "(uu)": ["1", "2"], "(dd)": ["0", "1"],
            "(us)": ["1", "x"],
        ]
        for viewClass in ViewClasses.all {
            var view = ViewEntry(id: 7, parent: 1, className: viewClass.name, frame: .zero)
            for key in ["Menu", "RowMenu"] {
                view.properties[key] = [MenuItem(identifier: "x", title: "X")].variant
            }
            for (action, signature) in viewClass.actions {
                let value = try ActionValue([action] + (try #require(words[signature])), for: view)
                #expect(value.value.signature == signature)
            }
        }
    }
}
