internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import Glibc
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// One window: it finds the controller to show, keeps attached to it, and shows what is wrong.
@EventLoop
final class WindowController: TreeAttachmentObserver {
    private static var current: WindowController?

    private let options: WindowOptions
    /// The connection for the next attempt to find a controller.
    private let connection: WindowConnection
    private let window: ApplicationWindow
    private let header = HeaderBar()
    private let banner = Banner()
    private let stage = Stage()
    private let pages: Box
    private var attachment: TreeAttachment?
    private var scene: Scene?
    private var path: ObjectPath?

    /// Opens the window of the process.
    static func open(_ options: WindowOptions) {
        if let host = options.host {
            // The window appears at once, and ssh takes its time.
            return start(options, WindowConnection(to: .host(host)))
        }
        guard let address = BusAddress.session(in: { getenv($0).map { String(cString: $0) } }) else {
            return fail("no session bus: DBUS_SESSION_BUS_ADDRESS is not set")
        }
        do throws(DBusError) {
            let service = Service(try Connection.bus(at: address), at: .address(address))
            start(options, WindowConnection(to: service.location, service))
        } catch {
            fail("no session bus at \(address): \(error.message)")
        }
    }

    private static func start(_ options: WindowOptions, _ connection: WindowConnection) {
        current = WindowController(options, connection)
        current?.start()
    }

    private static func fail(_ message: String) {
        TabWindow.printError(message)
        Application.quit(69)
    }

    private init(_ options: WindowOptions, _ connection: WindowConnection) {
        self.options = options
        self.connection = connection
        if let scheme = options.colorScheme { Application.setDark(scheme == .dark) }
        if let scale = options.textScale { Application.textScale = scale }
        Theme.load()
        pages = Box(.vertical)
        pages.append(banner)
        stage.widget.expands = true
        pages.append(stage.widget)
        window = ApplicationWindow(title: "Tabs", width: 420, height: 720, header: header, content: pages)
        header.setTitle("Tabs", subtitle: "")
        header.append(menuButton())
        // Before the widgets: on a television, Return is the daemon's.
        window.onKey(first: true) { [weak self] in self?.receive($0) ?? false }
        window.onClose { [weak self] in self?.close() }
        Application.onColourChange { [weak self] in
            Theme.load()
            self?.attachAgain()
        }
        Application.onTextChange { [weak self] in
            Theme.load()
            self?.attachAgain()
        }
        stage.onResize = { [weak self] in self?.attachAgain() }
        let images = Pictures.Source(prefix: ImageName.prefix, isLasting: true) { [weak self] name, completion in
            guard let service = self?.attachment?.service else { return completion(nil) }
            Task { @EventLoop in
                let data = try? await service.imageData(name)
                // The private connection may have ended, and the bus is used then.
                if let data { completion(data) } else { completion(try? await service.imageData(name)) }
            }
        }
        let files = ImageFiles(isHere: connection.location.host == nil)
        Pictures.shared.sources = [
            images, Pictures.Source(prefix: ImageFiles.prefix, isLasting: false) { files.read($0, completion: $1) },
        ]
    }

    private func menuButton() -> Widget {
        let button = Button()
        let icon = Icon()
        icon.show("open-menu")
        button.setContent(icon)
        button.tooltip = "Main Menu"
        button.setAccessible(.label, "Main Menu")
        let entries = [
            MenuEntry(identifier: "shortcuts", title: "Keyboard Shortcuts", kind: .action(isOn: false)),
            MenuEntry(identifier: "about", title: "About Tabs", kind: .action(isOn: false)),
        ]
        button.onClick = { [weak self, weak button] in
            button?.showMenu(entries) { choice in
                if choice == "about" { self?.showAbout() } else { self?.window.showShortcuts(Shortcuts.groups) }
            }
        }
        return button
    }

    private func showAbout() {
        window.showAbout(
            name: "Tabs", version: TabVersion.current, icon: TabWindow.identifier,
            comments: "Shows and controls the tabs that tabd keeps for your session.")
    }

    // MARK: Start

    private func start() {
        window.present()
        find()
    }

    /// Finds the controller and attaches to it.
    private func find() {
        Task { @EventLoop in
            do throws(DBusError) {
                let service = try await connection.connectedService { [stage] host in
                    stage.show(Notice(title: "Connecting", text: "Waiting for \(host.name)"))
                }
                if let name = options.controller {
                    attach(to: try await connection.path(of: name, service), service)
                } else {
                    let controllers = try await service.manager.tabBarControllers
                    if controllers.count == 1, let only = controllers.first {
                        attach(to: only, service)
                    } else {
                        try await choose(among: controllers, service)
                    }
                }
            } catch {
                stage.show(
                    Notice(title: "There Is Nothing to Show", text: connection.explain(error), action: "Try Again") {
                        [weak self] in
                        self?.find()
                    })
            }
        }
    }

    private func choose(among controllers: [ObjectPath], _ service: Service) async throws(DBusError) {
        guard !controllers.isEmpty else {
            return stage.show(
                Notice(
                    title: "No Tabs", text: "Create some, for example with: tabctl create clock.WorldClock",
                    action: "Try Again"
                ) { [weak self] in self?.find() })
        }
        var titles: [String] = []
        for controller in controllers {
            let title = try await service.viewController(controller).title
            titles.append(title.isEmpty ? controller.text : title)
        }
        stage.show(Chooser(titles) { [weak self] index in self?.attach(to: controllers[index], service) })
    }

    // MARK: Attachment

    private func attach(to path: ObjectPath, _ service: Service) {
        self.path = path
        stage.show(nil)
        let attachment = TreeAttachment(service, to: path, attachOptions, self)
        self.attachment = attachment
        Task { @EventLoop in
            do {
                try await attachment.run()
            } catch {
                banner.text = ""
                self.attachment = nil
                scene = nil
                let text = (error as? DBusError).map { connection.explain($0) } ?? "\(error)"
                stage.show(
                    Notice(title: "Not Attached", text: text, action: "Try Again") { [weak self] in self?.find() })
            }
        }
    }

    private var attachOptions: Options {
        typealias Key = WindowInterface.AttachOption
        var options = Options()
        if self.options.isReadOnly { options.values[Key.readOnly.name] = .bool(true) }
        if let locale = UserLocale.messages { options.values[Key.locale.name] = .string(locale) }
        if self.options.isWatching {
            options.values[Key.visible.name] = .bool(false)
            return options
        }
        if let size = stage.room { options.values[Key.size.name] = size.variant }
        options.values[Key.colorScheme.name] = .string(Application.isDark ? "dark" : "light")
        options.values[Key.contrast.name] = .string(Application.isHighContrast ? "high" : "normal")
        options.values[Key.statusBarHeight.name] = .double(0)
        options.values.merge(Measurements.options) { $1 }
        return options
    }

    private func attachAgain() { attachment?.attach(attachOptions) }

    func stateChanged(from old: AttachmentState, to state: AttachmentState) {
        switch state {
        case .attached: attached(after: old)
        case .daemonAway: wait(for: "tabd has ended. The window shows its last state and waits for it.")
        case .busAway: wait(for: "The session bus has ended. The window shows its last state and waits for it.")
        case .hostAway(let host, nil):
            wait(for: "The connection to \(host.name) is lost. The window shows its last state and reconnects.")
        case .hostAway(let host, let reason?):
            wait(for: "The connection to \(host.name) is lost, and the window reconnects: \(reason)")
        case .connecting, .reattaching, .daemonReplaced, .ended: break
        }
    }

    private func attached(after old: AttachmentState) {
        guard let attachment, let path else { return }
        banner.text = ""
        let isReadOnly = options.isReadOnly || options.isWatching
        let scene = self.scene ?? Scene(of: path, isReadOnly: isReadOnly) { [weak self] in self?.report($0) }
        self.scene = scene
        scene.gestures.service = attachment.service
        stage.show(scene)
        if case .hostAway(let host, _) = old {
            window.show(message: "Connected to \(host.name) again")
        } else if old.isLoss {
            window.show(message: "tabd is running again")
        }
        changed([])
        scene.rebuild(attachment.tree)
        Pictures.shared.retry()
        refreshTitle()
    }

    func changed(_ changes: [TreeChange]) {
        guard let attachment, let scene else { return }
        let tree = attachment.tree
        for case .refused(let refused) in changes where scene.gestures.isPending {
            report("\(tree.tabBarItem(refused).displayTitle ?? "The tab") was refused")
        }
        guard !tree.isDestroyed else {
            return stage.show(
                Notice(title: "Gone", text: "The controller was destroyed.", action: "Show Others") {
                    [weak self] in self?.showOthers()
                })
        }
        scene.follow(tree, changes)
        stage.arrange()
        if changes.contains(where: { if case .view = $0 { false } else { true } }) { refreshTitle() }
    }

    private func showOthers() {
        if let attachment { connection.service = attachment.service }
        attachment?.finish()
        attachment = nil
        scene = nil
        path = nil
        find()
    }

    private func refreshTitle() {
        guard let scene, let path else { return }
        let picture = WindowSnapshot(of: path, in: scene.tree.managedObjects)
        let page = picture.page.navigationBar?.title ?? picture.page.content?.title ?? ""
        let title = picture.title.isEmpty ? (page.isEmpty ? "Tabs" : page) : picture.title
        header.setTitle(title, subtitle: page == title ? "" : page)
        window.title = connection.location.host.map { "\(title) – \($0.name)" } ?? title
    }

    /// Keeps the last views, which accept no input.
    private func wait(for text: String) {
        banner.text = text
        scene?.gestures.service = nil
        scene?.isConnected = false
    }

    private func report(_ message: String) { window.show(message: message) }

    private func close() {
        attachment?.finish()
        connection.close()
    }

    // MARK: Keys

    private func receive(_ key: KeyPress) -> Bool {
        switch Shortcuts.command(for: key) {
        case .quit:
            window.close()
            return true
        case .shortcuts:
            window.showShortcuts(Shortcuts.groups)
            return true
        case let command?: return scene?.perform(command) ?? false
        case nil: return scene?.press(key) ?? false
        }
    }
}
