package import DBusInterface

/// How large the controls of a class are in a front end, in points.
package struct ControlMetrics: DBusStructure, Hashable {
    package var minimumWidth: Double
    package var minimumHeight: Double
    /// The space beside the content, to both sides together.
    package var horizontalPadding: Double
    /// The space above and below the content, together.
    package var verticalPadding: Double

    package init(
        minimumWidth: Double, minimumHeight: Double, horizontalPadding: Double = 0, verticalPadding: Double = 0
    ) {
        self.minimumWidth = minimumWidth
        self.minimumHeight = minimumHeight
        self.horizontalPadding = horizontalPadding
        self.verticalPadding = verticalPadding
    }

    package static let layout = FieldLayout(
        "ControlMetrics", Self.init, "minimum_width", "minimum_height", "horizontal_padding", "vertical_padding",
        values: \.minimumWidth, \.minimumHeight, \.horizontalPadding, \.verticalPadding)

    /// Returns the size of a control with this content.
    func size(around content: DBusSize = .zero) -> DBusSize {
        DBusSize(
            width: max(content.width + horizontalPadding, minimumWidth),
            height: max(content.height + verticalPadding, minimumHeight))
    }

    /// Returns the larger values of both.
    func union(_ other: ControlMetrics) -> ControlMetrics {
        ControlMetrics(
            minimumWidth: max(minimumWidth, other.minimumWidth), minimumHeight: max(minimumHeight, other.minimumHeight),
            horizontalPadding: max(horizontalPadding, other.horizontalPadding),
            verticalPadding: max(verticalPadding, other.verticalPadding))
    }
}

/// How large the controls of each class are, where front ends say it.
package struct ControlMetricsTable: Hashable, Sendable {
    /// The metrics of a window whose front ends give none, by class. No other class has metrics.
    ///
    /// Those of a SegmentedControl are of one segment, and those of a TableView are of one row.
    package static let standard: [ViewKind: ControlMetrics] = [
        .button: ControlMetrics(minimumWidth: 0, minimumHeight: 0, horizontalPadding: 16, verticalPadding: 14),
        .textField: ControlMetrics(minimumWidth: 136, minimumHeight: 0, horizontalPadding: 16, verticalPadding: 14),
        .textView: ControlMetrics(minimumWidth: 0, minimumHeight: 0, horizontalPadding: 16, verticalPadding: 14),
        .switchControl: ControlMetrics(minimumWidth: 51, minimumHeight: 31),
        .slider: ControlMetrics(minimumWidth: 120, minimumHeight: 28),
        .segmentedControl: ControlMetrics(
            minimumWidth: 0, minimumHeight: 0, horizontalPadding: 16, verticalPadding: 14),
        .progressView: ControlMetrics(minimumWidth: 120, minimumHeight: 12),
        .tableView: ControlMetrics(minimumWidth: 0, minimumHeight: 44, horizontalPadding: 24, verticalPadding: 12),
        .tabBar: ControlMetrics(minimumWidth: 0, minimumHeight: 49),
    ]

    /// The classes that have metrics, in the order of the documentation.
    package static let classes = ViewKind.allCases.filter { standard[$0] != nil }

    /// The metrics of front ends.
    package private(set) var given: [ViewKind: ControlMetrics]

    package init(_ given: [ViewKind: ControlMetrics] = [:]) { self.given = given }

    /// Checks metrics from a front end: known classes, lengths of 0 to 512.
    package init(checking metrics: [String: ControlMetrics]) throws(DBusError) {
        given = [:]
        for (name, metrics) in metrics.sorted(by: { $0.key < $1.key }) {
            guard let kind = ViewKind(rawValue: name), Self.standard[kind] != nil else {
                throw .invalidArgument(
                    """
                    ControlMetrics has '\(name.prefix(80))'; expected \
                    \(Self.classes.map(\.rawValue).joined(separator: ", "))
                    """)
            }
            let lengths = [
                metrics.minimumWidth, metrics.minimumHeight, metrics.horizontalPadding, metrics.verticalPadding,
            ]
            for length in lengths where !(0...512).contains(length) {
                throw .invalidArgument("a length of ControlMetrics of \(name) is \(length); expected 0 to 512")
            }
            given[kind] = metrics
        }
    }

    /// The metrics by the names of their classes.
    package var values: [String: ControlMetrics] {
        Dictionary(uniqueKeysWithValues: given.map { ($0.key.rawValue, $0.value) })
    }

    package subscript(kind: ViewKind) -> ControlMetrics {
        given[kind] ?? Self.standard[kind] ?? ControlMetrics(minimumWidth: 0, minimumHeight: 0)
    }

    /// Returns the metrics that have room for the controls of both: the larger values.
    package func union(_ other: ControlMetricsTable) -> ControlMetricsTable {
        let kinds = Set(given.keys).union(other.given.keys)
        return ControlMetricsTable(
            Dictionary(uniqueKeysWithValues: kinds.map { ($0, self[$0].union(other[$0])) }))
    }
}
