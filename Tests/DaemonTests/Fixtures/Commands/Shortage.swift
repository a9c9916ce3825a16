import TestSupport

/// The allocations that fail in Debian's debugging build of libdbus (`dbus-tests`): every Nth, or those above a size.
///
/// `TABD_STRESS=1` uses a hundred values of N.
struct Shortage: CustomTestStringConvertible {
    private static let folder = "/usr/lib/dbus-1.0/debug-build/lib"
    static let library = folder + "/libdbus-1.so.3"

    static let all =
        (Stress.isLong ? Array(stride(from: 1, through: 1000, by: 9)) : [7, 90, 200, 333, 800]).map {
            Shortage(variable: "DBUS_MALLOC_FAIL_NTH", number: $0)
        }
        // Without 4 KiB libdbus can't read at all. It retries until the bus reply times out.
        + (Stress.isLong ? [64, 256, 2048, 4096, 8192, 20_000] : [4096]).map {
            Shortage(variable: "DBUS_MALLOC_FAIL_GREATER_THAN", number: $0)
        }

    let variable: String
    let number: Int

    var environment: [String: String] { ["LD_LIBRARY_PATH": Self.folder, variable: String(number)] }

    var testDescription: String { "\(variable)=\(number)" }
}
