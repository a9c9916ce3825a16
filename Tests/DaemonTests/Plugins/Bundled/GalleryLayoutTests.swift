import TestSupport
import Testing

/// The Gallery in windows of all sizes.
@EventLoop @Suite(.bus) struct GalleryLayoutTests {
    @Test func `all views of the gallery fit into small and large windows`() async throws {
        let stage = try await GalleryStage()
        try await stage.client.window(stage.tabs).set(\.alwaysVisible, to: true)
        let sizes = [(320.0, 480.0), (375, 667), (568, 320), (768, 1024), (1024, 768)]
        for (width, height) in sizes {
            try await stage.client.window(stage.tabs).set(\.size, to: DBusSize(width: width, height: height))
            for (index, controller) in stage.controllers.enumerated() {
                try await stage.client.select(Int64(index), in: stage.tabs)
                let views = try await stage.views(of: controller)
                let insets = try await stage.client.viewController(controller).safeAreaInsets
                let safe = DBusRect(0, insets.top, width, height - insets.top - insets.bottom)
                for view in views where view.parent == 1 && view.className != "View" {
                    // Low windows are too small for all views. No view is wider than its window.
                    let isInside = height < 480 || safe.contains(view.frame)
                    #expect(isInside, "\(view.properties["Identifier"] ?? .string("")) in \(width) x \(height)")
                    #expect(view.frame.x >= 0 && view.frame.x + view.frame.width <= width + 0.01)
                    #expect(view.frame.width > 0 && (height < 480 || view.frame.height > 0))
                }
            }
        }
    }

    @Test(.rules("V8")) func `the gallery's box resizes its views in proportion`() async throws {
        let stage = try await GalleryStage()
        let masks = try await stage.controller("Masks")
        try await stage.send("valueChanged", .double(240), to: "Width", of: masks)
        try await stage.send("valueChanged", .double(160), to: "Height", of: masks)
        let views = try await stage.views(of: masks)
        func frame(_ name: String) -> DBusRect? { views.named("Mask-\(name)")?.frame }
        // The examples 1 to 20 at half their size. The box changed from 160 x 240 to 240 x 160.
        #expect(frame("None") == DBusRect(5, 26, 50, 14))
        #expect(frame("Width") == DBusRect(5, 44, 230, 14))
        #expect(frame("LeftMargin") == DBusRect(85, 62, 50, 14))
        #expect(frame("RightMargin") == DBusRect(5, 80, 50, 14))
        #expect(frame("Centred") == DBusRect(95, 98, 50, 14))
        #expect(frame("OneToThree") == DBusRect(47.5, 116, 50, 14))
        #expect(frame("Proportional") == DBusRect(30, 170, 60, 14))
        #expect(frame("BottomRight") == DBusRect(185, 108, 50, 20))
        #expect(frame("TabBar") == DBusRect(0, 135.5, 240, 24.5))
        #expect(frame("NavigationBar") == DBusRect(0, 0, 240, 22))
    }

    @Test func `the gallery animates its views only while it is shown`() async throws {
        let stage = try await GalleryStage()
        try await stage.client.window(stage.tabs).set(\.alwaysVisible, to: true)
        for name in ["Stress", "Pictures"] {
            let controller = try await stage.controller(name)
            let index = try #require(stage.controllers.firstIndex(of: controller))
            try await stage.client.select(Int64(index), in: stage.tabs)
            try await stage.client.barrier()
            stage.client.clearSignals()
            try await stage.client.waitForSignal("a change of \(name)") {
                $0.path == controller && $0.member == "ViewChanged"
            }
        }
    }

    @Test func `the gallery has the requested number of labels`() async throws {
        try await DaemonProcess.start()
        let client = try BusClient()
        for (count, labels) in [(1900, 1900), (1901, 200), (0, 200)] as [(UInt32, Int)] {
            let controller = try await client.manager.createViewController(
                "gallery.Stress", ["Arguments": (["Count": Variant.uint32(count)] as [String: Variant]).variant])
            try await client.viewController(controller).loadViewIfNeeded()
            let views = try await client.getView(of: controller).views
            let cells = views.count { ($0.properties["Identifier"]?.get() ?? "").hasPrefix("Cell-") }
            #expect(cells == labels)
        }
    }
}

extension DBusRect {
    fileprivate func contains(_ other: DBusRect) -> Bool {
        other.x >= x - 0.01 && other.y >= y - 0.01 && other.x + other.width <= x + width + 0.01
            && other.y + other.height <= y + height + 0.01
    }
}
