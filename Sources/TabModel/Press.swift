/// What became of a press on the remote control.
package enum Press: Hashable, Sendable {
    /// Not handled: it is the system's (`J-9`).
    case finished(handled: Bool)
    /// The focused item has to be selected first, as by a tap; then the press is made again (section J, `PENDING`).
    case selectsFirst(position: Int)
    /// The view that has the focus is to do what it does.
    case activates(ViewAddress)
}
