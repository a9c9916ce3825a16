/// A D-Bus signal, typed by its arguments.
package struct Signal<each Argument: DBusType>: DeclaredMember {
    package let interface: String
    package let name: String
    package let arguments: [ArgumentDescription]
    package let summary: String

    package var description: MemberDescription { .signal(name: name, arguments: arguments, summary: summary) }

    /// Writes the body of one emission. The compiler checks the arguments.
    package func write(_ argument: repeat each Argument, to writer: some DBusWriter) throws(DBusError) {
        for argument in repeat each argument { try argument.write(to: writer) }
    }

    /// Returns the arguments of an emission that was received; nil if they are not those of the declaration.
    package func read(_ arguments: [Variant]) -> (repeat each Argument)? {
        func next<Value: DBusType>(_ rest: inout ArraySlice<Variant>, _: Value.Type) throws(DBusError) -> Value {
            guard let value = rest.popFirst()?.get(as: Value.self) else {
                throw .invalidArgs("\(name): other arguments")
            }
            return value
        }
        var rest = arguments[...]
        guard let values = try? (repeat next(&rest, (each Argument).self)), rest.isEmpty else { return nil }
        return values
    }
}
