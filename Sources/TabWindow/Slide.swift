internal import EventLoop
internal import GTKWidgets

/// An animated change from one view to another on a canvas: one of them slides over the other.
///
/// The daemon has no duration for pushes, pops and sheets, so it is the window's.
@EventLoop
final class Slide {
    enum Kind: Sendable {
        /// From the trailing edge, over the other.
        case push
        /// To the trailing edge, which uncovers the other.
        case pop
        /// From the bottom, over the other.
        case present
        /// To the bottom, which uncovers the other.
        case dismiss
    }

    /// In seconds.
    private static let duration = 0.35
    /// The part of the width by which the covered view of a stack moves.
    private static let parallax = 0.3

    private let kind: Kind
    private let old: Canvas
    private let new: Canvas
    private let front: Canvas
    private let canvas: Canvas
    private var animation: Animation?
    private var isOver = false

    /// Starts with both views on the canvas. At the end the old one is taken away.
    init(_ kind: Kind, from old: Canvas, to new: Canvas, on canvas: Canvas) {
        self.kind = kind
        self.old = old
        self.new = new
        self.canvas = canvas
        let isUncovering = kind == .pop || kind == .dismiss
        if isUncovering { canvas.insert(old, before: nil) }
        // The one in front hides the other.
        front = isUncovering ? old : new
        front.classes.insert("tabd-page")
        place(0)
        animation = Animation(on: canvas, seconds: Self.duration, curve: .easeOut) { [weak self] part in
            self?.place(part)
        } onEnd: { [weak self] in
            // Not during the signal of the animation.
            EventLoop.post { self?.end() }
        }
    }

    /// Ends the change at once.
    func end() {
        guard !isOver else { return }
        isOver = true
        animation = nil
        front.classes.remove("tabd-page")
        if old !== new { canvas.remove(old) }
        canvas.place(new, at: nil)
    }

    var isRunning: Bool { !isOver }

    private func place(_ part: Double) {
        guard !isOver else { return }
        let (width, height) = canvas.size
        func move(_ view: Canvas, x: Double = 0, y: Double = 0) {
            let x = Application.isRightToLeft ? -x : x
            canvas.place(view, at: Rect(x: x * width, y: y * height, width: width, height: height))
        }
        switch kind {
        case .push:
            move(new, x: 1 - part)
            move(old, x: -Self.parallax * part)
        case .pop:
            move(old, x: part)
            move(new, x: -Self.parallax * (1 - part))
        case .present:
            move(new, y: 1 - part)
            move(old)
        case .dismiss:
            move(old, y: part)
            move(new)
        }
    }
}
