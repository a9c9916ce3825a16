// swift-tools-version: 6.2
import Foundation
import PackageDescription

// `make fuzz`: the fuzz targets are a program then, with libFuzzer in it, and else tests that run on their corpora.
let isFuzzing = ProcessInfo.processInfo.environment["TABD_FUZZ"] == "1"

// The path of the static library of utf8proc, from the Makefile. Without it, the shared library is used.
let staticUTF8Proc = Context.environment["TABD_UTF8PROC"] ?? ""

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// MARK: Modules and their tests, from the bottom up

/// `ARCHITECTURE.md` says what each module is for, and what it may import.
let modules: [Target] = [
    .systemLibrary(name: "CDBus", path: "Sources/CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(
        name: "CFriBidi", path: "Sources/CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .systemLibrary(
        name: "CImageCodecs", path: "Sources/CImageCodecs", pkgConfig: "libpng",
        providers: [.apt(["libpng-dev", "libturbojpeg0-dev"])]),
    .systemLibrary(
        name: "CMessageDigest", path: "Sources/CMessageDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(
        name: "CSDBus", path: "Sources/CSDBus", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
        name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
        name: "CSystemd", path: "Sources/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CUTF8Proc", path: "Sources/CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .target(name: "CTabPlugin", path: "Sources/CTabPlugin"),
    .target(name: "BusValues", dependencies: ["CTabPlugin"]),
    .target(name: "DBusInterface", dependencies: ["BusValues"]),
    .target(name: "Processes", dependencies: ["CSystemd"]),
    .target(name: "EventLoop", dependencies: ["CSystemd", "Processes"]),
    .target(
        name: "DBusConnection", dependencies: ["CDBus", "CSystemd", "DBusInterface", "EventLoop", "Processes"]),
    .target(name: "TOML"),
    .target(name: "TabIdentity"),
    .target(name: "TabModel", dependencies: ["TabIdentity"]),
    .target(name: "TabInterface", dependencies: ["DBusInterface", "TabIdentity"]),
    .target(name: "ViewLayout"),
    .target(name: "TabPlugin", dependencies: ["BusValues", "CTabPlugin", "ViewLayout"]),
    .target(name: "CTabPluginTesting"),
    .target(name: "TabPluginTesting", dependencies: ["BusValues", "CTabPlugin", "CTabPluginTesting", "TabPlugin"]),
    .target(name: "LayoutFile", dependencies: ["DBusInterface", "TOML", "TabInterface"]),
    .target(
        name: "PluginHosting",
        dependencies: [
            "BusValues", "CTabPlugin", "DBusConnection", "DBusInterface", "EventLoop", "Processes", "TOML",
            "TabInterface",
            logging,
        ]),
    .target(name: "TabStore", dependencies: ["CSQLite"]),
    .target(
        name: "TabDaemon",
        dependencies: [
            "CMessageDigest", "DBusConnection", "DBusInterface", "EventLoop", "LayoutFile", "PluginHosting",
            "Processes", "TOML", "TabInterface", "TabModel", "TabStore", "ViewLayout", logging,
        ]),
    .target(name: "TabClient", dependencies: ["DBusConnection", "DBusInterface", "EventLoop", "TabInterface"]),
    .target(name: "TabMirror", dependencies: ["DBusInterface", "TabInterface"]),
    .target(
        name: "TabFrontEnd",
        dependencies: ["DBusConnection", "DBusInterface", "EventLoop", "TabClient", "TabInterface", "TabMirror"]),
    .target(
        name: "TerminalUI", dependencies: ["CFriBidi", "CUTF8Proc", "Processes"],
        linkerSettings: [
            staticUTF8Proc.hasPrefix("/") ? .unsafeFlags([staticUTF8Proc]) : .linkedLibrary("utf8proc")
        ]),
    .target(
        name: "TabControl",
        dependencies: [
            "DBusConnection", "DBusInterface", "EventLoop", "Processes", "TOML", "TabClient", "TabFrontEnd",
            "TabInterface", "TabMirror", "TerminalUI", argumentParser,
        ]),
]

let tests: [Target] = [
    .testTarget(
        name: "DBusConnectionTests",
        dependencies: ["CDBus", "DBusConnection", "DBusInterface", "EventLoop", "TestSupport"]),
    .testTarget(name: "TOMLTests", dependencies: ["TOML", "TestSupport"]),
    .testTarget(name: "TabModelTests", dependencies: ["TabModel", "TestSupport"]),
    .testTarget(name: "ViewLayoutTests", dependencies: ["TestSupport", "ViewLayout"]),
    .testTarget(
        name: "PluginHostingTests",
        dependencies: [
            "CTabPlugin", "DBusConnection", "DBusInterface", "EventLoop", "PluginHosting", "Processes",
            "TabInterface", "TestSupport",
        ]),
    .testTarget(
        name: "TabStoreTests",
        dependencies: [
            "DBusConnection", "DBusInterface", "EventLoop", "SmallDisk", "TabInterface", "TabStore", "TestSupport",
        ],
        resources: [.copy("Fixtures")]),
    .testTarget(
        name: "DaemonTests",
        dependencies: [
            "DBusConnection", "DBusInterface", "EventLoop", "LayoutFile", "PluginHosting", "TabClient", "TabControl",
            "TabDaemon", "TabFrontEnd", "TabInterface", "TabMirror", "TabModel", "TabStore", "TestClient",
            "TestSupport",
        ],
        resources: [.copy("Golden")]),
    .testTarget(
        name: "TabMirrorTests", dependencies: ["DBusInterface", "TabInterface", "TabMirror", "TestSupport"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI", "TestSupport"]),
    .testTarget(
        name: "TabControlTests",
        dependencies: [
            "DBusInterface", "TabControl", "TabFrontEnd", "TabInterface", "TabMirror", "TerminalUI", "TestSupport",
            argumentParser,
        ]),
    .testTarget(name: "ClockTests", dependencies: ["ClockPlugin", "TabPlugin", "TestSupport"]),
    .testTarget(name: "MediaTests", dependencies: ["Media", "TestSupport"]),
    .testTarget(name: "TabPluginTestingTests", dependencies: ["TabPlugin", "TabPluginTesting"]),
]

// MARK: Bundled plugins

let plugins: [Target] = [
    .target(
        name: "ClockPlugin", dependencies: ["TabPlugin"], path: "Plugins/Clock", exclude: ["README.md", "plugin.toml"]),
    .target(
        name: "GalleryPlugin", dependencies: ["TabPlugin"], path: "Plugins/Gallery",
        exclude: ["images", "plugin.toml"]),
    .target(name: "Media", dependencies: ["CImageCodecs", "CSDBus", "TabPlugin"], path: "Plugins/Media/Sources"),
    .target(name: "MediaPlugin", dependencies: ["Media", "TabPlugin"], path: "Plugins/Media/Entry"),
    .target(
        name: "NotesPlugin", dependencies: ["TabPlugin"], path: "Plugins/Notes", exclude: ["README.md", "plugin.toml"]),
    .target(
        name: "SettingsPlugin", dependencies: ["TabPlugin"], path: "Plugins/Settings",
        exclude: ["README.md", "plugin.toml"]),
    .target(
        name: "WorkspacePlugin", dependencies: ["TabPlugin"], path: "Plugins/Workspace",
        exclude: ["README.md", "plugin.toml"]),
]

// MARK: Fixtures of the tests

let fixtures: [Target] = [
    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    .target(name: "TestFolder", path: "Tests/TestFolder"),
    .target(
        name: "TestSupport",
        dependencies: [
            "CVTerm", "DBusConnection", "DBusInterface", "EventLoop", "Processes", "TabClient", "TabInterface",
            "TestFolder",
        ],
        path: "Tests/TestSupport"),
    .executableTarget(
        name: "TestClient",
        dependencies: ["DBusConnection", "DBusInterface", "EventLoop", "TabInterface", "TestSupport"],
        path: "Tests/TestClient"),
    .executableTarget(name: "SmallDisk", dependencies: ["TabStore", "TestSupport"], path: "Tests/SmallDisk"),
    .target(name: "TestPlugin", dependencies: ["TabPlugin"], path: "Tests/TestPlugin", exclude: ["plugin.toml"]),
    .target(
        name: "MisbehavingPlugin", dependencies: ["TabPlugin"], path: "Tests/MisbehavingPlugin",
        exclude: ["plugin.toml"]),
]

// MARK: Executables

let executables: [Target] = [
    .executableTarget(name: "tabctl", dependencies: ["TabControl"]),
    .executableTarget(name: "tabd", dependencies: ["TabDaemon"]),
    .executableTarget(name: "tabd-plugin-host", dependencies: ["PluginHosting"]),
]

// MARK: The window

/// A front end with GTK. `make window` adds it, and `make test` where its packages are.
let hasWindow = Context.environment["TABD_WINDOW"] == "1"
let window: [Target] = [
    .systemLibrary(
        name: "CAdwaita", path: "Sources/CAdwaita", pkgConfig: "libadwaita-1",
        providers: [.apt(["libadwaita-1-dev"])]),
    .target(name: "GTKWidgets", dependencies: ["CAdwaita", "EventLoop"]),
    .target(
        name: "TabWindow",
        dependencies: [
            "DBusConnection", "DBusInterface", "EventLoop", "GTKWidgets", "TabClient", "TabFrontEnd", "TabInterface",
            "TabMirror", argumentParser,
        ]),
    .executableTarget(name: "tabd-window", dependencies: ["TabWindow"]),
]
let windowTests: [Target] = [
    .testTarget(
        name: "TabWindowTests",
        dependencies: [
            "DBusConnection", "DBusInterface", "EventLoop", "TabClient", "TabFrontEnd", "TabInterface", "TabMirror",
            "TestSupport",
        ]),
    .executableTarget(
        name: "WindowProbe", dependencies: ["CAdwaita", "EventLoop", "GTKWidgets", "TabWindow"],
        path: "Tests/WindowProbe"),
]

// MARK: The package

let package = Package(
    name: "tabd",
    products: [
        .executable(name: "tabctl", targets: ["tabctl"]),
        .executable(name: "tabd", targets: ["tabd"]),
        .executable(name: "tabd-plugin-host", targets: ["tabd-plugin-host"]),
        .library(name: "TabPlugin", targets: ["TabPlugin"]),
        .library(name: "TabPluginTesting", targets: ["TabPluginTesting"]),
        .library(name: "clock", type: .dynamic, targets: ["ClockPlugin"]),
        .library(name: "gallery", type: .dynamic, targets: ["GalleryPlugin"]),
        .library(name: "media", type: .dynamic, targets: ["MediaPlugin"]),
        .library(name: "misbehaving", type: .dynamic, targets: ["MisbehavingPlugin"]),
        .library(name: "notes", type: .dynamic, targets: ["NotesPlugin"]),
        .library(name: "settings", type: .dynamic, targets: ["SettingsPlugin"]),
        .library(name: "testplugin", type: .dynamic, targets: ["TestPlugin"]),
        .library(name: "workspace", type: .dynamic, targets: ["WorkspacePlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: modules + tests + plugins + fixtures + executables + (hasWindow ? window + windowTests : []),
    swiftLanguageModes: [.v6]
)

// MARK: Fuzz targets

let fuzzed: [Target.Dependency] = [
    "CDBus", "DBusConnection", "DBusInterface", "EventLoop", "LayoutFile", "PluginHosting", "TOML", "TabControl",
    "TabDaemon",
    "TabInterface", "TabMirror", "TabModel", "TabStore", "TerminalUI",
]
let unused = ["Corpora", "README.md"]
package.targets.append(
    isFuzzing
        ? .executableTarget(
            name: "tabd-fuzz", dependencies: fuzzed, path: "Fuzz", exclude: unused + ["Tests"],
            sources: ["Engine", "Targets"])
        : .testTarget(
            name: "FuzzTests", dependencies: fuzzed + ["TestSupport"], path: "Fuzz", exclude: unused + ["Engine"],
            sources: ["Targets", "Tests"]))

// MARK: Settings of all targets

// `make sanitize-parsers`: only the modules that parse foreign bytes, and their tests, without what is built on them.
if Context.environment["TABD_PARSERS"] == "1" {
    let above = ["LayoutFile", "TabControl", "TabDaemon", "TabFrontEnd", "TabModel", "PluginHosting"]
    let parserTests = ["DBusConnectionTests", "TOMLTests", "TabMirrorTests", "TabStoreTests", "TerminalUITests"]
    let others =
        (plugins + executables + window).map(\.name) + above + ["MisbehavingPlugin", "TestClient", "TestPlugin"]
    package.targets.removeAll { others.contains($0.name) || $0.type == .test && !parserTests.contains($0.name) }
    package.targets.removeAll { ["CTabPluginTesting", "TabPluginTesting", "WindowProbe"].contains($0.name) }
    package.products = []
}

// `make run` and `make release`: without what only tests need.
if Context.environment["TABD_SHIPPED"] == "1" {
    package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
    package.targets.removeAll { $0.name.hasSuffix("TabPluginTesting") }
    package.products.removeAll { ["TabPluginTesting", "misbehaving", "testplugin"].contains($0.name) }
}

// Programs and plugins bind all their symbols at the start, and their tables of addresses are read-only from then on.
let bindsAtStart = LinkerSetting.unsafeFlags(["relro", "now"].flatMap { ["-Xlinker", "-z", "-Xlinker", $0] })
for target in package.targets where target.type == .executable || target.name.hasSuffix("Plugin") {
    target.linkerSettings = [bindsAtStart]
}

// `make test`: tests spend most time in these programs and modules, which take half as long with optimization. The tests
// themselves are not optimized, so that their objects live to the end of a function. Nothing is inlined between modules,
// because the compiler of Swift 6.3 crashes when it does that in a debug build.
let isOptimized = Context.environment["TABD_OPTIMIZED"] == "1"
let optimized = Set((modules + plugins + executables + window).map(\.name) + ["TestSupport"])

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
        // Isolation is checked where C calls back (EventLoop.assumeIsolated); the compiler's further checks at run time
        // cost a fifth of a Properties.Get. Debug builds, and so the tests, have them all.
        .unsafeFlags(
            ["-enforce-exclusivity=unchecked", "-Xfrontend", "-disable-dynamic-actor-isolation"],
            .when(configuration: .release)),
    ]
    if isOptimized, optimized.contains(target.name) {
        target.swiftSettings?.append(
            .unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-cmo"]))
    }
}
