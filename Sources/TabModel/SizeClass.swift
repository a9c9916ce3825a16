/// How much room a window has in one direction.
package enum SizeClass: String, Sendable {
    case compact, regular
}
