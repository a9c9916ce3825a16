import TabPlugin

/// The entry point. `plugin.toml` also lists the classes.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(
        host,
        [
            Labels.self, Controls.self, Tables.self, Pictures.self, Stacks.self, Masks.self, States.self, Stress.self,
            Popovers.self, Alerts.self, Toolbars.self, Bars.self,
        ])
}
