import TestSupport
import Testing

/// The option Popover of Present, and when an object has a popover.
@EventLoop @Suite(.bus) struct PopoverOptionTests {
    private typealias Contract = PopoverPresentationControllerInterface

    @Test(.rules("P5 P65")) func `an invalid popover option of Present is an error, and nothing is presented`()
        async throws
    {
        let stage = try await PopoverStage()
        let before = try await stage.user.managedObjects()
        stage.user.clearSignals()
        func found(_ option: Variant, of controller: ObjectPath? = nil) async -> (name: String, message: String) {
            let error = await refusal { () throws(DBusError) in
                try await stage.user.viewController(stage.children[0]).present(
                    controller ?? stage.presented, ["Popover": option])
            }
            return (error?.name.split(separator: ".").last.map(String.init) ?? "none", error?.message ?? "")
        }
        let anchor = stage.source.variant
        let cases: [([String: Variant], String, [String])] = [
            (["Sourceview": anchor], "InvalidArgs", ["'Sourceview'", "BackgroundColor", "SourceView"]),
            (["SourceView": anchor, "Frame": DBusRect.zero.variant], "InvalidArgs", ["'Frame'", "expected one of"]),
            (["SourceView": anchor, "ArrowDirection": .uint64(1)], "InvalidArgs", ["'ArrowDirection'"]),
            (["SourceView": .objectPath(stage.children[0])], "InvalidArgs", ["'SourceView'", "'(ou)'"]),
            (["SourceView": anchor, "PermittedArrowDirections": .uint32(1)], "InvalidArgs", ["'u'", "'t'"]),
            (["SourceView": anchor, "PermittedArrowDirections": .uint64(.max)], "InvalidArgument", ["\(UInt64.max)"]),
            (["SourceView": anchor, "SourceRect": DBusRect(.nan, 0, 1, 1).variant], "InvalidArgument", ["nan"]),
            (["SourceView": anchor, "BackgroundColor": .string("mauve")], "InvalidArgument", ["mauve"]),
            (
                ["SourceView": ViewReference(viewController: "/nowhere", view: 1).variant], "InvalidArgument",
                ["/nowhere"]
            ),
        ]
        for (option, name, parts) in cases {
            let error = await found(option.variant)
            #expect(error.name == name, "\(option)")
            for part in parts { #expect(error.message.contains(part), "\(error.message)") }
        }
        let type = await found(.string("SourceView"))
        #expect(type.name == "InvalidArgs")
        #expect(type.message.contains("'Popover'"))
        // A controller in another style has no popover to set.
        let sheet = await found(["SourceView": anchor].variant, of: stage.children[1])
        #expect(sheet.name == "InvalidArgument")
        #expect(sheet.message.contains("ModalPresentationStyle"))
        #expect(try await stage.user.managedObjects() == before)
        #expect(stage.user.signals.isEmpty)
        #expect(await stage.present().value == "none")
    }

    @Test(.rules("P5")) func `a refused presentation sets nothing, and a valid one sets all options at once`()
        async throws
    {
        let stage = try await PopoverStage()
        #expect(await stage.present().value == "none")
        let second = try await stage.user.register()
        try await stage.prepare(second)
        let values: [String: Variant] = [
            "SourceView": stage.source.variant, "BackgroundColor": .string("#00ff00"),
            "PermittedArrowDirections": .uint64(2),
        ]
        // The first one is still presented (P65.4).
        let busy = await failure {
            try await stage.user.viewController(stage.children[0]).present(second, ["Popover": values.variant])
        }
        #expect(busy == "InternalInconsistency")
        #expect(try await stage.user.popover(second).backgroundColor.isEmpty)
        try await stage.dismiss()
        #expect(await stage.present(values).value == "none")
        for (name, value) in values { #expect(try await stage.all()[name] == value, "\(name)") }
    }

    @Test(.rules("P3 P4")) func `the interface is added and removed with the style, without other changes`()
        async throws
    {
        let stage = try await PopoverStage()
        let controller = try await stage.user.register()
        stage.user.clearSignals()
        func isThere() async throws -> Bool {
            let objects = try await stage.user.managedObjects()
            #expect(objects[controller]?[ViewControllerInterface.name] != nil)
            return objects[controller]?[Contract.name] != nil
        }
        func announced(_ member: String) async throws -> [ReceivedSignal] {
            try await stage.user.barrier()
            defer { stage.user.clearSignals() }
            return stage.user.signals.filter { $0.member == member && $0.arguments[0] == .objectPath(controller) }
        }
        #expect(try await !isThere())
        let read: @EventLoop () async throws -> Void = {
            _ = try await stage.user.popover(controller).presented
        }
        #expect(await failure(read) == "UnknownInterface")
        try await stage.setStyle("popover", of: controller)
        let added = try await announced("InterfacesAdded")
        #expect(added.count == 1)
        let values = [String: [String: Variant]](variant: added[0].arguments[1])
        #expect(values?.keys.sorted() == [Contract.name])
        #expect(try await values?[Contract.name] == stage.user.properties(controller).getAll(Contract.name))
        #expect(try await isThere())
        // The present one stays until the dismissal.
        try await stage.user.popover(controller).set(\.sourceView, to: stage.source)
        try await stage.user.viewController(stage.children[0]).present(controller)
        try await stage.setStyle("pageSheet", of: controller)
        #expect(try await announced("InterfacesRemoved").isEmpty)
        #expect(try await isThere())
        try await stage.user.viewController(controller).dismiss()
        #expect(try await announced("InterfacesRemoved").map { $0.arguments[1] } == [[Contract.name].variant])
        #expect(try await !isThere())
        #expect(await failure(read) == "UnknownInterface")
        // To the other style and back within one turn, in both directions.
        try await stage.setStyle("popover", of: controller)
        try await stage.setStyle("automatic", of: controller)
        #expect(try await announced("InterfacesRemoved").map { $0.arguments[1] } == [[Contract.name].variant])
        #expect(try await !isThere())
    }
}
