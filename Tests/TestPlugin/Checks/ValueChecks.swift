import TabPlugin

/// Checks of bus values and the coder.
final class ValueChecks: Checks {
    override func check() {
        let coder = Coder()
        coder.encode(true, forKey: "Bool")
        coder.encode(-7, forKey: "Int")
        coder.encode(0.5, forKey: "Double")
        coder.encode("é", forKey: "String")
        coder.encode([1, 2], forKey: "Ints")
        coder.encode([String](), forKey: "None")
        coder.encode([[1], [2, 3]], forKey: "Nested")
        coder.encode(Value.bytes([1, 2]), forKey: "Bytes")
        let other = Coder(coder.values)
        equal(other.decodeBool(forKey: "Bool"), true, "a bool")
        equal(other.decodeInt(forKey: "Int"), -7, "an int")
        equal(other.decodeDouble(forKey: "Double"), 0.5, "a double")
        equal(other.decodeString(forKey: "String"), "é", "a string")
        equal(other.decode(forKey: "Ints"), [1, 2], "an array")
        equal(other.decode(forKey: "None"), [String](), "an empty array")
        equal(other.decode(forKey: "Nested"), [[1], [2, 3]], "arrays in an array")
        equal(other.decode(Value.self, forKey: "Bytes"), .bytes([1, 2]), "bytes")
        equal(other.decodeInt(forKey: "String"), nil, "another type")
        equal(other.decodeInt(forKey: "Nothing"), nil, "no value")
        equal(other.containsValue(forKey: "Nothing"), false, "a key that is not there")
        equal(other.decode([Int].self, forKey: "String"), nil, "a string is not an array")

        equal(Value.uint64(.max).int, nil, "a number that doesn't fit")
        equal(Value.byte(9).int, 9, "a byte as a number")
        equal(Value.strings(["a", "b"]).strings, ["a", "b"], "texts")
        equal([Value]().value.signature, "av", "the signature of no values")
        equal(["a"].value.signature, "as", "the signature of texts")
        equal(Value.structure([.bool(true), .bytes([])]).signature, "(bay)", "the signature of a structure")
        equal(arguments["Greeting"]?.string, "hello", "an argument")
        equal(arguments["Numbers"], .array(of: "i", [.int32(1), .int32(-2)]), "an argument that is an array")
    }
}
