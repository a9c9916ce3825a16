import TabPlugin

/// The artwork of a track, or an icon while there is none.
final class ArtworkView: ImageView {
    private static let icon = "audio-x-generic-symbolic"

    /// The track whose artwork is shown or being read.
    private var track: Track?

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        identifier = "Artwork"
        image = Self.icon
        accessibilityRole = .none
    }

    /// Shows the artwork of a track as soon as it is read.
    func show(_ track: Track, from center: PlayerCenter) {
        // A file may have another picture for the next track.
        guard self.track?.artwork != track.artwork || self.track?.isSame(as: track) == false else { return }
        self.track = track
        guard !track.artwork.isEmpty else { return image = Self.icon }
        center.loadArtwork(track.artwork) { [weak self] bytes in
            guard let self, self.track?.artwork == track.artwork else { return }
            // Other data than an image is refused.
            image = bytes.flatMap { try? Image(data: $0).name } ?? Self.icon
        }
    }
}
