import Foundation
import TestSupport

/// A copy of the sources, with the products of the debug build in place of those of a release.
enum BuiltCheckout {
    /// Creates the copy in a folder that may exist.
    static func create(in folder: String) throws {
        let files = FileManager.default
        let build = folder + "/.build"
        try files.createDirectory(atPath: build, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: HouseCommand.package) where !name.hasPrefix(".") {
            try HouseCommand.run(["cp", "-a", HouseCommand.package + "/" + name, folder]).succeeded()
        }
        try files.createSymbolicLink(atPath: build + "/release", withDestinationPath: HouseCommand.binaries)
        try HouseCommand.run([
            HouseCommand.package + "/scripts/stage-plugins", HouseCommand.binaries, build + "/tabd-plugins-release",
        ]).succeeded()
        for stamp in ["release-stamp", "release-stamp-window"] {
            try Data().write(to: URL(fileURLWithPath: build + "/" + stamp))
        }
    }
}
