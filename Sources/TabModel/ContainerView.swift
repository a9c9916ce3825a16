/// The views that a container has of its own.
package enum ContainerView {
    package static let root: UInt32 = 1
    /// It has the frame of what the container shows.
    package static let content: UInt32 = 2
    /// The tab bar or the navigation bar.
    package static let bar: UInt32 = 3
    /// Only of a navigation controller.
    package static let toolbar: UInt32 = 4
}
