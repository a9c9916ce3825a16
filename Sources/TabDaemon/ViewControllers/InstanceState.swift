import PluginHosting

/// The life of a view controller's instance, which the code of a plugin or of a client creates.
///
/// A view controller without such code, as More and its list, is always ready. One that a client registers waits while it has
/// no client.
enum InstanceState: CaseIterable {
    /// Nothing has needed the instance yet. It is created when the view controller is first displayed.
    case lazy
    /// The instance does not exist: its plugin or client is missing, or could not create it.
    case waiting
    /// The code of its class creates the instance of a new view controller.
    case creating
    /// The code of its class creates the instance of a view controller that is older: one that was restored, or was lazy.
    case restoring
    /// Code in this process has created the instance of an older view controller, which was not yet shown without a crash.
    case onProbation
    case ready
    /// The plugin or client does not reply in time.
    case unresponsive
    /// The process of the plugin is being started again, and then creates the instance.
    case restarting
    /// The owner could not create the instance, or its plugin has stopped.
    case failed
    /// The plugin has failed too often.
    case quarantined

    /// The states that can follow. A state can also get another reason.
    var successors: Set<InstanceState> {
        switch self {
        case .lazy: [.waiting]
        case .waiting: [.restoring, .ready, .quarantined]
        case .creating: [.ready, .restarting, .failed, .quarantined, .waiting]
        case .restoring: [.onProbation, .ready, .restarting, .failed, .quarantined, .waiting]
        case .onProbation: [.ready]
        case .ready: [.unresponsive, .restarting, .failed, .quarantined, .waiting]
        case .unresponsive: [.ready, .restarting, .failed, .quarantined, .waiting]
        case .restarting: [.ready, .failed, .quarantined]
        case .failed: [.restoring, .ready, .restarting, .quarantined]
        case .quarantined: [.restoring, .ready, .restarting, .failed, .waiting]
        }
    }

    /// Whether clients find it ready. They do not see that a new instance is being created: they wait for its creation.
    var isReady: Bool { published == Self.ready.published }

    /// The value of `State`, which calls a lazy view controller "deferred".
    var published: String {
        switch self {
        case .lazy: "deferred"
        case .creating, .onProbation, .ready: "ready"
        case .unresponsive: "unresponsive"
        case .restoring, .restarting: "restarting"
        case .waiting, .failed: "failed"
        case .quarantined: "quarantined"
        }
    }

    /// What the runtime of a plugin tells about it.
    init(_ health: OwnerHealth) {
        self =
            switch health {
            case .ready: .ready
            case .unresponsive: .unresponsive
            case .failed: .failed
            case .restarting: .restarting
            case .quarantined: .quarantined
            }
    }
}
