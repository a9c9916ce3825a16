/// What a controller, or the bar of `tabs`, says of the room below bars.
enum LayoutChange: Sendable {
    case edges(UInt32)
    case includesOpaqueBars(Bool)
    case translucent(Bool)
}
