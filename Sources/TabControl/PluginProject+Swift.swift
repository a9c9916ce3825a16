/// A Swift package with a dynamic library, which depends on the SDK by path.
extension PluginProject {
    var swiftFiles: [File] {
        [
            File(name: "Sources/\(className).swift", text: swiftSource(className: className)),
            File(name: "Package.swift", text: swiftPackage), File(name: "Makefile", text: swiftMakefile),
        ]
    }

    /// The SDK's library.
    private static let product = "TabPlugin"

    /// A module must not have the name of another one, be it Swift's own or the SDK's.
    private var module: String {
        let name = title.replacing(" ", with: "") + "Plugin"
        return [Self.product, "CTabPlugin"].contains(name) ? "Own" + name : name
    }

    func swiftSource(className: String) -> String {
        """
        import \(Self.product)

        /// A tab with a label and a button that counts.
        final class \(className): ViewController {
            private let label = Label()
            private let button = Button(title: "Tap me")
            private var count = 0 { didSet { showCount() } }

            override func viewDidLoad() {
                super.viewDidLoad()
                // Scripts find a view by its identifier.
                label.identifier = "Count"
                label.style = .title
                label.alignment = .center
                view.addSubview(label)

                button.identifier = "Tap"
                button.style = .filled
                button.addAction(for: .primaryActionTriggered) { [weak self] in self?.count += 1 }
                view.addSubview(button)
                showCount()
            }

            private func showCount() { label.text = "Taps: \\(count)" }

            override func viewWillLayoutSubviews() {
                super.viewWillLayoutSubviews()
                // What no bar covers.
                let area = view.bounds.inset(by: view.safeAreaInsets)
                label.frame = Rect(x: area.x, y: area.y + 16, width: area.width, height: 40)
                button.frame = Rect(x: area.midX - 80, y: area.y + 72, width: 160, height: 44)
            }

            // What brings the content back in another life of this controller.

            override func encodeRestorableState(with coder: Coder) {
                super.encodeRestorableState(with: coder)
                coder.encode(count, forKey: "Count")
            }

            /// Comes before `viewDidLoad`. Another version of the plugin may have written the state.
            override func decodeRestorableState(with coder: Coder) {
                super.decodeRestorableState(with: coder)
                count = max(coder.decodeInt(forKey: "Count") ?? 0, 0)
            }
        }

        /// Where tabd enters. The classes stand in `manifest.json` as well.
        @c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
            Plugin.start(host, [\(className).self])
        }

        """
    }

    private var swiftPackage: String {
        let literal = interface.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return """
            // swift-tools-version: 6.3
            import PackageDescription

            // The SDK came with tabd. TABD_SDK in the environment, or `make TABD_SDK=FOLDER`, names another one.
            let sdk = Context.environment["TABD_SDK"] ?? "\(literal)"

            let package = Package(
                name: "\(id)",
                products: [.library(name: "\(id)", type: .dynamic, targets: ["\(module)"])],
                dependencies: [.package(name: "tabd-sdk", path: sdk)],
                targets: [
                    .target(
                        name: "\(module)", dependencies: [.product(name: "\(Self.product)", package: "tabd-sdk")],
                        path: "Sources")
                ]
            )

            """
    }

    private var swiftMakefile: String {
        """
        # make, make install, make uninstall, make clean; CONFIGURATION=release for a faster and smaller library.

        ID = \(id)
        CONFIGURATION ?= debug
        # Where tabd looks for the plugins of this user.
        PLUGINS ?= $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/tabd/plugins
        BUILD = swift build -c $(CONFIGURATION)

        .PHONY: all clean install uninstall

        # Swift has no stable ABI on Linux: the manifest tells the release of the compiler, which must be tabd's.
        all:
        \t$(BUILD)
        \tumask 022 && mkdir -p build/$(ID)
        \tinstall -m 755 "$$($(BUILD) --show-bin-path)/lib$(ID).so" build/$(ID)/lib$(ID).so
        \trelease=$$(swift --version 2>/dev/null | sed -n 's/.*Swift version \\([0-9]*\\.[0-9]*\\).*/\\1/p' | head -n 1) && \\
        \t\tsed "s/@SWIFT@/$$release/" manifest.json >build/manifest.json
        \tinstall -m 644 build/manifest.json build/$(ID)/manifest.json

        \(installRecipe)

        clean:
        \trm -rf .build build

        """
    }
}
