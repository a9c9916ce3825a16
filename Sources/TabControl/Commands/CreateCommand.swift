internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

struct CreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a tab bar controller with one tab for each type, and print its path.")

    enum Profile: String, ExpressibleByArgument, CaseIterable {
        case phone, pad, padLegacy, tv
    }

    @Option(help: "Its title.")
    var title: String?

    @Option(help: "What it is made for.")
    var profile: Profile?

    @Option(help: "Make it under this identifier, which no other may have.")
    var restorationIdentifier: String?

    @Flag(help: "Put each view controller into a navigation controller of its own.")
    var navigation = false

    @OptionGroup var format: FormatOptions

    @Argument(help: "The types of the tabs, for example clock.WorldClock; none for a bar without tabs.")
    var type: [String] = []

    func run() throws {
        var options = Options()
        if let title { options.values[ManagerInterface.CreateTabBarControllerOption.title.name] = .string(title) }
        if let profile {
            options.values[ManagerInterface.CreateTabBarControllerOption.profile.name] = .string(profile.rawValue)
        }
        if let restorationIdentifier {
            options.values[ManagerInterface.CreateTabBarControllerOption.restorationIdentifier.name] =
                .string(restorationIdentifier)
        }
        let (types, json) = (type, format.json)
        if !navigation { options.values[ManagerInterface.CreateTabBarControllerOption.types.name] = types.variant }
        try Session.run { [options, navigation] service in
            let path =
                navigation
                ? try await service.create(options, navigating: types) : try await service.create(options)
            Output.print(json ? JSON.object(["path": .path(path)]).text : path.text)
            return ExitStatus.done
        }
    }
}
