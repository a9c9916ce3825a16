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
    func show(_ track: Track) {
        let isSameArtwork = self.track?.artwork == track.artwork
        // A file may have another picture for the next track. Until it is read, the one that it had is shown.
        guard !isSameArtwork || self.track?.isSame(as: track) == false else { return }
        self.track = track
        if !isSameArtwork { image = Self.icon }
        ArtworkLoader.shared.load(track.artwork.isEmpty ? nil : track, for: self) { [weak self] bytes in
            // Other data than an image is refused.
            self?.image = bytes.flatMap { try? Image(data: $0).name } ?? Self.icon
        }
    }
}
