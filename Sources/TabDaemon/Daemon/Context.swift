import EventLoop

/// The parts of the daemon. `init` makes them in an order in which each gets only parts that exist already.
@EventLoop
final class Context: DaemonPart {
    let core: Core
    let access: AccessControl
    let alerts: AlertPresenter
    let crashMarkers: CrashMarkers
    let delegateChanges: DelegateChanges
    let delegates: DelegateRegistry
    let vanishedClients: VanishedClients
    let factory: ControllerFactory
    let gestures: GestureQueues
    let images: ImageReferences
    let instances: Instances
    let layouts: Layouts
    let plugins: PluginCatalog
    let popoverQuestions: PopoverQuestions
    let popoverTaps: PopoverTaps
    let popovers: PopoverConfigurator
    let presentations: Presentations
    let privateConnections: PrivateConnections
    let properties: ControllerProperties
    let recorder: StateRecorder
    let references: ObjectReferences
    let reopener: Reopener
    let replies: TurnReplies
    let setup: ConnectionSetup
    let tabGestures: TabGestures
    let transitions: TransitionClock
    let turn: Turn
    let userGestures: UserGestures
    let viewActions: ViewActions
    let views: ViewStore
    let windows: WindowAttachments

    /// - Parameter directory: The directory for the sockets of private connections.
    init(_ core: Core, translations: Translations, sockets directory: String) {
        self.core = core
        let library = ImageLibrary(quotas: core.quotas)

        // What callers name, and may do.
        plugins = PluginCatalog(core: core, images: library)
        images = ImageReferences(library, plugins: plugins)
        windows = WindowAttachments(core: core, translations: translations)
        let pluginAccess = PluginAccess(core: core)
        access = AccessControl(plugins: pluginAccess, quotas: core.quotas, windows: windows)
        references = ObjectReferences(core: core, access: pluginAccess, windows: windows)
        properties = ControllerProperties(core: core, images: images)

        // Gestures, and the delegates that they ask.
        delegates = DelegateRegistry(core: core)
        popoverTaps = PopoverTaps(delegates: delegates, delivery: core.delivery)
        gestures = GestureQueues(delegates: delegates, delivery: core.delivery, popoverTaps: popoverTaps)
        transitions = TransitionClock(core: core, delegates: delegates, gestures: gestures)
        popovers = PopoverConfigurator(core: core, plugins: plugins, references: references)
        popoverQuestions = PopoverQuestions(
            core: core, delegates: delegates, popoverTaps: popoverTaps, references: references)
        delegateChanges = DelegateChanges(
            core: core, access: pluginAccess, gestures: gestures, popoverQuestions: popoverQuestions,
            transitions: transitions)

        // View controllers, what they show, and what is kept of them.
        crashMarkers = CrashMarkers(core: core, plugins: plugins)
        recorder = StateRecorder(core: core, images: library, windows: windows)
        views = ViewStore(core: core, crashMarkers: crashMarkers, windows: windows)
        instances = Instances(
            core: core, plugins: plugins, properties: properties, states: recorder.states, views: views)
        factory = ControllerFactory(core: core, instances: instances, properties: properties)
        reopener = Reopener(core: core, instances: instances, recorder: recorder)
        userGestures = UserGestures(core: core, gestures: gestures, popoverTaps: popoverTaps, views: views)
        tabGestures = TabGestures(
            delivery: core.delivery, gestures: gestures, reopener: reopener, userGestures: userGestures)
        layouts = Layouts(core: core, factory: factory, images: images, reopener: reopener)

        // The end of a turn.
        replies = TurnReplies(core: core, plugins: plugins, recorder: recorder)
        presentations = Presentations(
            core: core, popovers: popovers, replies: replies, transitions: transitions, windows: windows)
        alerts = AlertPresenter(core: core, popovers: popovers, presentations: presentations, views: views)
        viewActions = ViewActions(
            core: core, instances: instances, replies: replies, userGestures: userGestures, views: views)
        turn = Turn(core: core, popoverTaps: popoverTaps, presentations: presentations, replies: replies, views: views)

        // The connections, and what a client leaves.
        setup = ConnectionSetup(core: core, replies: replies, turn: turn)
        privateConnections = PrivateConnections(core: core, setup: setup, directory: directory)
        vanishedClients = VanishedClients(
            core: core, delegateChanges: delegateChanges, instances: instances, layouts: layouts.queue,
            privateConnections: privateConnections, recorder: recorder)
    }
}

/// Code that calls, events and the plugins enter, and that passes them on to the parts.
@EventLoop
protocol EntryPoint: DaemonPart {
    var context: Context { get }
}

extension EntryPoint {
    var core: Core { context.core }
    var alerts: AlertPresenter { context.alerts }
    var crashMarkers: CrashMarkers { context.crashMarkers }
    var delegateChanges: DelegateChanges { context.delegateChanges }
    var delegates: DelegateRegistry { context.delegates }
    var factory: ControllerFactory { context.factory }
    var gestures: GestureQueues { context.gestures }
    var images: ImageReferences { context.images }
    var instances: Instances { context.instances }
    var layouts: Layouts { context.layouts }
    var plugins: PluginCatalog { context.plugins }
    var popoverQuestions: PopoverQuestions { context.popoverQuestions }
    var popoverTaps: PopoverTaps { context.popoverTaps }
    var popovers: PopoverConfigurator { context.popovers }
    var presentations: Presentations { context.presentations }
    var privateConnections: PrivateConnections { context.privateConnections }
    var properties: ControllerProperties { context.properties }
    var recorder: StateRecorder { context.recorder }
    var references: ObjectReferences { context.references }
    var reopener: Reopener { context.reopener }
    var replies: TurnReplies { context.replies }
    var storeReport: StoreReport { context.recorder.storeReport }
    var tabGestures: TabGestures { context.tabGestures }
    var transitions: TransitionClock { context.transitions }
    var userGestures: UserGestures { context.userGestures }
    var viewActions: ViewActions { context.viewActions }
    var views: ViewStore { context.views }
    var windows: WindowAttachments { context.windows }
}
