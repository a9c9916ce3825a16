import DBusConnection

/// What is held of what memory is needed for: by one client or plugin, or by all together.
@EventLoop
final class ClientAccount {
    private(set) var viewControllers = 0
    /// In bytes.
    private(set) var content = 0
    private let all: ClientAccount?

    /// - Parameter all: What everybody holds; nil when this is that.
    init(in all: ClientAccount?) { self.all = all }

    var isEmpty: Bool { viewControllers == 0 && content == 0 }

    func add(viewControllers count: Int, content bytes: Int) {
        viewControllers += count
        content += bytes
        all?.add(viewControllers: count, content: bytes)
    }
}
