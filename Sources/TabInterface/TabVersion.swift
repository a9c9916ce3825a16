/// Which tabd this is: daemon and tabctl are built and installed together.
package enum TabVersion {
    /// Semantic.
    package static let current = "0.1.0"
}
