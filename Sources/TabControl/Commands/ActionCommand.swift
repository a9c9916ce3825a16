internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct ActionCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "action", abstract: "Do to a view what a user does, and wait until its owner has handled it.",
        usage: "tabctl action [--json] [--verbose] <controller> <view> [<action>] [<value> ...]",
        discussion: """
            What a view can do depends on its class. The action may be left out where there is one only:

              Button            primaryActionTriggered
              TextField         editingChanged TEXT, editingDidEnd TEXT
              TextView          editingChanged TEXT
              Switch            valueChanged true|false
              Slider            valueChanged NUMBER
              SegmentedControl  valueChanged POSITION|none
              TableView         selectRow POSITION, deleteRow POSITION, moveRow FROM TO
              TabBar            selectItem POSITION
              ScrollView        scrolled X Y

            Rows, segments and items count from 1. \
            For example: 'tabctl action 2 StartStop', 'tabctl action 5 Cities moveRow 1 3'. \
            'tabctl view' tells ids and Identifiers. A tab bar or navigation controller stands for the view controller \
            that it shows.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The id of the view, or its Identifier.")
    var view: String

    // A negative number must not be taken for an option.
    @Argument(parsing: .allUnrecognized, help: "The action, and its value.")
    var words: [String] = []

    func run(_ service: Service) async throws {
        // Views of containers have no actions: what they show is meant.
        let displayed = Displayed(in: controller.path, of: try await service.objects(with: controller.path))
        let path = displayed.content ?? controller.path
        try await service.viewController(path).call(\.loadViewIfNeeded, Options())
        let entry = try find(in: try await service.view(of: path).views)
        let action = try ActionValue(words, for: entry)
        // By the name that was given: a new owner of the controller may number its views anew.
        let identifier = UInt32(view) == entry.id ? nil : view
        do throws(DBusError) {
            try await service.sendAction(action.action, action.value, to: entry.id, identifier: identifier, of: path)
        } catch {
            throw explain(error, entry)
        }
        format.print(["view": .integer(entry.id), "action": .string(action.action), "value": JSON(action.value)])
    }

    /// Replaces the message about a row, segment or item that does not exist, which counts from 0.
    private func explain(_ error: DBusError, _ view: ViewEntry) -> ControlError {
        let told = ControlError(error)
        let counts: [String: (Int, String)] = [
            "SegmentedControl": (view.segments.count, "segment"), "TableView": (view.rows.count, "row"),
            "TabBar": (view.items.count, "item"),
        ]
        guard error.tabError == .outOfRange, let (count, noun) = counts[view.className] else { return told }
        return told.saying(
            "'\(words.joined(separator: " "))' is out of range: view \(ViewOutline.name(of: view)) has "
                + "\(Position.count(count, noun)), counted from 1")
    }

    /// A number is an id, unless only an Identifier is spelt so.
    private func find(in views: [ViewEntry]) throws(ControlError) -> ViewEntry {
        let id = UInt32(view)
        if let entry = views.first(where: { $0.id == id })
            ?? views.first(where: { $0.properties["Identifier"] == .string(view) })
        {
            return entry
        }
        let known = views.compactMap { $0.properties["Identifier"]?.get(as: String.self) }
        throw ControlError(
            message: "there is no view with the id or Identifier '\(view.prefix(80))'; "
                + (known.isEmpty ? "no view has an Identifier" : "there are \(known.joined(separator: ", "))")
                + ", and the ids that 'tabctl view' tells")
    }
}
