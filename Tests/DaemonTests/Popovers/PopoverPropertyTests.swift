import TestSupport

/// The readable and writable properties of a popover, and the errors of invalid writes.
@EventLoop @Suite(.bus) struct PopoverPropertyTests {
    private typealias Contract = PopoverPresentationControllerInterface
    private let stage: PopoverStage

    init() async throws { stage = try await PopoverStage() }

    private static let defaults: [String: Variant] = [
        "SourceView": ViewReference.none.variant, "SourceRect": DBusRect.null.variant,
        "BarButtonItem": ViewReference.none.variant, "PermittedArrowDirections": .uint64(15),
        "ArrowDirection": .uint64(.max), "HasArrowDirection": .bool(false), "HasSourceRect": .bool(false),
        "BackgroundColor": .string(""),
        "PopoverLayoutMargins": DBusInsets(top: 10, left: 10, bottom: 10, right: 10).variant,
        "PassthroughViews": [ViewReference]().variant, "PopoverBackgroundViewClass": .string(""),
        "WantsDefaultContentAppearance": .bool(true), "CanOverlapSourceViewRect": .bool(false),
        "ArrowHeight": .double(13), "ArrowBase": .double(26),
        "ContentViewInsets": DBusInsets(top: 0, left: 0, bottom: 0, right: 0).variant,
        "BackgroundFillColor": .string(""), "BackgroundBorderColor": .string(""),
        "ContentExtendsUnderArrow": .bool(false), "Frame": DBusRect.zero.variant,
        "ContentFrame": DBusRect.zero.variant, "ArrowOffset": .double(0), "Presented": .bool(false),
        "AdaptivePresentationStyle": .string("none"), "Delegate": ClientObject.none.variant,
        "AdaptiveSheetPresentationController": [
            "Detents": ["large"].variant, "SelectedDetent": Variant.string(""), "PrefersGrabberVisible": .bool(false),
        ].variant,
    ]

    /// Invalid values by the error that they cause, each with the part of the value that the message contains.
    private var invalid: [String: [(property: String, value: Variant, reported: String)]] {
        let (first, bar) = (stage.children[0], BusClient.bar(of: stage.tabs))
        func view(_ path: ObjectPath, _ view: UInt32) -> Variant {
            ViewReference(viewController: path, view: view).variant
        }
        func rect(_ x: Double, _ y: Double, _ width: Double = 1, _ height: Double = 1) -> Variant {
            DBusRect(x, y, width, height).variant
        }
        func margins(_ top: Double) -> Variant { DBusInsets(top: top, left: 0, bottom: 0, right: 0).variant }
        let views = [ViewReference](repeating: stage.source, count: 257)
        let sheet = "AdaptiveSheetPresentationController"
        return [
            "LimitsExceeded": [("PassthroughViews", views.variant, "257")],
            "InvalidArgument": [
                ("SourceView", view("/nowhere", 1), "/nowhere"), ("SourceView", view(.none, 1), "'/'"),
                ("SourceView", view(first, 99), "\(first) has no view 99"),
                ("SourceView", view(bar, 1), "\(bar) has no view 1"),
                ("SourceView", view(BusClient.bar(of: first), 0), first.text), ("SourceRect", rect(.nan, 0), "nan"),
                ("SourceRect", rect(0, 0, .infinity, 1), "inf"),
                ("SourceRect", rect(.infinity, .infinity, 1, 0), "inf"),
                ("SourceRect", rect(-.infinity, -.infinity, 0, 0), "-inf"),
                ("BarButtonItem", view("/nowhere", 1), "/nowhere"), ("BarButtonItem", view(bar, 1), bar.text),
                ("PermittedArrowDirections", .uint64(.max), "18446744073709551615"),
                ("PopoverLayoutMargins", margins(.nan), "nan"), ("PopoverLayoutMargins", margins(.infinity), "inf"),
                ("BackgroundColor", .string("mauve"), "mauve"),
                ("PassthroughViews", [stage.source, .none].variant, "(/, 0)"),
                ("PassthroughViews", .array(of: "(ou)", [view(first, 99)]), "\(first) has no view 99"),
                ("PopoverBackgroundViewClass", .string("clock.Bubble"), "clock.Bubble"),
                (sheet, ["Detents": ["medium", "tiny"].variant].variant, "tiny"),
                (sheet, ["Detents": [String]().variant].variant, "Detents is empty"),
                (sheet, ["Detents": ["large", "large"].variant].variant, "has duplicates"),
                (sheet, ["SelectedDetent": Variant.string("medium")].variant, "'medium' is not one of Detents"),
            ],
            "InvalidArgs": [
                (sheet, ["Detent": Variant.string("large")].variant, "'Detent'; expected one of Detents, PrefersGrab"),
                (sheet, ["Detents": Variant.string("large")].variant, "'Detents'"),
                (sheet, ["PrefersGrabberVisible": Variant.uint32(1)].variant, "'PrefersGrabberVisible'"),
            ],
        ]
    }

    @Test(.rules("P12 P18 P20 P21 P24 P44 P45 P49 P75")) func `a new popover has defaults`() async throws {
        #expect(try await stage.all() == Self.defaults)
        try await stage.set(Contract.backgroundColor, to: "#ff0000")
        try await stage.setDelegate()
        #expect(await stage.present().value == "none")
        let shown = try await stage.all()
        #expect(shown["Delegate"] == ClientObject(name: stage.owner.connection.uniqueName, path: stage.object).variant)
        #expect(shown["Frame"] == PopoverStage.place.variant)
        #expect(shown["ContentFrame"] == DBusRect(352, 153, 320, 400).variant)
        #expect(shown["ArrowDirection"] == .uint64(1))
        #expect(shown["Presented"] == .bool(true))
        // None of these values survives the dismissal (P8).
        try await stage.dismiss()
        #expect(try await stage.all() == Self.defaults)
    }

    @Test(.rules("P12 P18 P22 P45 P75"), arguments: [false, true])
    func `invalid values are refused with the reason and change nothing`(isShown: Bool) async throws {
        if isShown { #expect(await stage.present().value == "none") }
        let before = try await stage.all()
        stage.user.clearSignals()
        for (error, cases) in invalid {
            for (property, value, reported) in cases {
                let found = await complaint {
                    try await stage.user.setAnything(property, of: Contract.name, at: stage.presented, to: value)
                }
                #expect(found.hasPrefix(error + ": ") && found.contains(reported), "\(property) = \(value): \(found)")
            }
        }
        #expect(try await stage.all() == before)
        #expect(stage.user.signals.isEmpty)
    }

    @Test(.rules("P12 P22 P28 P75")) func `unusual values can be set`() async throws {
        let (first, bar) = (stage.children[0], BusClient.bar(of: stage.tabs))
        let values: [(String, Variant)] = [
            ("SourceView", ViewReference(viewController: bar, view: 0).variant),
            ("SourceView", ViewReference(viewController: first, view: 1).variant),
            ("SourceView", ViewReference.none.variant), ("SourceView", stage.source.variant),
            ("SourceRect", DBusRect(5, 5, -3, -3).variant), ("SourceRect", DBusRect.null.variant),
            // The button does not exist. It counts as a missing anchor only at the end.
            ("BarButtonItem", ViewReference(viewController: first, view: 9).variant),
            ("BarButtonItem", ViewReference.none.variant), ("PermittedArrowDirections", .uint64(0)),
            ("PopoverLayoutMargins", DBusInsets(top: -5, left: 0, bottom: 900, right: 0).variant),
            ("BackgroundColor", .string("systemRed")), ("BackgroundColor", .string("")),
            ("PassthroughViews", [ViewReference](repeating: stage.source, count: 256).variant),
            (
                "AdaptiveSheetPresentationController",
                [
                    "Detents": ["medium", "large"].variant, "SelectedDetent": .string("medium"),
                    "PrefersGrabberVisible": .bool(true),
                ].variant
            ),
        ]
        for (property, value) in values {
            try await stage.user.setAnything(property, of: Contract.name, at: stage.presented, to: value)
            #expect(try await stage.all()[property] == value, "\(property)")
        }
        // Keys that are missing in a dictionary have their defaults.
        try await stage.set(Contract.adaptiveSheet, to: [:])
        #expect(
            try await stage.get(Contract.adaptiveSheet).variant == Self.defaults["AdaptiveSheetPresentationController"])
    }

    @Test(.rules("P5 P65"))
    func `an invalid popover option of Present is an error, and nothing is presented`() async throws {
        let before = try await stage.user.managedObjects()
        stage.user.clearSignals()
        func found(_ option: Variant, of controller: ObjectPath? = nil) async -> String {
            await complaint {
                try await stage.user.viewController(stage.children[0]).present(
                    controller ?? stage.presented, ["Popover": option])
            }
        }
        let anchor = stage.source.variant
        let nowhere = ViewReference(viewController: "/nowhere", view: 1).variant
        let cases: [([String: Variant], String, [String])] = [
            (["Sourceview": anchor], "InvalidArgs", ["'Sourceview'", "BackgroundColor", "SourceView"]),
            (["SourceView": anchor, "Frame": DBusRect.zero.variant], "InvalidArgs", ["'Frame'", "expected one of"]),
            (["SourceView": anchor, "ArrowDirection": .uint64(1)], "InvalidArgs", ["'ArrowDirection'"]),
            (["SourceView": .objectPath(stage.children[0])], "InvalidArgs", ["'SourceView'", "'(ou)'"]),
            (["SourceView": anchor, "PermittedArrowDirections": .uint32(1)], "InvalidArgs", ["'u'", "'t'"]),
            (["SourceView": anchor, "PermittedArrowDirections": .uint64(.max)], "InvalidArgument", ["\(UInt64.max)"]),
            (["SourceView": anchor, "SourceRect": DBusRect(.nan, 0, 1, 1).variant], "InvalidArgument", ["nan"]),
            (["SourceView": anchor, "BackgroundColor": .string("mauve")], "InvalidArgument", ["mauve"]),
            (["SourceView": nowhere], "InvalidArgument", ["/nowhere"]),
        ]
        for (option, name, parts) in cases {
            let error = await found(option.variant)
            for part in [name + ": "] + parts { #expect(error.contains(part), "\(option): \(error)") }
        }
        let type = await found(.string("SourceView"))
        #expect(type.hasPrefix("InvalidArgs: ") && type.contains("'Popover'"), "\(type)")
        // A controller in another style has no popover to set.
        let sheet = await found(["SourceView": anchor].variant, of: stage.children[1])
        #expect(sheet.hasPrefix("InvalidArgument: ") && sheet.contains("ModalPresentationStyle"), "\(sheet)")
        #expect(try await stage.user.managedObjects() == before)
        #expect(stage.user.signals.isEmpty)
        #expect(await stage.present().value == "none")
    }

    @Test(.rules("P5"))
    func `a refused presentation sets nothing, and a valid one sets all options at once`() async throws {
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

    @Test(.rules("P3 P4"))
    func `the interface is added and removed with the style, without other changes`() async throws {
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
        func read() async throws { _ = try await stage.user.popover(controller).presented }
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
