extension Insets {
    /// The user's insets as those of an interface, when the device is turned against it (`P26`).
    ///
    /// `top` is what the user sees on top.
    package func turned(device: Orientation, interface: Orientation) -> Insets {
        turned(device.quarterTurns - interface.quarterTurns)
    }

    /// The same for a device that is turned so many quarters counter-clockwise, negative for clockwise (`P26`).
    package func turned(_ quarters: Int) -> Insets {
        switch quarters & 3 {
        case 1: Insets(top: left, left: bottom, bottom: right, right: top)
        case 2: Insets(top: bottom, left: right, bottom: top, right: left)
        case 3: Insets(top: right, left: top, bottom: left, right: bottom)
        default: self
        }
    }
}

extension Orientation {
    /// How many quarters the top is turned counter-clockwise from portrait.
    fileprivate var quarterTurns: Int {
        [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight].firstIndex(of: self) ?? 0
    }
}
