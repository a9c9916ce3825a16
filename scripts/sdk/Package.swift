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
    products: [.library(name: "TabPlugin", type: .static, targets: ["TabPlugin"])],
    targets: [
        .target(name: "BusValues", dependencies: ["CTabPlugin"], swiftSettings: settings),
        .target(name: "CTabPlugin"),
        .target(name: "TabPlugin", dependencies: ["BusValues", "CTabPlugin"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
