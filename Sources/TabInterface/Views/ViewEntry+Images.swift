package import DBusInterface

/// The images that a view names, in its own keys and in its rows, items and menus.
extension ViewEntry {
    /// How the value of each key with images contains them.
    private enum Place {
        case value
        /// A list of structures, by the index of the field.
        case field(Int)
    }

    /// The keys of all classes.
    private static let places: [String: Place] = {
        var places: [String: Place] = [:]
        for key in ViewClasses.all.flatMap(\.keys.values) {
            switch key.rule {
            case .image: places[key.name] = .value
            case .rows: places[key.name] = .field(2)
            case .items: places[key.name] = .field(1)
            case .menu: places[key.name] = .field(3)
            default: break
            }
        }
        return places
    }()

    /// Calls a function with each image that the view names.
    package func forEachImage(_ body: (String) -> Void) {
        for (key, value) in properties {
            switch (Self.places[key], value) {
            case (.value, .string(let image)): body(image)
            case (.field(let field), .array(_, let elements)):
                for case .structure(let fields) in elements {
                    if field < fields.count, case .string(let image) = fields[field] { body(image) }
                }
            default: break
            }
        }
    }

    /// Returns the view with other images. Values of a wrong type are left alone, and are refused later.
    ///
    /// - Parameter replace: Returns the new image; nil to keep it.
    package func replacingImages(
        _ replace: (String) throws(DBusError) -> String?
    ) throws(DBusError) -> ViewEntry {
        var entry = self
        for (key, value) in properties {
            switch (Self.places[key], value) {
            case (.value, .string(let image)):
                if let new = try replace(image) { entry.properties[key] = .string(new) }
            case (.field(let field), .array(let type, var elements)):
                var isChanged = false
                for (index, element) in elements.enumerated() {
                    guard case .structure(var fields) = element, field < fields.count,
                        case .string(let image) = fields[field], let new = try replace(image)
                    else { continue }
                    fields[field] = .string(new)
                    elements[index] = .structure(fields)
                    isChanged = true
                }
                if isChanged { entry.properties[key] = .array(of: type, elements) }
            default: break
            }
        }
        return entry
    }
}
