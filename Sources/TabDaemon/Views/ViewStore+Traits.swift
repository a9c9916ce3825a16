import DBusInterface
import PluginHosting
import TabInterface
import TabModel

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

    /// The size that a view would need in the window of a view controller.
    func size(
        of className: String, _ properties: [String: Variant], in room: DBusSize, for id: ViewControllerID
    ) throws(DBusError) -> DBusSize {
        for length in [room.width, room.height] where !(length >= 0) {
            throw .invalidArgument("the size \(room.width) x \(room.height) is negative or not a number")
        }
        let view = ViewEntry(id: 1, parent: 0, className: className, frame: .zero, properties: properties)
        let metrics = windows[delivery.hierarchy.nodes.root(of: id)]?.metrics ?? FrontEndMetrics()
        return ViewFitting(metrics.text, metrics.controls).size(of: try view.checked(settings.viewLimits), in: room)
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
