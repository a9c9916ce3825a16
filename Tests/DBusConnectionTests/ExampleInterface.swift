import DBusInterface

/// A small interface with one member for each feature of a connection.
enum ExampleInterface: ContractInterface {
    static let name = "org.example.Example1"
    static let summary = "An example."

    static let label = OptionKey<String>("label", "A text.")

    static let echo: Method<(Variant) -> Variant> = method(
        "Echo", "value", returns: "value", summary: "Gives back what it got.")
    static let echoEverything: Method<(Everything) -> Everything> = method(
        "EchoEverything", "value", returns: "value", summary: "Gives back one value of every type.")
    static let pair: Method<() -> (String, UInt32)> = method(
        "Pair", returns: "text", "number", summary: "Answers with two results.")
    static let nothing: Method<() -> Void> = method("Nothing", summary: "Does nothing.")
    static let later: Method<() -> UInt32> = method(
        "Later", returns: "number", summary: "Is answered when the test wants.")
    static let fail: Method<(String) -> Void> = method("Fail", "message", summary: "Fails with a name of its own.")
    static let answerNUL: Method<() -> String> = method(
        "AnswerNUL", returns: "text", summary: "Wants to answer with a NUL.")
    static let choose: Method<(UInt32, Options) -> String> = method(
        "Choose", "number", "options", returns: "label", options: [label],
        summary: "Gives the label back.")
    static let raise: Method<(UInt32) -> Void> = method("Raise", "steps", summary: "Raises the level step by step.")
    static let wiggle: Method<() -> Void> = method("Wiggle", summary: "Changes the level, and changes it back.")
    static let create: Method<(String) -> ObjectPath> = method(
        "Create", "name", returns: "object", summary: "Makes an object that changes and speaks at once.")
    static let destroy: Method<(ObjectPath) -> Void> = method("Destroy", "object", summary: "Removes an object.")

    static let level: Property<UInt32> = property("Level", writable: true, summary: "A number.")
    static let history: Property<[UInt32]> = property(
        "History", changes: .invalidated, summary: "The levels there were.")
    static let kind: Property<String> = property("Kind", changes: .constant, summary: "Never another one.")

    static let spoke: Signal<String, Variant> = signal("Spoke", "text", "value", summary: "The object said something.")
}

/// One value of every type.
struct Everything: DBusStructure, Equatable {
    var byte: UInt8 = .max
    var bool = true
    var int16: Int16 = .min
    var uint16: UInt16 = .max
    var int32: Int32 = .min
    var uint32: UInt32 = .max
    var int64: Int64 = .min
    var uint64: UInt64 = .max
    var double = -0.1
    var string = "tab – 標籤 👩‍👩‍👧"
    var objectPath: ObjectPath = "/org/example/a_1"
    var signature = Signature("a{s(uv)}")
    var bytes: [UInt8] = [0, 1, 255]
    var empty: [[String]] = []
    var nested: [[UInt32]] = [[], [1], [2, 3]]
    var dictionary: [UInt32: [String: Variant]] = [1: ["a": .bool(true), "b": .variant(.byte(7))], 2: [:]]
    var variant: Variant = .structure([.string("x"), .array(of: "d", [.double(1)])])
    var inner = [Inner(), Inner(text: "", numbers: [:])]

    static let layout = FieldLayout(
        "Everything", Everything.init, "byte", "bool", "int16", "uint16", "int32", "uint32", "int64", "uint64",
        "double", "string", "object_path", "signature", "bytes", "empty", "nested", "dictionary", "variant", "inner",
        values: \.byte, \.bool, \.int16, \.uint16, \.int32, \.uint32, \.int64, \.uint64, \.double, \.string,
        \.objectPath, \.signature, \.bytes, \.empty, \.nested, \.dictionary, \.variant, \.inner)

    struct Inner: DBusStructure, Equatable {
        var text = "inner"
        var numbers: [String: Int32] = ["one": 1, "minus": -1]
        static let layout = FieldLayout("Inner", Inner.init, "text", "numbers", values: \.text, \.numbers)
    }
}
