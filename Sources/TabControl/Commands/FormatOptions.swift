internal import ArgumentParser

/// The options of all commands except `plugin check` and `plugin run`.
struct FormatOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    var json = false

    @Flag(help: Self.verboseHelp)
    var verbose = false

    static let verboseHelp: ArgumentHelp = "Print the D-Bus name of an error before its message."
}
