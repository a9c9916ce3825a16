// swift-tools-version: 6.3
import PackageDescription

// The SDK is part of tabd. To use another one, set TABD_SDK in the environment or run `make TABD_SDK=FOLDER`.
let sdk = Context.environment["TABD_SDK"] ?? "__INTERFACE__"

let package = Package(
    name: "__ID__",
    products: [.library(name: "__ID__", type: .dynamic, targets: ["__MODULE__"])],
    dependencies: [.package(name: "tabd-sdk", path: sdk)],
    targets: [
        .target(
            name: "__MODULE__", dependencies: [.product(name: "TabPlugin", package: "tabd-sdk")],
            path: "Sources",
            // An undefined symbol is an error of the build, and not of the first start.
            linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "defs"])]),
        .testTarget(
            name: "__MODULE__Tests",
            dependencies: ["__MODULE__", .product(name: "TabPluginTesting", package: "tabd-sdk")], path: "Tests"),
    ]
)
