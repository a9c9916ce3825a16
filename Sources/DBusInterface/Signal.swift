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
}
