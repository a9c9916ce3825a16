import DBusInterface
import TabInterface

/// The methods that a client's object implements, as given to RegisterViewController.
struct OwnerMethods {
    private typealias Remote = RemoteViewControllerInterface

    private static let allNames = Set(Remote.description.members.map(\.name))
    private static let byDefault = allNames.subtracting(Remote.optInMethods)

    /// All methods, for an object that a factory has created.
    static let all = OwnerMethods(names: allNames)

    private let names: Set<String>

    private init(names: Set<String>) { self.names = names }

    /// - Parameter names: nil if not given.
    /// - Throws: `InvalidArgument` for a name that is not one of the methods.
    init(_ names: [String]?) throws(DBusError) {
        self.names = names.map { Set($0) } ?? Self.byDefault
        guard let unknown = self.names.subtracting(Self.allNames).min() else { return }
        throw .invalidArgument(
            "Methods: '\(unknown.prefix(80))' is not a method of \(Remote.name); expected "
                + Self.allNames.sorted().joined(separator: ", "))
    }

    func has(_ name: String) -> Bool { names.contains(name) }
}
