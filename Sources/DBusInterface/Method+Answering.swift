/// A reply to one method that is given later.
package struct Promise<Out: DBusType, Wire: DBusWire>: Sendable {
    let pending: Wire.PendingReply

    package func succeed(_ result: Out) {
        pending.succeed { (writer: Wire.Writer) throws(DBusError) in try result.write(to: writer) }
    }

    package func fail(_ error: DBusError) { pending.fail(error) }
}

/// A reply with two results that is given later.
package struct Promise2<First: DBusType, Second: DBusType, Wire: DBusWire>: Sendable {
    package let pending: Wire.PendingReply

    package func succeed(_ first: First, _ second: Second) {
        succeed(writing: { (writer: Wire.Writer) throws(DBusError) in
            try first.write(to: writer)
            try second.write(to: writer)
        })
    }

    /// Succeeds with results that are written in place, without Swift values of them.
    package func succeed(writing body: (Wire.Writer) throws(DBusError) -> Void) { pending.succeed(body) }

    package func fail(_ error: DBusError) { pending.fail(error) }
}

/// A reply without results that is given later.
package struct VoidPromise<Wire: DBusWire>: Sendable {
    let pending: Wire.PendingReply

    package func succeed() { pending.succeed { (_: Wire.Writer) throws(DBusError) in } }

    package func fail(_ error: DBusError) { pending.fail(error) }
}

extension Method {
    package func answered<Object, Wire: DBusWire, each In: DBusType, Out: DBusType>(
        by handler: @escaping (Object, repeat each In) throws(DBusError) -> Out
    ) -> Member<Object, Wire> where Function == (repeat each In) -> Out {
        member { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            let argument = (repeat try read((each In).self, from: reader))
            let result = try handler(object, repeat each argument)
            reply.succeed { (writer: Wire.Writer) throws(DBusError) in try result.write(to: writer) }
        }
    }

    package func answered<Object, Wire: DBusWire, each In: DBusType>(
        by handler: @escaping (Object, repeat each In) throws(DBusError) -> Void
    ) -> Member<Object, Wire> where Function == (repeat each In) -> Void {
        member { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            let argument = (repeat try read((each In).self, from: reader))
            try handler(object, repeat each argument)
            reply.succeed { (_: Wire.Writer) throws(DBusError) in }
        }
    }

    /// As `answered(by:)`, for a handler of many methods, which gets the first argument and a tuple of all others.
    package func answeredAsTuple<Object, Wire: DBusWire, First: DBusType, each In: DBusType>(
        by handler: @escaping (Object, First, (repeat each In)) throws(DBusError) -> Void
    ) -> Member<Object, Wire> where Function == (First, repeat each In) -> Void {
        member { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            let first = try read(First.self, from: reader)
            try handler(object, first, (repeat try read((each In).self, from: reader)))
            reply.succeed { (_: Wire.Writer) throws(DBusError) in }
        }
    }

    package func answeredAsTuple<Object, Wire: DBusWire, First: DBusType, each In: DBusType, Out: DBusType>(
        by handler: @escaping (Object, First, (repeat each In)) throws(DBusError) -> Out
    ) -> Member<Object, Wire> where Function == (First, repeat each In) -> Out {
        member { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            let first = try read(First.self, from: reader)
            let result = try handler(object, first, (repeat try read((each In).self, from: reader)))
            reply.succeed { (writer: Wire.Writer) throws(DBusError) in try result.write(to: writer) }
        }
    }

    package func answered<Object, Wire: DBusWire, each In: DBusType, First: DBusType, Second: DBusType>(
        by handler: @escaping (Object, repeat each In) throws(DBusError) -> (First, Second)
    ) -> Member<Object, Wire> where Function == (repeat each In) -> (First, Second) {
        member { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            let argument = (repeat try read((each In).self, from: reader))
            let (first, second) = try handler(object, repeat each argument)
            reply.succeed { (writer: Wire.Writer) throws(DBusError) in
                try first.write(to: writer)
                try second.write(to: writer)
            }
        }
    }

    /// Answers the method later: the handler keeps the promise.
    package func answeredLater<Object, Wire: DBusWire, each In: DBusType, Out: DBusType>(
        by handler: @escaping (Object, Promise<Out, Wire>, repeat each In) throws(DBusError) -> Void
    ) -> Member<Object, Wire> where Function == (repeat each In) -> Out {
        member { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            let argument = (repeat try read((each In).self, from: reader))
            try handler(object, Promise(pending: reply), repeat each argument)
        }
    }

    package func answeredLater<Object, Wire: DBusWire, each In: DBusType>(
        by handler: @escaping (Object, VoidPromise<Wire>, repeat each In) throws(DBusError) -> Void
    ) -> Member<Object, Wire> where Function == (repeat each In) -> Void {
        member { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            let argument = (repeat try read((each In).self, from: reader))
            try handler(object, VoidPromise(pending: reply), repeat each argument)
        }
    }

    package func answeredLater<Object, Wire: DBusWire, each In: DBusType, First: DBusType, Second: DBusType>(
        by handler: @escaping (Object, Promise2<First, Second, Wire>, repeat each In) throws(DBusError) -> Void
    ) -> Member<Object, Wire> where Function == (repeat each In) -> (First, Second) {
        member { (object: Object, reader: Wire.Reader, reply: Wire.PendingReply) throws(DBusError) in
            let argument = (repeat try read((each In).self, from: reader))
            try handler(object, Promise2(pending: reply), repeat each argument)
        }
    }

    private func read<T: DBusType>(_ type: T.Type, from reader: some DBusReader) throws(DBusError) -> T {
        let value = try T.read(from: reader)
        if let given = value as? Options { try given.validate(against: options) }
        return value
    }

    private func member<Object, Wire: DBusWire>(
        _ answer: @escaping Member<Object, Wire>.Answer
    ) -> Member<Object, Wire> {
        .method(
            Member.MethodEntry(
                description: description, signature: signature, signatureWithoutOptions: signatureWithoutOptions,
                answer: answer))
    }
}
