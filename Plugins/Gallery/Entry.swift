import TabPlugin

/// Where the daemon enters; the classes are listed in `plugin.toml` as well.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(
        host,
        [
            Labels.self, Controls.self, Tables.self, Pictures.self, Stacks.self, Masks.self, States.self, Stress.self,
            Popovers.self, Alerts.self, Toolbars.self, Bars.self,
        ])
}
