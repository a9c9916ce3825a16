/// The popovers that a view controller has to do with.
struct Popovers {
    /// In which it is presented, or is going to be.
    var own: PopoverPresentationController?
    /// In which it was presented last: its delegate hears of the end afterwards.
    var ended: PopoverPresentationController?
    /// In which somebody else's container is presented that it is in.
    var outer: PopoverPresentationController?
    /// In whose place it is presented.
    weak var replaced: PopoverPresentationController?
}
