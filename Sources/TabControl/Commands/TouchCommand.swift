internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import TabInterface

struct TouchCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "touch", abstract: "Tap a point of a window, as a user does, and print what took the tap.",
        usage: "tabctl touch [--json] [<controller>] <x> <y>",
        discussion: """
            Points are counted from the top left. While a popover is up, a tap outside of it dismisses it, unless the \
            view there lets taps through. What took the tap is one of:

              handled      a tab, a button, a switch or another control that the daemon acted on
              content      something else that is shown, such as a text field: a front end acts on it
              popover      the popover
              passthrough  a view that the popover lets taps through to
              dismissed    nothing but the popover, which is gone
              refused      nothing: the popover or alert stays, the tab is not selected, or the button is disabled
              none         nothing: the point is not in the window

            For example: 'tabctl touch 3 10 10'. The controller may be left out when there is only one tab bar controller.
            """)

    @OptionGroup var format: FormatOptions

    // A negative number must not be taken for an option.
    @Argument(
        parsing: .allUnrecognized,
        help: "A tab bar or navigation controller, by path or number, and the two coordinates in points.")
    var words: [String] = []

    private var point: (x: Double, y: Double)? {
        let numbers = words.suffix(2).compactMap(ActionValue.number)
        guard (2...3).contains(words.count), numbers.count == 2 else { return nil }
        return (numbers[0], numbers[1])
    }

    private var controller: ControllerArgument? {
        words.count == 3 ? ControllerArgument(argument: words[0]) : nil
    }

    func validate() throws {
        guard point != nil else {
            let given = words.isEmpty ? "nothing" : "'\(words.joined(separator: " ").prefix(80))'"
            throw ValidationError(
                "\(given) is no point: two numbers, x and y, are, after the controller if there is one.")
        }
        guard words.count == 2 || controller != nil else {
            throw ValidationError("'\(words[0].prefix(80))' is no controller: an object path, or the number in it, is.")
        }
    }

    func run(_ service: Service) async throws {
        guard let (x, y) = point else { throw ExitCode(ExitStatus.usage) }
        let path = try await service.path(of: controller)
        let taker: String
        do throws(DBusError) {
            taker = try await service.window(path).call(\.tapAt, x, y, Options())
        } catch {
            throw try await service.explain(error, ofWindowOf: path)
        }
        format.print(["consumedBy": .string(taker)], text: taker)
        if ["refused", "none"].contains(taker) { throw ExitCode(ExitStatus.refused) }
    }
}
