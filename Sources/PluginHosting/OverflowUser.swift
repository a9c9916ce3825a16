internal import Glibc

/// Who the files of users seem to belong to that a user namespace does not have.
enum OverflowUser {
    /// nil where every user is there: then it is one like any other.
    static let id: uid_t? = {
        let number = text("/proc/sys/kernel/overflowuid").split(whereSeparator: \.isWhitespace).first
        let user = number.flatMap { uid_t($0) } ?? 65534
        return isMapped(user, in: text("/proc/self/uid_map")) ? nil : user
    }()

    /// Whether one of the lines, `first there, first outside, how many`, has a user.
    static func isMapped(_ user: uid_t, in map: String) -> Bool {
        let lines = map.split(separator: "\n")
        return lines.isEmpty
            || lines.contains { line in
                let numbers = line.split(separator: " ").compactMap { UInt64($0) }
                // What is not understood is no namespace.
                guard numbers.count == 3 else { return true }
                return (numbers[0]..<numbers[0] + numbers[2]).contains(UInt64(user))
            }
    }

    private static func text(_ path: String) -> String { ProcessUsage.read(path) ?? "" }
}
