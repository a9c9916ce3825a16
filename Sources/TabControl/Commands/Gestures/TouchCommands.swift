internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct TouchCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "touch", abstract: "Tap a point of a window, and print what handled the tap.",
        usage: "tabctl touch [--json] [<controller>] <x> <y>",
        discussion: """
            Points count from the top left corner. While a popover is presented, a tap outside dismisses it, unless \
            the tap is on one of its passthrough views. The result is one of:

              handled      the daemon acted on a tab, a button, a switch or another control
              content      the tap is on other content, which the front end handles
              popover      the tap is on the popover
              passthrough  the tap went to a passthrough view of the popover
              dismissed    the tap dismissed the popover
              refused      the popover or alert stays, the tab is not selected,
                           or the button is disabled
              none         the point is not in the window

            For example: 'tabctl touch 3 10 10'. You can leave out the controller if there is only one tab bar controller.
            """)

    @OptionGroup var format: FormatOptions

    // A negative number must not be parsed as an option.
    @Argument(
        parsing: .allUnrecognized,
        help: "A tab bar or navigation controller, and the two coordinates in points.")
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
                "\(given) is not a point; expected two numbers, x and y, after the controller if you give one.")
        }
        guard words.count == 2 || controller != nil else {
            throw ValidationError(
                "'\(words[0].prefix(80))' is not a controller; expected a number, an identifier, a title or an object path."
            )
        }
    }

    func run(_ service: Service) async throws {
        guard let (x, y) = point else { throw ExitCode(ExitStatus.usage) }
        let path = try await service.windowPath(of: controller)
        let consumer: String
        do throws(DBusError) {
            consumer = try await service.window(path).tapAt(x, y)
        } catch {
            throw try await service.explain(error, ofWindowOf: path)
        }
        format.print(["consumedBy": .string(consumer)], text: consumer)
        if ["refused", "none"].contains(consumer) { throw ExitCode(ExitStatus.refused) }
    }
}
