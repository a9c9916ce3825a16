/// The bar of a tab bar controller; a popover may point at it (`PopoverPresentationController.sourceView`).
@PluginActor
public final class TabBar: View {
    public let tabBarController: TabBarController

    init(_ tabBarController: TabBarController) {
        self.tabBarController = tabBarController
        super.init(frame: .zero)
    }

    override var address: ViewAddress? {
        tabBarController.number == 0 ? nil : ViewAddress(controller: tabBarController.number, view: 0)
    }
}
