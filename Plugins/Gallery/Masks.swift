import TabPlugin

/// Autoresizing masks: a box that the user can resize, with a view for each of UIKit's cases.
///
/// The views are the examples of rule V8 at half their size, in a box of 160 x 240 points. All lengths are larger if the
/// texts are.
final class Masks: GalleryTab {
    private static let boxSize = Size(width: 160, height: 240)

    private let widthSlider = Slider()
    private let heightSlider = Slider()
    private let box = View()
    private var scale = 1.0

    override func build() {
        widthSlider.identifier = "Width"
        widthSlider.accessibilityLabel = "Width of the box"
        widthSlider.minimumValue = 80
        widthSlider.maximumValue = 304
        widthSlider.value = Self.boxSize.width
        heightSlider.identifier = "Height"
        heightSlider.accessibilityLabel = "Height of the box"
        heightSlider.minimumValue = 120
        heightSlider.maximumValue = 300
        heightSlider.value = Self.boxSize.height
        for slider in [widthSlider, heightSlider] {
            report(slider, .valueChanged) { $0.value }
            slider.addAction(for: .valueChanged) { [weak self] in self?.resize() }
        }
        box.identifier = "Box"
        box.backgroundColor = "#8080803F"
        for (number, (name, _, mask)) in Self.examples.enumerated() {
            let label = Label(text: String(number + 1))
            label.identifier = "Mask-\(name)"
            label.accessibilityLabel = name
            label.tooltip = name
            label.style = .caption
            label.autoresizingMask = mask
            label.backgroundColor = "#007AFF7F"
            box.addSubview(label)
        }
        add([widthSlider, heightSlider, box])
        scaleBox(by: 1)
    }

    override func place(in area: Rect) {
        let rows = area.rows([24, 24, 0])
        widthSlider.frame = rows[0]
        heightSlider.frame = rows[1]
        let height = box.subviews.map { $0.height(inWidth: area.width) }.max() ?? 0
        let needed = height > Self.usualLineHeight ? height / Self.labelHeight : 1
        if needed != scale { scaleBox(by: needed) }
        // Only set the origin. The sliders determine the size.
        box.frame = Rect(x: rows[2].x, y: rows[2].y, width: box.frame.width, height: box.frame.height)
    }

    /// Gives the box and the views in it their first frames, and then the size that the user chose.
    private func scaleBox(by scale: Double) {
        self.scale = scale
        box.frame = Rect(
            x: box.frame.x, y: box.frame.y, width: Self.boxSize.width * scale, height: Self.boxSize.height * scale)
        for (label, (_, frame, _)) in zip(box.subviews, Self.examples) {
            label.frame = Rect(
                x: frame.x * scale, y: frame.y * scale, width: frame.width * scale, height: frame.height * scale)
        }
        resize()
    }

    private func resize() {
        box.frame = Rect(
            x: box.frame.x, y: box.frame.y, width: widthSlider.value * scale, height: heightSlider.value * scale)
    }

    /// The smallest height of the views.
    private static let labelHeight = 14.0
    /// The height of a line that the views have room for without being larger.
    private static let usualLineHeight = 16.0

    private static let examples: [(name: String, frame: Rect, mask: AutoresizingMask)] = [
        ("NavigationBar", Rect(width: 160, height: 22), [.flexibleWidth, .flexibleBottomMargin]),
        ("None", Rect(x: 5, y: 26, width: 50, height: 14), []),
        ("Width", Rect(x: 5, y: 44, width: 150, height: 14), [.flexibleWidth]),
        ("LeftMargin", Rect(x: 5, y: 62, width: 50, height: 14), [.flexibleLeftMargin]),
        ("RightMargin", Rect(x: 5, y: 80, width: 50, height: 14), [.flexibleRightMargin]),
        ("Centred", Rect(x: 55, y: 98, width: 50, height: 14), [.flexibleLeftMargin, .flexibleRightMargin]),
        ("OneToThree", Rect(x: 27.5, y: 116, width: 50, height: 14), [.flexibleLeftMargin, .flexibleRightMargin]),
        ("WidthAndRight", Rect(x: 10, y: 134, width: 50, height: 14), [.flexibleWidth, .flexibleRightMargin]),
        ("LeftAndWidth", Rect(x: 25, y: 152, width: 50, height: 14), [.flexibleLeftMargin, .flexibleWidth]),
        (
            "Proportional", Rect(x: 20, y: 170, width: 40, height: 14),
            [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
        ),
        ("BottomRight", Rect(x: 105, y: 188, width: 50, height: 20), [.flexibleLeftMargin, .flexibleTopMargin]),
        ("TabBar", Rect(y: 215.5, width: 160, height: 24.5), [.flexibleWidth, .flexibleTopMargin]),
    ]
}
