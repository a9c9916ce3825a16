internal import ArgumentParser

/// What every command takes.
struct FormatOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    var json = false
}
