import TabModel

/// The delegate of one popover.
typealias PopoverDelegate = Delegate<PopoverCallback>

extension PopoverCallback: DelegateCallback {
    var isOptIn: Bool { false }
}
