/// An example from the specification's table of popovers, section A16.
package struct PopoverExample: Sendable, CustomStringConvertible {
    /// x, y, width, height; or top, left, bottom, right.
    package typealias Four = (Double, Double, Double, Double)
    /// Width, height.
    package typealias Two = (Double, Double)

    package let number: Int
    package let name: String
    package let container: Four
    package let source: Four
    package let content: Two
    package let statusBarHeight: Double
    package let margins: Four
    package let keyboardOverlap: Double
    package let permitted: UInt64
    package let canOverlap: Bool
    /// Whether there is a custom background: an arrow 20 high on a base of 40, a corner radius of 8, content insets 8,
    /// 10, 12, 14.
    package let hasCustomBackground: Bool
    /// The bit of the direction, or 0 without an arrow.
    package let arrow: UInt64
    package let frame: Four
    package let contentFrame: Four
    package let arrowOffset: Double
    /// The name of the decision in rule A6.
    package let stage: String

    init(
        _ number: Int, _ name: String, _ container: Four, _ source: Four, _ content: Two, _ arrow: UInt64,
        _ frame: Four, _ contentFrame: Four, _ arrowOffset: Double, _ stage: String, permitted: UInt64 = 15,
        statusBar: Double = 20, margins: Four = (10, 10, 10, 10), keyboard: Double = 0, canOverlap: Bool = false,
        hasCustomBackground: Bool = false
    ) {
        self.number = number
        self.name = name
        self.container = container
        self.source = source
        self.content = content
        statusBarHeight = statusBar
        self.margins = margins
        keyboardOverlap = keyboard
        self.permitted = permitted
        self.canOverlap = canOverlap
        self.hasCustomBackground = hasCustomBackground
        self.arrow = arrow
        self.frame = frame
        self.contentFrame = contentFrame
        self.arrowOffset = arrowOffset
        self.stage = stage
    }

    package var description: String { "example \(number): \(name)" }

    private static let pad: Four = (0, 0, 1024, 768)
    private static let padPortrait: Four = (0, 0, 768, 1024)
    private static let phone: Four = (0, 0, 320, 480)
    private static let (none, up, down, left, right): (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 1, 2, 4, 8)

    package static let all = [
        PopoverExample(
            1, "iPad landscape, button near the top: room below",
            pad, (492, 100, 40, 40), (320, 400), up, (352, 140, 320, 413), (352, 153, 320, 400), 0, "A"),
        PopoverExample(
            2, "button near the bottom: flips above",
            pad, (492, 700, 40, 40), (320, 400), down, (352, 287, 320, 413), (352, 287, 320, 400), 0, "A"),
        PopoverExample(
            3, "button in the middle: neither above nor below fits, left arrow",
            pad, (492, 364, 40, 40), (320, 400), left, (532, 184, 333, 400), (545, 184, 320, 400), 0, "A"),
        PopoverExample(
            4, "default 320x1100 content, middle: no side fits, tallest side wins",
            pad, (492, 364, 40, 40), (320, 1100), left, (532, 30, 333, 728), (545, 30, 320, 728), -10, "C"),
        PopoverExample(
            5, "only down permitted, 57 pt above (< minimum 100): non-permitted up is used",
            pad, (492, 100, 40, 40), (320, 400), up, (352, 140, 320, 413), (352, 153, 320, 400), 0, "D-A", permitted: 2),
        PopoverExample(
            6, "left|right permitted (P7): left first, slid down to the area's top",
            pad, (492, 100, 40, 40), (320, 400), left, (532, 30, 333, 400), (545, 30, 320, 400), -110, "A",
            permitted: 12),
        PopoverExample(
            7, "left|right, source at the right edge: right",
            pad, (980, 100, 40, 40), (320, 400), right, (647, 30, 333, 400), (647, 30, 320, 400), -110, "A",
            permitted: 12),
        PopoverExample(
            8, "bar button, left end: arrow clamped, still on the button",
            pad, (10, 20, 44, 44), (320, 400), up, (10, 64, 320, 413), (10, 77, 320, 400), -134, "A"),
        PopoverExample(
            9, "bar button, right end",
            pad, (970, 20, 44, 44), (320, 400), up, (694, 64, 320, 413), (694, 77, 320, 400), 134, "A"),
        PopoverExample(
            10, "20x20 source in the screen corner: no direction can hit it, first in order wins",
            pad, (0, 0, 20, 20), (320, 400), up, (10, 30, 320, 413), (10, 43, 320, 400), -134, "C"),
        PopoverExample(
            11, "thin source at the left edge: up/down cannot hit it, left can",
            pad, (0, 300, 8, 8), (320, 400), left, (10, 104, 333, 400), (23, 104, 320, 400), 0, "A"),
        PopoverExample(
            12, "only up permitted, 341 pt left: shrinks",
            pad, (492, 364, 40, 40), (320, 400), up, (352, 404, 320, 354), (352, 417, 320, 341), 0, "C", permitted: 1),
        PopoverExample(
            13, "only up permitted, 105 pt left (>= 100): shrinks",
            pad, (492, 600, 40, 40), (320, 400), up, (352, 640, 320, 118), (352, 653, 320, 105), 0, "C", permitted: 1),
        PopoverExample(
            14, "only up permitted, 85 pt left (< 100): non-permitted down",
            pad, (492, 620, 40, 40), (320, 400), down, (352, 207, 320, 413), (352, 207, 320, 400), 0, "D-A",
            permitted: 1),
        PopoverExample(
            15, "empty mask: no arrow, centred over the source",
            pad, (492, 364, 40, 40), (320, 400), none, (352, 184, 320, 400), (352, 184, 320, 400), 0, "N", permitted: 0),
        PopoverExample(
            16, "empty mask, source in a corner: kept in the area",
            pad, (1000, 740, 20, 20), (320, 400), none, (694, 358, 320, 400), (694, 358, 320, 400), 0, "N", permitted: 0
        ),
        PopoverExample(
            17, "source = whole screen: last resort, overlaps",
            pad, (0, 0, 1024, 768), (320, 400), up, (352, 345, 320, 413), (352, 358, 320, 400), 0, "E"),
        PopoverExample(
            18, "huge source, 77 pt beside it: last resort",
            pad, (100, 100, 824, 568), (320, 400), up, (352, 345, 320, 413), (352, 358, 320, 400), 0, "E"),
        PopoverExample(
            19, "same, overlap allowed: least slide that shows full size",
            pad, (100, 100, 824, 568), (320, 400), left, (681, 184, 333, 400), (694, 184, 320, 400), 0, "B",
            canOverlap: true),
        PopoverExample(
            20, "overlap allowed but a side fits: no overlap",
            pad, (492, 100, 40, 40), (320, 400), up, (352, 140, 320, 413), (352, 153, 320, 400), 0, "A",
            canOverlap: true),
        PopoverExample(
            21, "overlap allowed, 30 pt missing below",
            pad, (492, 345, 40, 60), (320, 370), up, (352, 375, 320, 383), (352, 388, 320, 370), 0, "B", permitted: 1,
            canOverlap: true),
        PopoverExample(
            22, "same without overlap: shrinks",
            pad, (492, 345, 40, 60), (320, 370), up, (352, 405, 320, 353), (352, 418, 320, 340), 0, "C", permitted: 1),
        PopoverExample(
            23, "700x500, overlap allowed: slides fully over the source and shrinks",
            pad, (492, 364, 40, 40), (700, 500), up, (162, 364, 700, 394), (162, 377, 700, 381), 0, "C",
            canOverlap: true),
        PopoverExample(
            24, "700x500, no overlap: larger visible area (up) wins over left",
            pad, (492, 364, 40, 40), (700, 500), up, (162, 404, 700, 354), (162, 417, 700, 341), 0, "C"),
        PopoverExample(
            25, "iPad portrait, default 320x1100",
            padPortrait, (364, 492, 40, 40), (320, 1100), left, (404, 30, 333, 984), (417, 30, 320, 984), -10, "C"),
        PopoverExample(
            26, "iPad portrait, 600x600: best of the shrunk ones",
            padPortrait, (364, 492, 40, 40), (600, 600), up, (84, 532, 600, 482), (84, 545, 600, 469), 0, "C"),
        PopoverExample(
            27, "keyboard 352: room below goes, left with shrunk height",
            pad, (492, 300, 40, 40), (320, 400), left, (532, 30, 333, 376), (545, 30, 320, 376), 102, "C", keyboard: 352
        ),
        PopoverExample(
            28, "keyboard 352, small content: up still fits",
            pad, (492, 100, 40, 40), (320, 250), up, (352, 140, 320, 263), (352, 153, 320, 250), 0, "A", keyboard: 352),
        PopoverExample(
            29, "source scrolled off below: hugs the bottom edge, arrow down",
            pad, (492, 2000, 40, 40), (320, 400), down, (352, 345, 320, 413), (352, 345, 320, 400), 0, "A"),
        PopoverExample(
            30, "source scrolled off above",
            pad, (492, -500, 40, 40), (320, 400), up, (352, 30, 320, 413), (352, 43, 320, 400), 0, "A"),
        PopoverExample(
            31, "zero-size source (a point) in the middle",
            pad, (512, 384, 0, 0), (320, 400), left, (512, 184, 333, 400), (525, 184, 320, 400), 0, "A"),
        PopoverExample(
            32, "zero margins: slides to the status bar edge",
            pad, (492, 60, 40, 40), (320, 400), left, (532, 20, 333, 400), (545, 20, 320, 400), -140, "A", permitted: 4,
            margins: (0, 0, 0, 0)),
        PopoverExample(
            33, "no status bar: slides to the 10 pt margin",
            pad, (492, 60, 40, 40), (320, 400), left, (532, 10, 333, 400), (545, 10, 320, 400), -130, "A", permitted: 4,
            statusBar: 0),
        PopoverExample(
            34, "right margin 100: bar button outside the area, right arrow",
            pad, (980, 20, 44, 44), (320, 400), right, (591, 30, 333, 400), (591, 30, 320, 400), -174, "A",
            margins: (10, 10, 10, 100)),
        PopoverExample(
            35, "custom background: arrow 20/40, radius 8, insets 8,10,12,14",
            pad, (492, 100, 40, 40), (320, 400), up, (340, 140, 344, 440), (350, 168, 320, 400), 0, "A",
            hasCustomBackground: true),
        PopoverExample(
            36, "same background, left arrow",
            pad, (492, 364, 40, 40), (320, 400), left, (532, 174, 364, 420), (562, 182, 320, 400), 0, "A",
            hasCustomBackground: true),
        PopoverExample(
            37, "wide source: arrow at its middle",
            pad, (300, 100, 424, 40), (320, 400), up, (352, 140, 320, 413), (352, 153, 320, 400), 0, "A"),
        PopoverExample(
            38, "content smaller than the arrow clearance: arrow centred",
            pad, (492, 100, 40, 40), (50, 30), up, (487, 140, 50, 43), (487, 153, 50, 30), 0, "A"),
        PopoverExample(
            39, "40-wide content at the left edge",
            pad, (10, 100, 44, 44), (40, 30), up, (12, 144, 40, 43), (12, 157, 40, 30), 0, "A"),
        PopoverExample(
            40, "negative-size source rect is standardised",
            pad, (532, 140, -40, -40), (320, 400), up, (352, 140, 320, 413), (352, 153, 320, 400), 0, "A"),
        PopoverExample(
            41, "phone-size container, 320x400 wider than the area",
            phone, (140, 200, 40, 40), (320, 400), up, (10, 240, 300, 230), (10, 253, 300, 217), 0, "C"),
        PopoverExample(
            42, "phone-size, left only: 117 pt wide",
            phone, (140, 200, 40, 40), (320, 400), left, (180, 30, 130, 400), (193, 30, 117, 400), -10, "C",
            permitted: 4),
        PopoverExample(
            43, "phone-size, left only, source further right: 77 pt < 100 -> non-permitted up",
            phone, (180, 200, 40, 40), (320, 400), up, (10, 240, 300, 230), (10, 253, 300, 217), 40, "D-C", permitted: 4
        ),
        PopoverExample(
            44, "table row, default size, source left of centre",
            pad, (200, 384, 40, 40), (320, 1100), left, (240, 30, 333, 728), (253, 30, 320, 728), 10, "C"),
        PopoverExample(
            45, "table row, default size, source right of centre",
            pad, (800, 384, 40, 40), (320, 1100), right, (467, 30, 333, 728), (467, 30, 320, 728), 10, "C"),
        PopoverExample(
            46, "2000x2000: everything shrinks",
            pad, (492, 384, 40, 40), (2000, 2000), down, (10, 30, 1004, 354), (10, 30, 1004, 341), 0, "C"),
        PopoverExample(
            47, "unknown bits above 15 are ignored",
            pad, (492, 100, 40, 40), (320, 400), up, (352, 140, 320, 413), (352, 153, 320, 400), 0, "A", permitted: 17),
        PopoverExample(
            48, "split-view container not at the origin",
            (320, 0, 704, 768), (340, 100, 40, 40), (320, 400), up, (330, 140, 320, 413), (330, 153, 320, 400), -130,
            "A"),
        PopoverExample(
            49, "down|right at bottom-right toolbar button",
            pad, (976, 724, 44, 44), (320, 400), down, (694, 311, 320, 413), (694, 311, 320, 400), 134, "A",
            permitted: 10),
        PopoverExample(
            50, "exact fit below (400 pt)",
            pad, (492, 305, 40, 40), (320, 400), up, (352, 345, 320, 413), (352, 358, 320, 400), 0, "A"),
        PopoverExample(
            51, "one point less: goes left",
            pad, (492, 306, 40, 40), (320, 400), left, (532, 126, 333, 400), (545, 126, 320, 400), 0, "A"),
    ]
}
