/// What a window is given.
enum WindowChange: Sendable {
    case size(Double, Double)
    case statusBar(Double)
    case homeInset(Double)
}
