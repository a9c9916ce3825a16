internal import Glibc

/// The file descriptors that private connections of clients leave free, for plugins, the bus and the store.
package enum DescriptorReserve {
    private static let wanted = 256

    /// The number of descriptors that a token leaves free beyond the reserve: other threads open files for a moment, such as
    /// the store's thread its backup and folders.
    package static let brief = 8

    /// Returns how many descriptors stay free, for a limit of open descriptors.
    static func size(of limit: Int) -> Int { min(wanted, limit / 4) }

    /// Whether a number of descriptors are free that are not reserved; with 0, whether no reserved one is used. The system
    /// always gives the lowest free number.
    package static func hasRoom(for more: Int) -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return true }
        let number = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return false }
        close(number)
        let count = Int(clamping: limit.rlim_cur)
        return Int(number) + more <= count - size(of: count)
    }
}
