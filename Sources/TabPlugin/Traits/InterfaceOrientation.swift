/// The orientation of the user interface.
public enum InterfaceOrientation: String, Hashable, Sendable {
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
}

/// A set of orientations.
public struct InterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let portrait = InterfaceOrientationMask(rawValue: 2)
    public static let portraitUpsideDown = InterfaceOrientationMask(rawValue: 4)
    public static let landscapeRight = InterfaceOrientationMask(rawValue: 8)
    public static let landscapeLeft = InterfaceOrientationMask(rawValue: 16)
    public static let landscape: InterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    public static let allButUpsideDown: InterfaceOrientationMask = [.portrait, .landscape]
    public static let all: InterfaceOrientationMask = [.allButUpsideDown, .portraitUpsideDown]
}
