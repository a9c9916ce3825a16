package import TabPlugin

/// The view controllers of the plugin.
package enum MediaClasses {
    /// `plugin.toml` lists the first one. Its page creates the other.
    package static let all: [ViewController.Type] = [NowPlaying.self, PlayerList.self]
}
