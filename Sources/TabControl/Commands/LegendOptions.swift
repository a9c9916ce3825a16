internal import ArgumentParser

/// The options of the commands that print a table.
struct LegendOptions: ParsableArguments {
    @Flag(help: "Leave out the titles of the columns.")
    var noLegend = false

    /// The titles of the columns; none when they are left out.
    func legend(_ titles: [String]) -> [String] { noLegend ? [] : titles }
}
