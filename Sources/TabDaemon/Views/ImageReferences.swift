import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface

/// Looks up the images that callers name: icon names, `file:` URIs, names of added images, and files in the folder of the
/// calling plugin (`S-197`).
@EventLoop
final class ImageReferences {
    private struct File {
        let identity: FileVersion
        let name: String
    }

    let library: ImageLibrary
    private let plugins: PluginCatalog
    /// The files that were read, by plugin and path.
    private var files: [String: [String: File]] = [:]

    /// The messages about icons that were logged.
    private var reported: Set<String> = []

    /// The number of files of a plugin that are remembered. More are read again.
    private static let maximumFiles = 1024

    init(_ library: ImageLibrary, plugins: PluginCatalog) {
        self.library = library
        self.plugins = plugins
    }

    /// Returns the image that a caller names, in the form of the contract; nil for `""`.
    ///
    /// - Parameters:
    ///   - caller: `""` for the daemon, which may name images that it lacks.
    ///   - record: The view controller that is to name it; nil for one that the caller is about to create.
    /// - Throws: `InvalidArgument` for another text, an unknown image, and a file that can't be used, `LimitsExceeded` if the
    ///   account of the view controller has no room for the image.
    func image(_ text: String, for caller: String, on record: ControllerRecord?) throws(DBusError) -> String? {
        let image = try image(text, for: caller)
        try requireRoom(for: image.map { [$0] } ?? [], caller, on: record)
        return image
    }

    /// Throws `LimitsExceeded` unless the account of a view controller has room for the images that it is to name. Each
    /// image that is named counts for the account of the view controllers that name it, whichever client has added it.
    private func requireRoom(
        for images: [String], _ caller: String, on record: ControllerRecord?
    ) throws(DBusError) {
        guard !caller.isEmpty, images.contains(where: { ImageName.isName($0) }) else { return }
        let holder = record == nil ? PluginCaller.plugin(caller) ?? caller : record?.holder
        try library.requireRoom(toName: images.filter { ImageName.isName($0) }, for: holder)
    }

    /// Throws `LimitsExceeded` unless a caller has room for the images that the arguments of a new view controller name.
    func requireRoom(forArguments arguments: [String: Variant], of caller: String?) throws(DBusError) {
        guard let caller else { return }
        try library.requireRoom(toName: arguments.values.flatMap(\.imageNames), for: caller)
    }

    private func image(_ text: String, for caller: String) throws(DBusError) -> String? {
        if ImageName.isPath(text), let plugin = PluginCaller.plugin(caller) {
            return try image(inFile: text, of: plugin)
        }
        let image = try TextRules.image(text)
        if let image, ImageName.isName(image), !caller.isEmpty, !library.contains(image) {
            throw ImageLibrary.unknown(image)
        }
        return image
    }

    /// Returns views with the images that a caller names.
    func views(
        _ entries: [ViewEntry], for caller: String, on record: ControllerRecord?
    ) throws(DBusError) -> [ViewEntry] {
        // Each file is read once: rows often have the same.
        var known: [String: String?] = [:]
        let views = try entries.map { (entry) throws(DBusError) in
            try entry.replacingImages { (text) throws(DBusError) in
                // All other texts are checked with the view.
                guard ImageName.isPath(text) || ImageName.isName(text) else { return nil }
                if let name = known[text] { return name }
                do throws(DBusError) {
                    let name = try image(text, for: caller)
                    known[text] = .some(name)
                    return name
                } catch {
                    throw DBusError(name: error.name, message: "view \(entry.id): \(error.message)")
                }
            }
        }
        try requireAll(known.values.compactMap(\.self), for: caller, on: record)
        return views
    }

    /// Throws `LimitsExceeded` if an image of a change had to make room for a later one, or if the account of the view
    /// controller has no room for them.
    private func requireAll(
        _ images: [String], for caller: String, on record: ControllerRecord?
    ) throws(DBusError) {
        guard !caller.isEmpty, let lost = images.first(where: { ImageName.isName($0) && !library.contains($0) }) else {
            return try requireRoom(for: images, caller, on: record)
        }
        throw .limitsExceeded(
            "the images of one change do not fit into the quota: \(ImageName.short(lost)) made room for another "
                + "(image_content in [limits] of tabd.toml)")
    }

    /// Returns a change of rows with the images that a caller names.
    func rows(
        _ change: TableChange, for caller: String, on record: ControllerRecord?
    ) throws(DBusError) -> TableChange {
        var known: [String: String] = [:]
        func replaced(_ rows: [PlacedRow]) throws(DBusError) -> [PlacedRow] {
            try rows.map { (placed) throws(DBusError) in
                var placed = placed
                let text = placed.row.image
                if known[text] == nil { known[text] = try image(text, for: caller) ?? "" }
                placed.row.image = known[text] ?? ""
                return placed
            }
        }
        var change = change
        change.inserted = try replaced(change.inserted)
        change.reloaded = try replaced(change.reloaded)
        try requireAll(Array(known.values), for: caller, on: record)
        return change
    }

    /// Returns buttons with the images that a caller names.
    func buttons(
        _ entries: [BarButtonItemEntry], for caller: String, on record: ControllerRecord?
    ) throws(DBusError) -> [BarButtonItemEntry] {
        let buttons = try entries.map { (entry) throws(DBusError) in
            var entry = entry
            entry.image = try image(entry.image, for: caller) ?? ""
            return entry
        }
        try requireAll(buttons.map(\.image), for: caller, on: record)
        return buttons
    }

    /// Returns the icon of a class; empty if the file in the plugin's folder can't be used.
    func icon(of pluginClass: Manifest.PluginClass, in plugin: Plugin?) -> String {
        guard ImageName.isPath(pluginClass.icon), let plugin else { return pluginClass.icon }
        do throws(DBusError) {
            return try image(inFile: pluginClass.icon, of: plugin.id)
        } catch {
            let message = "plugin '\(plugin.id)': the icon of class '\(pluginClass.name)': \(error.message)"
            // It is read for each new view controller and each layout.
            if reported.count < Self.maximumFiles, reported.insert(message).inserted { log.warning("\(message)") }
            return ""
        }
    }

    private func image(inFile path: String, of id: String) throws(DBusError) -> String {
        guard let plugin = plugins.registry?.plugin(id) else {
            throw .invalidArgument("'\(path.prefix(200))': the plugin '\(id)' is not installed")
        }
        let file = try plugin.openFile(path)
        if let known = files[id]?[path], known.identity == file.identity, library.contains(known.name) {
            // It counts as added again.
            if library.touch(known.name, for: id) { return known.name }
        }
        do throws(DBusError) {
            let name = try library.add(try file.read(limit: library.maximumSize), for: id)
            if files[id]?.count ?? 0 >= Self.maximumFiles { files[id] = nil }
            files[id, default: [:]][path] = File(identity: file.identity, name: name)
            return name
        } catch {
            throw DBusError(name: error.name, message: "'\(path.prefix(200))': \(error.message)")
        }
    }
}
