/// What a user did at the terminal.
package enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Text that came at once from the clipboard; controls other than line breaks and tabs are left out.
    case paste(String)
}
