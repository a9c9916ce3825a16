internal import CAdwaita
internal import EventLoop

/// A program with windows. GLib's main loop runs, with the project's loop as a source of it.
package enum Application {
    /// The reason why the program could not start.
    package struct Failure: Error, Hashable {
        package let message: String
    }

    /// Runs until the last window is closed or `quit` is called.
    ///
    /// - Parameters:
    ///   - identifier: The name of the desktop file without its extension.
    ///   - start: Opens the first window.
    /// - Returns: The exit status.
    package static func run(
        _ identifier: String, _ start: @escaping @Sendable @EventLoop () -> Void
    ) throws(Failure) -> Int32 {
        guard gtk_init_check() != 0 else {
            throw Failure(message: "no display; set WAYLAND_DISPLAY or DISPLAY")
        }
        let opened = GuestLoop.open {}
        guard opened >= 0 else { throw Failure(message: EventLoop.failure(opened)) }
        defer { GuestLoop.close() }
        // Each window is a process of its own: one that fails takes no other with it.
        guard let created = adw_application_new(identifier, G_APPLICATION_NON_UNIQUE) else {
            throw Failure(message: "GTK could not start")
        }
        nonisolated(unsafe) let application = created
        let source = LoopSource.attach()
        EventLoop.assumeIsolated {
            current = application
            Signal.connect("activate", of: UnsafeMutableRawPointer(application)) {
                // A program goes on when the session bus ends.
                if let bus = g_application_get_dbus_connection(object(application)) {
                    g_dbus_connection_set_exit_on_close(bus, 0)
                }
                start()
            }
        }
        let status = g_application_run(object(application), 0, nil)
        g_source_destroy(source)
        g_source_unref(source)
        g_object_unref(UnsafeMutableRawPointer(application))
        return EventLoop.assumeIsolated { exitStatus ?? status }
    }

    @EventLoop static var current: UnsafeMutablePointer<AdwApplication>?
    @EventLoop private static var exitStatus: Int32?

    /// Ends the program.
    @EventLoop package static func quit(_ status: Int32 = 0) {
        exitStatus = status
        if let current { g_application_quit(object(current)) }
    }

    private static func object(_ application: UnsafeMutablePointer<AdwApplication>) -> UnsafeMutablePointer<
        GApplication
    > {
        UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
    }

    /// A user's preferences, as libadwaita reads them from the desktop.
    @EventLoop package static var isDark: Bool { adw_style_manager_get_dark(adw_style_manager_get_default()) != 0 }

    /// Whether the user prefers a high contrast.
    @EventLoop package static var isHighContrast: Bool {
        adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
    }

    /// Calls a function when the preference for dark colours or for a high contrast changes.
    @EventLoop package static func onColourChange(_ body: @escaping @EventLoop () -> Void) {
        guard let manager = adw_style_manager_get_default() else { return }
        for property in ["dark", "high-contrast"] {
            Signal.connect(change: property, of: UnsafeMutableRawPointer(manager), body)
        }
    }

    /// Draws light or dark colours, whatever the desktop prefers; nil to follow the desktop.
    @EventLoop package static func setDark(_ isDark: Bool?) {
        adw_style_manager_set_color_scheme(
            adw_style_manager_get_default(),
            isDark.map { $0 ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT } ?? ADW_COLOR_SCHEME_DEFAULT)
    }

    /// How much larger than usual the user wants texts. The desktop says it as a resolution in 1024ths of dots per inch.
    @EventLoop package static var textScale: Double {
        get {
            guard let settings else { return 1 }
            let resolution = tabd_get_int(settings, "gtk-xft-dpi")
            return resolution > 0 ? Double(resolution) / usualResolution : 1
        }
        set {
            if let settings { tabd_set_int(settings, "gtk-xft-dpi", Int32((newValue * usualResolution).rounded())) }
        }
    }

    private static let usualResolution = 96.0 * 1024
    private static var settings: UnsafeMutableRawPointer? {
        gtk_settings_get_default().map { UnsafeMutableRawPointer($0) }
    }

    /// Calls a function when the user chooses another font or another size of texts.
    @EventLoop package static func onTextChange(_ body: @escaping @EventLoop () -> Void) {
        guard let settings else { return }
        for property in ["gtk-font-name", "gtk-xft-dpi"] { Signal.connect(change: property, of: settings, body) }
    }

    /// Whether the texts of the user's language run from right to left.
    @EventLoop package static var isRightToLeft: Bool {
        get { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }
        set { gtk_widget_set_default_direction(newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
    }
}

/// The project's loop as a source of GLib's main loop, both on the same thread.
private enum LoopSource {
    /// The functions of the source live as long as the process.
    private nonisolated(unsafe) static let functions: UnsafeMutablePointer<GSourceFuncs> = {
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.prepare = { _, timeout in
            timeout?.pointee = -1
            return GuestLoop.prepare() ? 1 : 0
        }
        functions.pointee.check = { _ in GuestLoop.check() ? 1 : 0 }
        functions.pointee.dispatch = { _, _, _ in GuestLoop.dispatch() ? 1 : 0 }
        return functions
    }()

    static func attach() -> UnsafeMutablePointer<GSource>? {
        let source = g_source_new(functions, guint(MemoryLayout<GSource>.size))
        g_source_add_unix_fd(source, GuestLoop.descriptor, G_IO_IN)
        g_source_attach(source, nil)
        return source
    }
}
