package import DBusInterface

/// What SetDelegate takes beside the delegate's object.
package enum DelegateOptions {
    package static let methods = OptionKey<[String]>(
        "Methods",
        "the methods that it has; left out, all, but AnimationControllerForTransition of a tab bar controller's")
    package static let timeout = OptionKey<UInt32>(
        "Timeout", "how long an answer is waited for in milliseconds, 1 to 10000, 500 by default")
    package static let onTimeout = OptionKey<Bool>(
        "OnTimeout", "what counts as the answer when none comes, true by default")
    package static let all: [any DeclaredOption] = [methods, timeout, onTimeout]
}
