import TabInterface

/// One `UpdateView`, and what should come of it.
struct ViewUpdate {
    var changed: [ViewEntry] = []
    var removed: [UInt32] = []
    /// The last word of the error's name; `none` for an update that is accepted.
    var expected = "none"
    /// What is wrong with it, for whoever reads the test's failure.
    var fault = ""

    /// Each entry that is changed or removed is an edit.
    var edits: Int { changed.count + removed.count }
}
