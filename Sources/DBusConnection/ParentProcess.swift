internal import CSystemd
internal import Glibc

/// The process that started this one.
package enum ParentProcess {
    /// Makes this process end when its parent does, by SIGKILL.
    ///
    /// The kernel means the parent's thread that started this process: it must be one that lives as long as its process.
    ///
    /// - Returns: False when the parent is gone already.
    package static func bindLife() -> Bool {
        let parent = getppid()
        return die_with_parent() && getppid() == parent
    }
}
