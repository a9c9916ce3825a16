import TabPlugin

/// The entry point. `plugin.toml` also lists the classes.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(
        host,
        [
            AutoresizingChecks.self, ControlChecks.self, TabBarChecks.self, GeometryChecks.self, ValueChecks.self,
            Desk.self, Inbox.self,
            Nest.self,
            Blank.self, Console.self, Director.self, Family.self, Gate.self, Presenter.self, Questions.self,
            SafeAreaChecks.self,
            Surroundings.self, Trail.self,
            LayoutOrder.self, LifeCycle.self, Reentrant.self, PingPong.self, Restless.self, Tasks.self,
            Column.self, RichViews.self, Keeper.self, Librarian.self, Shelf.self, Updates.self, Steward.self,
            Binder.self,
        ])
}
