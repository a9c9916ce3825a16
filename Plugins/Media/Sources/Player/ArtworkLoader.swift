import TabPlugin

/// Reads the artwork of tracks, one after the other. A file may be on a disk or a server that does not answer, so each is
/// read on a thread of its own.
@PluginActor
final class ArtworkLoader {
    static let shared = ArtworkLoader()

    typealias Body = @PluginActor ([UInt8]?) -> Void

    private var queue = ArtworkQueue<Body>()

    /// Reads the artwork of a track, and calls a function with the image, encoded anew; nil if it can't be read.
    ///
    /// What the owner wanted before is dropped. A nil track wants nothing.
    func load(_ track: Track?, for owner: AnyObject, _ body: @escaping Body) {
        start(queue.want(track, for: ObjectIdentifier(owner), body))
    }

    private func start(_ track: Track?) {
        guard let track else { return }
        let isStarted = PluginThread.start {
            let bytes = Artwork(url: track.artwork)?.load().flatMap { ArtworkImage.encodedAnew($0) }
            Task { @PluginActor in ArtworkLoader.shared.finish(bytes) }
        }
        if !isStarted { Task { @PluginActor in ArtworkLoader.shared.finish(nil) } }
    }

    private func finish(_ bytes: [UInt8]?) {
        let (bodies, next) = queue.end()
        for body in bodies { body(bytes) }
        start(next)
    }
}
