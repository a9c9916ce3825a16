import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The front ends that are attached to a window, and the window properties that clients have set.
struct Attachments {
    /// A front end, with the options of its last `Attach`.
    struct Client {
        var size: DBusSize?
        var isReadOnly = false
        var isVisible = true
        /// Whether it gets RowsChanged instead of ViewChanged.
        var getsRowChanges = false
        var colorScheme: InterfaceStyle?
        var contrast: Contrast?
        var statusBarHeight: Double?
        var bar = BarStyle()
        /// The locale and the direction, which go together; nil if the client gave neither.
        var locale: (name: LocaleName?, isRightToLeft: Bool?)?
        /// How large it draws texts; nil if the client did not say.
        var text: TextMetrics?
        /// The scale among that; nil if the client gave none.
        var textScale: Double?
        /// How large it draws controls; nil if the client did not say.
        var controls: ControlMetricsTable?
        /// The order of its first `Attach`. Another one, for example with a new size, keeps its place: what the others see
        /// does not change with it.
        var order = 0
        /// The order of its last `Attach` with another size.
        var sizeOrder = 0
    }

    /// By unique name.
    var clients: [String: Client] = [:] {
        didSet {
            let new = FrontEndMetrics(of: clients.values)
            // Views are only laid out again if they differ.
            if new.text != metrics.text || new.controls != metrics.controls { metrics = new }
        }
    }
    /// What has room for the texts and controls of all clients.
    private(set) var metrics = FrontEndMetrics.standard
    /// The size that was set, or the default of the profile.
    private(set) var preferredSize: Size
    /// When the size was set, in the order of `Client.order`; 0 before this run of the daemon.
    private var sizeOrder = 0
    var sizePolicy = SizePolicy.smallest
    var isAlwaysVisible = false
    var writtenColorScheme = InterfaceStyle.noPreference
    var writtenContrast = Contrast.unspecified
    var writtenStatusBarHeight: Double
    /// The bar of the creation.
    var createdBar = BarStyle()

    /// The attachments of a window whose properties nothing else has set so far.
    init(to window: Window) {
        preferredSize = window.size
        writtenColorScheme = window.colorScheme
        writtenContrast = window.contrast
        writtenStatusBarHeight = window.statusBarHeight
        createdBar = window.bar
    }

    /// The order of the next `Attach` or size.
    private var nextOrder: Int { max(clients.values.map { max($0.order, $0.sizeOrder) }.max() ?? 0, sizeOrder) + 1 }

    /// Attaches a client, or gives it the options of another `Attach`.
    mutating func attach(_ client: Client, of name: String) {
        let (former, next) = (clients[name], nextOrder)
        var client = client
        client.order = former?.order ?? next
        client.sizeOrder = former.flatMap { $0.size == client.size ? $0.sizeOrder : nil } ?? next
        clients[name] = client
    }

    /// Sets the size that applies without front ends.
    mutating func setPreferredSize(_ size: Size) {
        sizeOrder = nextOrder
        preferredSize = size
    }

    /// Returns a value of the client that attached last and gave one, with the client's order; nil without one.
    private func latest<Value>(
        _ value: (Client) -> Value?, by order: KeyPath<Client, Int> = \.order
    ) -> (value: Value, order: Int)? {
        var found: (value: Value, order: Int)?
        for client in clients.values where client[keyPath: order] > found?.order ?? 0 {
            if let value = value(client) { found = (value, client[keyPath: order]) }
        }
        return found
    }

    /// The preference of the client that attached last and gave one, else the one that was set.
    var colorScheme: InterfaceStyle { latest(\.colorScheme)?.value ?? writtenColorScheme }

    /// The contrast of the client that attached last and gave one, else the one that was set.
    var contrast: Contrast { latest(\.contrast)?.value ?? writtenContrast }

    /// The height from the client that attached last and gave one, else the one that was set.
    var statusBarHeight: Double { latest(\.statusBarHeight)?.value ?? writtenStatusBarHeight }

    /// The locale and the direction of the client that attached last and gave one.
    var locale: (name: LocaleName?, isRightToLeft: Bool?) { latest(\.locale)?.value ?? (nil, nil) }

    /// For each value, that of the client that attached last and gave one, else that of the creation.
    var bar: BarStyle {
        BarStyle(
            height: latest(\.bar.height)?.value, side: latest(\.bar.side)?.value, slots: latest(\.bar.slots)?.value
        ).completed(by: createdBar)
    }

    var isVisible: Bool { isAlwaysVisible || clients.values.contains { $0.isVisible } }

    /// The size in force. Without a front end that gave a size, it is the one that was set.
    var size: Size {
        let sizes = clients.values.compactMap(\.size)
        let (widths, heights) = (sizes.map(\.width), sizes.map(\.height))
        let chosen: (Double?, Double?) =
            switch sizePolicy {
            case .smallest: (widths.min(), heights.min())
            case .largest: (widths.max(), heights.max())
            case .latest: latestSize.map { ($0.width, $0.height) } ?? (nil, nil)
            case .fixed: (nil, nil)
            }
        guard let width = chosen.0, let height = chosen.1 else { return preferredSize }
        return Size(width: width, height: height)
    }

    /// The size that a client gave last; nil if a size was set after that.
    private var latestSize: DBusSize? {
        guard let found = latest(\.size, by: \.sizeOrder), found.order > sizeOrder else { return nil }
        return found.value
    }
}

/// How the sizes of the front ends decide about the size of a window.
enum SizePolicy: String, Sendable, CaseIterable {
    /// The smallest width and height, so that each front end shows the whole window.
    case smallest
    /// The largest width and height.
    case largest
    /// The size that a client gave or set last.
    case latest
    /// The size that was set, whatever the front ends give.
    case fixed
}
