import Glibc
import TabPlugin

/// The pictures that the gallery draws itself.
enum Picture {
    /// Red to the right, blue to the bottom, the first column transparent.
    @PluginActor
    static func gradient(width: UInt32, height: UInt32) -> ImageView.Pixels? {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                bytes += [UInt8(x * 255 / width), 96, UInt8(y * 255 / height), x == 0 ? 0 : 255]
            }
        }
        return ImageView.Pixels(width: width, height: height, rgba: bytes)
    }

    /// The URI of a file with a picture, written when it is not there; nil when that fails.
    static func file(in folder: String) -> String? {
        let path = folder + "/flag.svg"
        // A URI has rules for other characters; the folders that a user has rarely need them.
        guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"%?#".utf8.contains($0) }) else { return nil }
        guard access(path, R_OK) != 0 else { return "file://" + path }
        guard let file = fopen(path, "w") else { return nil }
        let isWritten = fputs(flag, file) >= 0
        return fclose(file) == 0 && isWritten ? "file://" + path : nil
    }

    private static let flag = """
        <svg xmlns="http://www.w3.org/2000/svg" width="48" height="32" viewBox="0 0 48 32">
          <rect width="48" height="32" fill="#ffcc00"/>
          <circle cx="24" cy="16" r="10" fill="#003399"/>
        </svg>

        """
}
