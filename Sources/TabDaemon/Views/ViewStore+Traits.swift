import DBusInterface
import PluginHosting
import TabInterface
import TabModel
import ViewLayout

/// What owners learn about the window of their view.
extension ViewStore {
    /// The traits of the window that contains a view controller.
    func traits(of id: ViewControllerID) -> Traits {
        guard let window = delivery.hierarchy.nodes.window(of: delivery.hierarchy.nodes.root(of: id)) else {
            let language = delivery.hierarchy.nodes.language(around: id)
            return Traits(locale: language.locale, layoutDirection: .init(language))
        }
        let preferences = windows.preferences(in: window)
        return Traits(
            horizontal: Traits.SizeClass(window.horizontalSizeClass),
            vertical: Traits.SizeClass(window.verticalSizeClass), colorScheme: ColorScheme(preferences.colorScheme),
            contrast: Traits.Contrast(preferences.contrast), locale: window.language.locale,
            layoutDirection: .init(window.language), text: window.text, metricsDigest: window.metricsDigest)
    }

    /// The sizes of texts and controls in the window of a view controller.
    func metrics(of id: ViewControllerID) -> FrontEndMetrics {
        windows[delivery.hierarchy.nodes.root(of: id)]?.metrics ?? .standard
    }

    /// The size that a view would need in the window of a view controller.
    func size(
        of className: String, _ properties: [String: Variant], in room: DBusSize, for id: ViewControllerID
    ) throws(DBusError) -> DBusSize {
        try Self.checkRoom(room)
        let view = ViewEntry(id: 1, parent: 0, className: className, frame: .zero, properties: properties)
        return metrics(of: id).fitting.size(of: try view.checked(settings.viewLimits), in: room)
    }

    /// The size that an existing view of a view controller needs, with its subviews.
    func size(of view: UInt32, in room: DBusSize, for id: ViewControllerID) throws(DBusError) -> DBusSize {
        try Self.checkRoom(room)
        guard var tree = records[id]?.views, let entry = tree[view] else {
            throw .invalidArgument("view \(view) does not exist")
        }
        let metrics = metrics(of: id)
        guard tree.stacks.contains(view) || tree.fittedScrollViews.contains(view) else {
            return metrics.fitting.size(of: entry, in: room)
        }
        // A copy: what a caller asks is not kept.
        tree.setTraits(metrics, isRightToLeft: traits(of: id).layoutDirection == .rightToLeft)
        tree.markChangedFits()
        let size = tree.fittingSize(of: view, width: room.width)
        return DBusSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
    }

    private static func checkRoom(_ room: DBusSize) throws(DBusError) {
        for length in [room.width, room.height] where !(length >= 0) {
            throw .invalidArgument("the size \(room.width) x \(room.height) is negative or not a number")
        }
    }
}

extension Traits.LayoutDirection {
    fileprivate init(_ language: Language) { self = language.isRightToLeft ? .rightToLeft : .leftToRight }
}

extension Traits.SizeClass {
    fileprivate init(_ sizeClass: TabModel.SizeClass) {
        switch sizeClass {
        case .compact: self = .compact
        case .regular: self = .regular
        }
    }
}

extension Traits.Contrast {
    fileprivate init(_ contrast: TabModel.Contrast) {
        switch contrast {
        case .unspecified: self = .unspecified
        case .normal: self = .normal
        case .high: self = .high
        }
    }
}

extension ColorScheme {
    fileprivate init(_ preference: TabModel.InterfaceStyle) {
        switch preference {
        case .noPreference: self = .noPreference
        case .dark: self = .dark
        case .light: self = .light
        }
    }
}

/// The metrics of texts in the model, which knows no styles.
extension Window {
    var text: TextMetrics {
        get {
            TextMetrics(
                scale: textScale,
                given: textStyles.mapValues {
                    TextStyleMetrics(lineHeight: $0.height, averageAdvance: $0.width)
                })
        }
        set {
            textScale = newValue.scale
            textStyles = newValue.given.mapValues { Size(width: $0.averageAdvance, height: $0.lineHeight) }
        }
    }
}
