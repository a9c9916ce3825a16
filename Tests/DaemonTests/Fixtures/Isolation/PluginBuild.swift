import Foundation
import TestSupport

/// Builds a plugin from its source as its author would, against the products of this build.
enum PluginBuild {
    private static var products: String { BuiltProducts.directory }

    /// The compiler settings of this package, and the location of the SDK's modules.
    static var swiftFlags: [String] {
        let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
        return ["-parse-as-library", "-swift-version", "6", "-I", products + "/Modules", "-Xcc"]
            + ["-fmodule-map-file=\(products)/CTabPlugin.build/module.modulemap"]
            + features.flatMap { ["-enable-upcoming-feature", $0] }
    }

    /// Creates `FOLDER/ID/` from a single Swift source and a manifest.
    static func swift(_ source: String, manifest: String, in folder: String) throws -> HouseCommand {
        // The folders may also have the objects of sources that were removed.
        let sdk = try ["BusValues", "TabPlugin", "ViewLayout"].flatMap { module in
            let map = URL(fileURLWithPath: "\(products)/\(module).build/output-file-map.json")
            let outputs = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: map))
            return outputs.values.compactMap { $0["object"] }
        }
        return try build(source, named: "plugin.swift", manifest: manifest, in: folder) { source, library in
            ["swiftc", "-emit-library", "-module-name", "Example"] + swiftFlags + [source, "-o", library] + sdk
        }
    }

    /// Creates `FOLDER/ID/` from a single C source and a manifest.
    static func c(_ source: String, manifest: String, in folder: String) throws -> HouseCommand {
        let include = HouseCommand.package + "/Sources/CTabPlugin/include"
        let compiler = HouseCommand.isInstalled("/usr/bin/cc") ? "cc" : "clang"
        return try build(source, named: "plugin.c", manifest: manifest, in: folder) { source, library in
            [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I", include]
                + ["-o", library, source]
        }
    }

    private static func build(
        _ source: String, named name: String, manifest: String, in folder: String,
        _ command: (_ source: String, _ library: String) -> [String]
    ) throws -> HouseCommand {
        let files = FileManager.default
        let names = try ManifestNames(manifest)
        let plugin = folder + "/" + names.id
        try CPlugin.createFolder(plugin)
        let scratch = try TemporaryFolder()
        try source.write(toFile: scratch.path + "/" + name, atomically: true, encoding: .utf8)
        try manifest.write(toFile: plugin + "/plugin.toml", atomically: true, encoding: .utf8)
        let run = try HouseCommand.run(command(scratch.path + "/" + name, plugin + "/" + names.library), timeout: 300)
        for file in try files.contentsOfDirectory(atPath: plugin) {
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: plugin + "/" + file)
        }
        return run
    }
}
