/// How far something is.
///
/// ```swift
/// let download = ProgressView(frame: Rect(width: 200, height: 8))
/// download.progress = nil
/// ```
@PluginActor
open class ProgressView: View {
    /// 0 to 1, cut to that; nil while nobody knows.
    public var progress: Double? = 0 {
        didSet {
            if let progress { self.progress = min(max(progress, 0), 1) }
            changed(from: oldValue, to: progress)
        }
    }

    override var className: String { "ProgressView" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Progress", .double(progress ?? -1), unless: progress == 0)
    }
}
