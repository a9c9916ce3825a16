// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The Swift SDK of tabd for authors of plugins, as a package of its own: `scripts/stage-sdk` puts it beside the sources.
let package = Package(
    name: "tabd-sdk",
    products: [
        .library(name: "TabPlugin", type: .static, targets: ["TabPlugin"]),
        .library(name: "TabPluginTesting", type: .static, targets: ["TabPluginTesting"]),
    ],
    targets: [
        .target(name: "BusValues", dependencies: ["CTabPlugin"], swiftSettings: settings),
        .target(name: "CTabPlugin"),
        .target(name: "CTabPluginTesting"),
        .target(
            name: "TabPlugin", dependencies: ["BusValues", "CTabPlugin", "ViewLayout"], swiftSettings: settings),
        .target(
            name: "TabPluginTesting", dependencies: ["BusValues", "CTabPlugin", "CTabPluginTesting", "TabPlugin"],
            swiftSettings: settings),
        .target(name: "ViewLayout", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
