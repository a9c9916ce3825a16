/// Why the instance of a controller is made.
package enum InstanceOrigin: Sendable {
    /// Its controller is new.
    case new
    /// Its controller was there before the daemon's start, and begins anew (`I-2`): what its instance sets while it is made
    /// counts.
    case restoredAtDefaults
    /// Its controller was there before the daemon's start. What its instance sets of title, items and properties while it
    /// is made is a default that does not win over what was restored: it is ignored.
    case restored
}
