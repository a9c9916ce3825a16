import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The services for plugins: popovers. Plugins refer to view controllers by number.
extension Daemon {
    func present(
        _ presented: UInt64, from controller: UInt64, animated: Bool, popover: [String: Variant]
    ) throws(DBusError) {
        let (presented, id) = (ViewControllerID(presented), ViewControllerID(controller))
        var values: [String: Variant] = [:]
        for (name, value) in popover { values[name] = try Self.withPaths(value, named: name) }
        let configuration = try popoverConfiguration(values, of: presented)
        let settings = values
        try command {
            try $0.present(presented, from: id, animated: animated, popover: configuration)
        } run: { [unowned self] () throws(DBusError) in
            try present(presented, from: id, animated: animated, popover: settings) { _ in }
        }
    }

    func setPopoverProperty(_ name: String, to value: Variant, of controller: UInt64) throws(DBusError) {
        let id = try popover(of: controller)
        guard let setting = PopoverSetting(rawValue: name) else {
            throw .invalidArgument(
                "'\(name.prefix(80))' is not a writable popover property; expected "
                    + PopoverSetting.allCases.map(\.rawValue).sorted().joined(separator: ", "))
        }
        try setPopover(setting, to: try Self.withPaths(value, named: name), of: id)
    }

    func popoverProperty(_ name: String, of controller: UInt64) throws(DBusError) -> Variant {
        let id = try popover(of: controller)
        let facade = PopoverFacade(daemon: self, id: id, caller: "")
        let value = try PopoverFacade.interface.property(name).value(facade)
        guard PopoverSetting(rawValue: name)?.hasReferences == true else { return value }
        if let references = [ViewReference](variant: value) {
            return .array(of: "(tu)", references.map(\.numbers))
        }
        return value.get(as: ViewReference.self)?.numbers ?? value
    }

    func setPopoverDelegate(_ delegate: UInt64, of controller: UInt64) throws(DBusError) {
        let id = try popover(of: controller)
        guard delegate != 0 else { return setPopoverDelegate(nil, of: id, isGone: false) }
        let receiver = ViewControllerID(delegate)
        guard hierarchy.nodes.contains(receiver) else {
            throw .unknownObject("no view controller has the number \(delegate)")
        }
        guard popoverDelegates[id]?.receiver != .viewController(receiver) else { return }
        setPopoverDelegate(PopoverDelegate(receiver, timeout: Int32(deadlines.delegate)), of: id, isGone: false)
    }

    private func popover(of controller: UInt64) throws(DBusError) -> ViewControllerID {
        let id = ViewControllerID(controller)
        guard let popover = hierarchy.nodes.nearestPopover(of: id) else {
            throw .unknownInterface(
                "\(id.path) is not in a popover; its modal presentation style must be popover")
        }
        return popover
    }

    /// Converts references by number in a value to references by object path.
    static func withPaths(_ value: Variant, named name: String) throws(DBusError) -> Variant {
        guard PopoverSetting(rawValue: name)?.hasReferences == true else { return value }
        guard case .array(_, let elements) = value else { return try ViewReference(numbers: value).variant }
        var references: [ViewReference] = []
        for element in elements { references.append(try ViewReference(numbers: element)) }
        return references.variant
    }
}

extension ViewReference {
    /// A reference from the number of a view controller and a view id, `(tu)`. View 0 of a tab bar controller is its
    /// bar; (0, 0) means none.
    ///
    /// - Throws: `InvalidArgs` for a wrong type.
    init(numbers: Variant) throws(DBusError) {
        guard case .structure(let fields) = numbers, fields.count == 2, let number: UInt64 = fields[0].get(),
            let view: UInt32 = fields[1].get()
        else { throw .invalidArgs("a view has type '\(numbers.signature)', expected '(tu)'") }
        let path = view == 0 ? TabNames.tabBar(of: number) : TabNames.viewController(number)
        self = number == 0 && view == 0 ? .none : ViewReference(viewController: path, view: view)
    }

    fileprivate var numbers: Variant {
        let number = TabNames.number(of: viewController) ?? TabNames.number(ofTabBar: viewController) ?? 0
        return .structure([.uint64(number), .uint32(view)])
    }
}
