/// A reply to a method that is given later.
package struct Promise<Results>: Sendable {
    package let pending: any DBusPendingReply

    /// Succeeds with results that are written in place, without Swift values.
    package func succeed(writing body: (any DBusWriter) throws(DBusError) -> Void) { pending.succeed(body) }

    package func fail(_ error: DBusError) { pending.fail(error) }

    package func succeed<each Out: DBusType>(_ result: repeat each Out) where Results == (repeat each Out) {
        pending.succeed { (writer) throws(DBusError) in
            for value in repeat each result { try value.write(to: writer) }
        }
    }
}

extension Method {
    package func handled<Object, each In: DBusType, Out: DBusType>(
        by handler: @escaping (Object, repeat each In) throws(DBusError) -> Out
    ) -> Member<Object> where Function == (repeat each In) -> Out {
        member { (object, reader, reply) throws(DBusError) in
            let result = try handler(object, repeat try read((each In).self, from: reader))
            reply.succeed { (writer) throws(DBusError) in try result.write(to: writer) }
        }
    }

    package func handled<Object, each In: DBusType, each Out: DBusType>(
        by handler: @escaping (Object, repeat each In) throws(DBusError) -> (repeat each Out)
    ) -> Member<Object> where Function == (repeat each In) -> (repeat each Out) {
        member { (object, reader, reply) throws(DBusError) in
            let result = try handler(object, repeat try read((each In).self, from: reader))
            reply.succeed { (writer) throws(DBusError) in
                for value in repeat each result { try value.write(to: writer) }
            }
        }
    }

    /// Implements the method with a handler that fulfils the promise later.
    package func handledLater<Object, each In: DBusType, Results>(
        by handler: @escaping (Object, Promise<Results>, repeat each In) throws(DBusError) -> Void
    ) -> Member<Object> where Function == (repeat each In) -> Results {
        member { (object, reader, reply) throws(DBusError) in
            try handler(object, Promise(pending: reply), repeat try read((each In).self, from: reader))
        }
    }

    private func read<T: DBusType>(_ type: T.Type, from reader: any DBusReader) throws(DBusError) -> T {
        let value = try T.read(from: reader)
        if let given = value as? Options { try given.validate(against: options) }
        return value
    }

    private func member<Object>(_ answer: @escaping Member<Object>.Answer) -> Member<Object> {
        .method(
            Member.MethodEntry(
                name: name, signature: signature, signatureWithoutOptions: signatureWithoutOptions, answer: answer),
            description)
    }
}
