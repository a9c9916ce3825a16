/// Whose code the controllers of scenarios are in a run over the bus.
enum ScenarioHosting: CaseIterable {
    /// Objects of the client, which is the program and the delegate as well.
    case client
    /// Those of `Fixtures/scenario.c`, in the daemon.
    case inProcess
    /// The same in a host.
    case isolated

    /// nil for the client.
    var isolation: String? {
        switch self {
        case .client: nil
        case .inProcess: "in-process"
        case .isolated: "process"
        }
    }

    var title: String {
        switch self {
        case .client: "bus"
        case .inProcess: "in-process plugins"
        case .isolated: "isolated plugins"
        }
    }
}
