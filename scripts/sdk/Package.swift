// swift-tools-version: 6.2
import PackageDescription

// The Swift SDK of tabd for authors of plugins, as a package of its own: `scripts/stage-sdk` puts it beside the sources.
let package = Package(
    name: "tabd-sdk",
    products: [.library(name: "TabPlugin", type: .static, targets: ["TabPlugin"])],
    targets: [
        .target(name: "CTabPlugin"),
        .target(
            name: "TabPlugin", dependencies: ["CTabPlugin"],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
