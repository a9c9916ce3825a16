/// An interface of the contract: a name, and members that know it.
///
/// Clients access the members by key paths: `client.tabBar(path).tapItem(0)`. Declare every member in the enum itself: in
/// Swift 6.3 a key path to a static member that an extension declares crashes in another module.
package protocol ContractInterface {
    static var name: String { get }
    /// What the interface is for, as introspection says it.
    static var summary: String { get }
}

extension ContractInterface {
    /// Declares a property.
    package static func property<Content: DBusType>(
        _ name: String, writable: Bool = false, changes policy: ChangePolicy = .announced, summary: String,
        cName: String? = nil
    ) -> Property<Content> {
        Property(
            interface: Self.name, name: name, policy: policy, isWritable: writable, summary: summary, cName: cName)
    }

    /// Declares a method with one result.
    package static func method<each In: DBusType, Out: DBusType>(
        _ name: String, _ inputs: repeat Name<each In>, returns output: Name<Out>, options: [any DeclaredOption] = [],
        summary: String
    ) -> Method<(repeat each In) -> Out> {
        Method(name, of: Self.name, repeat each inputs, returns: output, options: options, summary: summary)
    }

    /// Declares a method with no results, or with more than one.
    package static func method<each In: DBusType, each Out: DBusType>(
        _ name: String, _ inputs: repeat Name<each In>, returns outputs: repeat Name<each Out>,
        options: [any DeclaredOption] = [], summary: String
    ) -> Method<(repeat each In) -> (repeat each Out)> {
        Method(
            name, of: Self.name, repeat each inputs, returns: repeat each outputs, options: options, summary: summary)
    }

    /// Declares a method of a client that the daemon calls without waiting for a reply.
    package static func notification<each In: DBusType>(
        _ name: String, _ inputs: repeat Name<each In>, summary: String
    ) -> Method<(repeat each In) -> Void> {
        Method(name, of: Self.name, repeat each inputs, summary: summary).withoutReply
    }

    /// Declares a signal.
    package static func signal<each Argument: DBusType>(
        _ name: String, _ arguments: repeat Name<each Argument>, summary: String
    ) -> Signal<repeat each Argument> {
        Signal(interface: Self.name, name: name, arguments: describe(repeat each arguments), summary: summary)
    }
}
