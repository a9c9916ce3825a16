/// The bar of a tab bar controller.
@PluginActor
public struct TabBar {
    public let tabBarController: TabBarController
}
