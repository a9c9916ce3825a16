package import DBusInterface

/// What comes back from a delegate that is asked.
package enum DelegateAnswer {
    case given(Variant)
    /// It errs, or says nothing in time.
    case failed
    /// The owner doesn't decide that.
    case notImplemented
}
