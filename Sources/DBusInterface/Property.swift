/// A D-Bus property of one Swift type.
package struct Property<Content: DBusType>: DeclaredMember {
    package let interface: String
    package let name: String
    package let policy: ChangePolicy
    package let isWritable: Bool
    package let summary: String
    /// The name in C, if the name itself collides with a function of GObject.
    package let cName: String?

    package var description: MemberDescription {
        .property(
            name: name, type: Content.typeDescription, isWritable: isWritable, policy: policy, summary: summary,
            cName: cName)
    }

    /// A property that can't be written.
    ///
    /// - Parameters:
    ///   - revision: Returns a number that changes with the value, for a value that is expensive to compute and
    ///     announced by name only.
    ///   - refusal: Returns the error of every write, whatever the value.
    package func reading<Object>(
        _ get: @escaping (Object) throws(DBusError) -> Content, changingWith revision: ((Object) -> UInt64)? = nil,
        refusing refusal: ((Object) -> DBusError)? = nil
    ) -> Member<Object> {
        .property(Member.PropertyEntry(self, get: get, set: nil, refusal: refusal, revision: revision), description)
    }

    package func reading<Object>(
        _ get: @escaping (Object) throws(DBusError) -> Content,
        writing set: @escaping (Object, Content) throws(DBusError) -> Void
    ) -> Member<Object> {
        reading(get) { (object, value, promise) throws(DBusError) in
            try set(object, value)
            promise.succeed()
        }
    }

    /// A property whose write may have to wait. The handler fulfils the promise.
    package func reading<Object>(
        _ get: @escaping (Object) throws(DBusError) -> Content,
        writingLater set: @escaping (Object, Content, Promise<Void>) throws(DBusError) -> Void
    ) -> Member<Object> {
        let answer: Member<Object>.Answer = { (object, reader, reply) throws(DBusError) in
            try set(object, try Content.read(from: reader), Promise<Void>(pending: reply))
        }
        return .property(Member.PropertyEntry(self, get: get, set: answer), description)
    }
}
