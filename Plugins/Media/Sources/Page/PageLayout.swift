import TabPlugin

/// The places of the artwork, the controls and what is below them. In a wide and low window the artwork is beside the
/// controls.
@PluginActor
struct PageLayout {
    typealias Height = @PluginActor (_ width: Double) -> Double

    private static let margin = 16.0
    private static let maximumWidth = 720.0
    private static let maximumArtwork = 320.0
    /// A smaller artwork is not worth its place.
    private static let minimumArtwork = 48.0
    private static let wideWidth = 520.0

    /// The frame of the artwork; empty without room for it.
    private(set) var artwork = Rect.zero
    private(set) var player = Rect.zero
    private(set) var below: [Rect] = []
    /// The height of all content.
    private(set) var height: Double

    /// - Parameters:
    ///   - size: The size of the page.
    ///   - hasPlayer: Whether there is a player to show.
    ///   - below: The heights of the views below the controls.
    ///   - playerHeight: The height of the controls.
    init(_ size: Size, hasPlayer: Bool, below parts: [Height], player playerHeight: Height) {
        let width = min(max(size.width - 2 * Self.margin, 0), Self.maximumWidth)
        let x = (size.width - width) / 2
        height = Self.margin
        let heights = parts.map { $0(width) }
        let room = max(size.height - heights.reduce(2 * Self.margin) { $0 + $1 + Self.margin }, 0)
        if hasPlayer {
            let left = room - playerHeight(width) - Self.margin
            if width >= Self.wideWidth, left < Self.maximumArtwork / 2 {
                let side = min(room, width / 3, Self.maximumArtwork)
                let rest = width - side - Self.margin
                artwork = Rect(x: x, y: height, width: side, height: side)
                player = Rect(x: x + width - rest, y: height, width: rest, height: playerHeight(rest))
            } else {
                let side = min(width, left, Self.maximumArtwork)
                if side >= Self.minimumArtwork {
                    artwork = Rect(x: (size.width - side) / 2, y: height, width: side, height: side)
                    height = artwork.maxY + Self.margin
                }
                player = Rect(x: x, y: height, width: width, height: playerHeight(width))
            }
            height = max(artwork.maxY, player.maxY) + Self.margin
        }
        for partHeight in heights {
            below.append(Rect(x: x, y: height, width: width, height: partHeight))
            height += partHeight + Self.margin
        }
    }
}
