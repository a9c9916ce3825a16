internal import ViewLayout

extension View {
    /// Changes the size of the frame to the one that `sizeThatFits(_:)` returns for its present size.
    public func sizeToFit() {
        let size = sizeThatFits(Size(width: frame.width, height: frame.height))
        frame = Rect(x: frame.x, y: frame.y, width: size.width, height: size.height)
    }

    private static let classesWithoutOwnContent: Set = ["View", "StackView", "ScrollView", "Chart"]

    func fittingSize(in room: Size) -> Size {
        if self is StackView || (self as? ScrollView)?.fitsContent == true {
            let size = contentSize(inWidth: room.width)
            return Size(width: size.width, height: size.height)
        }
        let present = Size(width: frame.width, height: frame.height)
        guard !Self.classesWithoutOwnContent.contains(className) else { return present }
        return tree?.size(of: className, properties, in: room) ?? present
    }
}
