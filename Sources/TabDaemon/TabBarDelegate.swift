/// The delegate of one tab bar controller.
typealias TabBarDelegate = Delegate<TabBarCallback>

/// The methods that the delegate of a tab bar controller may have.
enum TabBarCallback: String, DelegateCallback {
    case shouldSelect = "ShouldSelectViewController"
    case didSelect = "DidSelectViewController"
    case willBeginCustomizing = "WillBeginCustomizingViewControllers"
    case willEndCustomizing = "WillEndCustomizingViewControllers"
    case didEndCustomizing = "DidEndCustomizingViewControllers"
    case supportedOrientations = "SupportedInterfaceOrientations"
    case preferredOrientation = "PreferredInterfaceOrientation"
    case animation = "AnimationControllerForTransition"

    var isOptIn: Bool { self == .animation }
}
