import TestSupport
import Testing

/// The readable and writable properties of a popover, and the errors of invalid writes.
@EventLoop @Suite(.bus) struct PopoverPropertyTests {
    private typealias Contract = PopoverPresentationControllerInterface

    private static let defaults: [String: Variant] = [
        "SourceView": ViewReference.none.variant, "SourceRect": DBusRect.null.variant,
        "BarButtonItem": ViewReference.none.variant, "PermittedArrowDirections": .uint64(15),
        "ArrowDirection": .uint64(.max), "BackgroundColor": .string(""),
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

    /// A written value, its error, and the part of the value that the message contains.
    fileprivate struct Case {
        let property: String
        let value: Variant
        let error: String
        let reported: String

        init(_ property: String, _ value: Variant, _ error: String, _ reported: String) {
            self.property = property
            self.value = value
            self.error = error
            self.reported = reported
        }
    }

    private static func cases(_ stage: PopoverStage) -> [Case] {
        let (first, bar) = (stage.children[0], BusClient.bar(of: stage.tabs))
        func view(_ path: ObjectPath, _ view: UInt32) -> Variant {
            ViewReference(viewController: path, view: view).variant
        }
        func rect(_ x: Double, _ y: Double, _ width: Double = 1, _ height: Double = 1) -> Variant {
            DBusRect(x, y, width, height).variant
        }
        func margins(_ top: Double) -> Variant { DBusInsets(top: top, left: 0, bottom: 0, right: 0).variant }
        func sheet(_ key: String, _ value: Variant) -> Variant { [key: value].variant }
        let many = [ViewReference](repeating: stage.source, count: 257).variant
        return [
            Case("SourceView", view("/nowhere", 1), "InvalidArgument", "/nowhere"),
            Case("SourceView", view(.none, 1), "InvalidArgument", "'/'"),
            Case("SourceView", view(first, 99), "InvalidArgument", "\(first) has no view 99"),
            Case("SourceView", view(bar, 1), "InvalidArgument", "\(bar) has no view 1"),
            Case("SourceView", view(BusClient.bar(of: first), 0), "InvalidArgument", first.text),
            Case("SourceView", .objectPath(first), "InvalidArgs", "SourceView"),
            Case("SourceRect", rect(.nan, 0), "InvalidArgument", "nan"),
            Case("SourceRect", rect(0, 0, .infinity, 1), "InvalidArgument", "inf"),
            Case("SourceRect", rect(.infinity, .infinity, 1, 0), "InvalidArgument", "inf"),
            Case("SourceRect", rect(-.infinity, -.infinity, 0, 0), "InvalidArgument", "-inf"),
            Case("SourceRect", DBusSize(width: 1, height: 1).variant, "InvalidArgs", "SourceRect"),
            Case("BarButtonItem", view("/nowhere", 1), "InvalidArgument", "/nowhere"),
            Case("BarButtonItem", view(bar, 1), "InvalidArgument", bar.text),
            Case("BarButtonItem", .uint32(1), "InvalidArgs", "BarButtonItem"),
            Case("PermittedArrowDirections", .uint64(.max), "InvalidArgument", "18446744073709551615"),
            Case("PermittedArrowDirections", .uint32(15), "InvalidArgs", "'t'"),
            Case("PopoverLayoutMargins", margins(.nan), "InvalidArgument", "nan"),
            Case("PopoverLayoutMargins", margins(.infinity), "InvalidArgument", "inf"),
            Case("PopoverLayoutMargins", .double(10), "InvalidArgs", "PopoverLayoutMargins"),
            Case("BackgroundColor", .string("mauve"), "InvalidArgument", "mauve"),
            Case("BackgroundColor", .uint32(0xff0000), "InvalidArgs", "BackgroundColor"),
            Case("PassthroughViews", [stage.source, .none].variant, "InvalidArgument", "(/, 0)"),
            Case(
                "PassthroughViews", [ViewReference(viewController: first, view: 99)].variant, "InvalidArgument",
                "\(first) has no view 99"),
            Case("PassthroughViews", many, "LimitsExceeded", "257"),
            Case("PassthroughViews", stage.source.variant, "InvalidArgs", "PassthroughViews"),
            Case("PopoverBackgroundViewClass", .string("clock.Bubble"), "InvalidArgument", "clock.Bubble"),
            Case("PopoverBackgroundViewClass", .bool(true), "InvalidArgs", "PopoverBackgroundViewClass"),
            Case("CanOverlapSourceViewRect", .uint32(1), "InvalidArgs", "'b'"),
            Case("ContentExtendsUnderArrow", .string("true"), "InvalidArgs", "'b'"),
        ]
            + [
                Case(
                    sheet("Detent", .string("large")), "'Detent'; expected one of Detents, PrefersGrabberVisible",
                    "InvalidArgs"),
                Case(sheet("Detents", .string("large")), "'Detents'", "InvalidArgs"),
                Case(sheet("Detents", ["medium", "tiny"].variant), "tiny"),
                Case(sheet("Detents", [String]().variant), "Detents is empty"),
                Case(sheet("Detents", ["large", "large"].variant), "has duplicates"),
                Case(sheet("SelectedDetent", .string("medium")), "'medium' is not one of Detents"),
                Case(sheet("PrefersGrabberVisible", .uint32(1)), "'PrefersGrabberVisible'", "InvalidArgs"),
            ]
    }

    @Test(.rules("P12 P18 P20 P21 P24 P44 P45 P49 P75")) func `a new popover has defaults`() async throws {
        let stage = try await PopoverStage()
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
        let stage = try await PopoverStage()
        if isShown { #expect(await stage.present().value == "none") }
        let before = try await stage.all()
        stage.user.clearSignals()
        for it in Self.cases(stage) {
            let error = await refusal { () throws(DBusError) in
                try await stage.user.setAnything(it.property, of: Contract.name, at: stage.presented, to: it.value)
            }
            #expect(error?.name.hasSuffix("." + it.error) == true, "\(it.property) = \(it.value): \(error?.name ?? "")")
            #expect(
                error?.message.contains(it.reported) == true, "\(it.property) = \(it.value): \(error?.message ?? "")")
        }
        for property in [
            "WantsDefaultContentAppearance", "ArrowDirection", "Frame", "ContentFrame", "ArrowOffset", "Presented",
            "AdaptivePresentationStyle", "Delegate", "ArrowHeight", "ArrowBase", "ContentViewInsets",
            "BackgroundFillColor", "BackgroundBorderColor",
        ] {
            let found = await failure {
                try await stage.user.setAnything(
                    property, of: Contract.name, at: stage.presented, to: Self.defaults[property] ?? .bool(true))
            }
            #expect(found == "PropertyReadOnly", "\(property)")
        }
        #expect(try await stage.all() == before)
        #expect(stage.user.signals.isEmpty)
    }

    @Test(.rules("P12 P22 P28 P75")) func `unusual values can be set`() async throws {
        let stage = try await PopoverStage()
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
}

extension PopoverPropertyTests.Case {
    /// The case for a key of the sheet to which it adapts.
    fileprivate init(_ value: Variant, _ reported: String, _ error: String = "InvalidArgument") {
        self.init("AdaptiveSheetPresentationController", value, error, reported)
    }
}
