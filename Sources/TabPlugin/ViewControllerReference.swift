/// A view controller of anybody: of this plugin, of another one or of a client.
@PluginActor
public struct ViewControllerReference: Hashable, Sendable {
    /// The number in its object path.
    public nonisolated let number: UInt64

    nonisolated init(_ number: UInt64) { self.number = number }

    /// 0 stands for none.
    nonisolated init?(nonzero number: UInt64) {
        guard number != 0 else { return nil }
        self.number = number
    }

    /// The instance, when it is one of this plugin's own.
    public var viewController: ViewController? { Registration.instances[number]?.viewController }
}
