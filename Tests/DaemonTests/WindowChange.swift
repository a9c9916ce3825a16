import TabModel

/// What a window is given.
enum WindowChange: Sendable {
    case size(Double, Double)
    case statusBar(Double)
    case homeInset(Double)
    case keyboard(Double)
    case device(Orientation)
    case interface(Orientation)
}
