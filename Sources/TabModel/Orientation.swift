/// How an interface or a device is turned.
package enum Orientation: String, Sendable {
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
}
