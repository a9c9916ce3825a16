internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// A popover, an alert or an action sheet over the page, at the daemon's frame.
@EventLoop
final class PopoverLayer {
    let path: ObjectPath
    private unowned let scene: Scene
    private let layer = Canvas(role: .dialog)
    private let background: Drawing
    private let content: ControllerView
    private let shape = PopoverShape()

    var widget: Widget { layer }

    init(of path: ObjectPath, in scene: Scene) {
        self.path = path
        self.scene = scene
        content = scene.controller(path)
        background = Drawing(role: .none) { [shape] pen, width, height in shape.draw(pen, width, height) }
        shape.drawing = background
        layer.append(background)
        layer.append(content.canvas)
        // A touch outside follows the daemon's rules.
        layer.onClick(button: 0) { [weak self] x, y in self?.touch(x, y) }
        background.ignoresPointer = true
    }

    func show(_ popover: Popover, on canvas: Canvas, _ size: DBusSize) {
        canvas.append(layer)
        canvas.place(layer, at: Rect(x: 0, y: 0, width: size.width, height: size.height))
        layer.classes = popover.arrowDirection == nil ? ["tabd-dim"] : []
        layer.setAccessible(.label, scene.tree.viewController(path).title ?? "")
        shape.popover = popover
        layer.place(background, at: Rect(popover.frame.union(popover.backgroundFrame)))
        layer.place(content.canvas, at: Rect(popover.contentFrame))
        content.canvas.classes = ["tabd-popover"]
        content.refresh()
        background.redraw()
    }

    func leave(_ canvas: Canvas) {
        layer.remove(content.canvas)
        content.canvas.classes = []
        canvas.remove(layer)
    }

    private func touch(_ x: Double, _ y: Double) {
        guard let frame = shape.popover?.frame else { return }
        let isInside = x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height
        if !isInside { scene.gestures.send(.tapAt(x: x, y: y)) }
    }
}

/// The background of a popover with its arrow.
@EventLoop
final class PopoverShape {
    var popover: Popover?
    weak var drawing: Drawing?

    func draw(_ pen: Pen, _ width: Double, _ height: Double) {
        guard let popover, let drawing else { return }
        let whole = popover.frame.union(popover.backgroundFrame)
        let body = popover.backgroundFrame.offset(x: -whole.x, y: -whole.y)
        let fill =
            Color(popover.chrome.fillColor) ?? drawing.color(named: "popover_bg_color")
            ?? Color(red: 1, green: 1, blue: 1)
        let edge = drawing.color(named: "borders") ?? Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5)
        outline(pen, body)
        pen.fill(fill, keeping: true)
        pen.stroke(edge, width: 1)
        guard let direction = popover.arrowDirection else { return }
        let half = popover.chrome.arrowBase / 2
        let middle = (
            x: popover.frame.width / 2 + popover.arrowOffset, y: popover.frame.height / 2 + popover.arrowOffset
        )
        let (tip, from, to): ((Double, Double), (Double, Double), (Double, Double)) =
            switch direction {
            case .up: ((middle.x, 0), (middle.x - half, body.y + 1), (middle.x + half, body.y + 1))
            case .down:
                (
                    (middle.x, height), (middle.x - half, body.y + body.height - 1),
                    (middle.x + half, body.y + body.height - 1)
                )
            case .left: ((0, middle.y), (body.x + 1, middle.y - half), (body.x + 1, middle.y + half))
            case .right:
                (
                    (width, middle.y), (body.x + body.width - 1, middle.y - half),
                    (body.x + body.width - 1, middle.y + half)
                )
            }
        pen.move(to: tip.0, tip.1)
        pen.line(to: from.0, from.1)
        pen.line(to: to.0, to.1)
        pen.close()
        pen.fill(fill)
    }

    private func outline(_ pen: Pen, _ body: DBusRect) {
        let radius = min(12, body.width / 2, body.height / 2)
        let (right, bottom) = (body.x + body.width - radius, body.y + body.height - radius)
        pen.arc(x: right, y: body.y + radius, radius: radius, from: -90, to: 0)
        pen.arc(x: right, y: bottom, radius: radius, from: 0, to: 90)
        pen.arc(x: body.x + radius, y: bottom, radius: radius, from: 90, to: 180)
        pen.arc(x: body.x + radius, y: body.y + radius, radius: radius, from: 180, to: 270)
        pen.close()
    }
}

extension Rect {
    init(_ frame: DBusRect) { self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height) }
}
