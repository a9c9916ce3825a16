/// A D-Bus property of one Swift type.
package struct Property<Content: DBusType>: DeclaredMember {
    package let name: String
    package let policy: ChangePolicy
    package let isWritable: Bool
    package let summary: String

    package init(
        _ name: String, writable: Bool = false, changes policy: ChangePolicy = .announced, summary: String
    ) {
        self.name = name
        self.policy = policy
        self.isWritable = writable
        self.summary = summary
    }

    package var description: MemberDescription {
        .property(
            name: name, signature: Content.signature, isWritable: isWritable, policy: policy, summary: summary)
    }

    package func reading<Object, Wire: DBusWire>(
        _ get: @escaping (Object) throws(DBusError) -> Content
    ) -> Member<Object, Wire> {
        member(get: get, set: nil)
    }

    /// A read-only property of whose changes only its name is told, and whose value is dear to make.
    ///
    /// - Parameter revision: Another number whenever the value is another one.
    package func reading<Object, Wire: DBusWire>(
        _ get: @escaping (Object) throws(DBusError) -> Content, changingWith revision: @escaping (Object) -> UInt64
    ) -> Member<Object, Wire> {
        member(get: get, set: nil, revision: revision)
    }

    /// A property that callers may try to write, and that then answers an error of its own, whatever the value.
    package func reading<Object, Wire: DBusWire>(
        _ get: @escaping (Object) throws(DBusError) -> Content, refusing refusal: @escaping (Object) -> DBusError
    ) -> Member<Object, Wire> {
        member(get: get, set: nil, refusal: refusal)
    }

    package func reading<Object, Wire: DBusWire>(
        _ get: @escaping (Object) throws(DBusError) -> Content,
        writing set: @escaping (Object, Content) throws(DBusError) -> Void
    ) -> Member<Object, Wire> {
        member(get: get) { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            try set(object, try Content.read(from: reader))
            reply.succeed { (_: Wire.Writer) throws(DBusError) in }
        }
    }

    /// A property whose write may have to wait for somebody: the handler keeps the promise.
    package func reading<Object, Wire: DBusWire>(
        _ get: @escaping (Object) throws(DBusError) -> Content,
        writingLater set: @escaping (Object, Content, VoidPromise<Wire>) throws(DBusError) -> Void
    ) -> Member<Object, Wire> {
        member(get: get) { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            try set(object, try Content.read(from: reader), VoidPromise(pending: reply))
        }
    }

    private func member<Object, Wire: DBusWire>(
        get: @escaping (Object) throws(DBusError) -> Content,
        set: ((Object, Wire.Reader, Wire.PendingReply) throws(DBusError) -> Void)?,
        refusal: ((Object) -> DBusError)? = nil, revision: ((Object) -> UInt64)? = nil
    ) -> Member<Object, Wire> {
        let signature = Content.signature
        return .property(
            Member.PropertyEntry(
                description: description, name: name, signature: signature, policy: policy,
                write: { (object: Object, writer: any DBusWriter) throws(DBusError) in
                    let value = try get(object)
                    try writer.open(.variant(of: signature))
                    try value.write(to: writer)
                    try writer.close()
                },
                value: { (object: Object) throws(DBusError) in try get(object).variant },
                digest: { (object: Object, digest: ValueDigest) throws(DBusError) in
                    try get(object).write(to: digest)
                },
                revision: revision, set: set, refusal: refusal))
    }
}
