import TestSupport

@Suite struct PopoverAreaTests {
    private static let screen = Rect(x: 0, y: 0, width: 1024, height: 768)

    @Test(.rules("P24")) func `margins are 10 from each edge of the screen`() {
        #expect(PopoverSurroundings(screen: Self.screen).area == Rect(x: 10, y: 10, width: 1004, height: 748))
        let margins = Insets(top: 1, left: 2, bottom: 3, right: 4)
        let other = PopoverSurroundings(screen: Rect(x: 320, y: 50, width: 704, height: 768), margins: margins)
        #expect(other.area == Rect(x: 322, y: 51, width: 698, height: 764))
    }

    @Test(
        .rules("P25 P27 P28"),
        arguments: [
            // The status bar is above the top margin, and the keyboard below the bottom margin.
            (0.0, PopoverSurroundings.defaultMargins, Rect(x: 10, y: 30, width: 1004, height: 728)),
            (352, PopoverSurroundings.defaultMargins, Rect(x: 10, y: 30, width: 1004, height: 376)),
            // Negative margins enlarge the area.
            (
                100, Insets(top: -5, left: -10, bottom: -20, right: -40), Rect(x: -10, y: 15, width: 1074, height: 673)
            ),
        ] as [(Double, Insets, Rect)])
    func `bars reduce the area, and negative margins enlarge it`(keyboard: Double, margins: Insets, area: Rect) {
        let surroundings = PopoverSurroundings(
            screen: Self.screen, statusBarHeight: 20, keyboardOverlap: keyboard, margins: margins)
        #expect(surroundings.area == area)
    }

    @Test(
        .rules("P28"),
        arguments: [
            Insets(top: 400, left: 0, bottom: 348, right: 0), Insets(top: 1000, left: -50, bottom: 0, right: 0),
            Insets(top: 10, left: 512, bottom: 10, right: 512), Insets(top: 900, left: 900, bottom: 900, right: 900),
            Insets(top: 0, left: .greatestFiniteMagnitude, bottom: 0, right: .greatestFiniteMagnitude),
        ])
    func `margins that leave no room along an axis are ignored`(margins: Insets) {
        let surroundings = PopoverSurroundings(screen: Self.screen, statusBarHeight: 20, margins: margins)
        #expect(surroundings.area == Rect(x: 0, y: 20, width: 1024, height: 748))
    }

    @Test(.rules("P28")) func `bars that leave no room are ignored as well`() {
        var surroundings = PopoverSurroundings(screen: Self.screen, statusBarHeight: 20, keyboardOverlap: 748)
        #expect(surroundings.area == Self.screen)
        surroundings.keyboardOverlap = 747
        #expect(surroundings.area == Rect(x: 0, y: 20, width: 1024, height: 1))
        surroundings.margins = Insets(top: -10, left: 0, bottom: -10, right: 0)
        surroundings.keyboardOverlap = 760
        #expect(surroundings.area == Rect(x: 0, y: 10, width: 1024, height: 8))
        surroundings.screen = Rect(x: 5, y: 6, width: 0, height: 0)
        #expect(surroundings.area == surroundings.screen)
    }

    @Test(.rules("P29")) func `in a window only the status bar and the keyboard count`() {
        var window = Window(profile: .pad)
        window.keyboardHeight = 300
        let surroundings = PopoverSurroundings(window, margins: PopoverSurroundings.defaultMargins)
        #expect(surroundings.area == Rect(x: 10, y: 30, width: 748, height: 684))
        window.bottomSafeAreaInset = 34
        #expect(PopoverSurroundings(window, margins: PopoverSurroundings.defaultMargins) == surroundings)
        // A client that wants the safe area to count adds it to the margins.
        let safe = PopoverSurroundings.defaultMargins + Insets(top: 0, left: 44, bottom: 34, right: 44)
        #expect(PopoverSurroundings(window, margins: safe).area == Rect(x: 54, y: 30, width: 660, height: 650))
    }

    // MARK: Margins by orientation (P26)

    private static let user = Insets(top: 1, left: 2, bottom: 3, right: 4)
    private static let quarters: [Orientation] = [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight]
    private static let counterclockwise = Insets(top: 2, left: 3, bottom: 4, right: 1)
    private static let upsideDown = Insets(top: 3, left: 4, bottom: 1, right: 2)
    private static let clockwise = Insets(top: 4, left: 1, bottom: 2, right: 3)

    /// For each interface orientation, in the order of `quarters`: the result for each device orientation.
    private static let table = [
        [user, counterclockwise, upsideDown, clockwise],
        [clockwise, user, counterclockwise, upsideDown],
        [upsideDown, clockwise, user, counterclockwise],
        [counterclockwise, upsideDown, clockwise, user],
    ]

    @Test(.rules("P26"), arguments: 0..<4, 0..<4)
    func `margins turn with the orientation of the device`(interface: Int, device: Int) {
        let (interface, device, expected) = (
            Self.quarters[interface], Self.quarters[device], Self.table[interface][device]
        )
        #expect(Self.user.turned(device: device, interface: interface) == expected)
        var window = Window(profile: .pad)
        (window.interfaceOrientation, window.deviceOrientation) = (interface, device)
        #expect(PopoverSurroundings(window, margins: Self.user).margins == expected)
    }

    @Test(.rules("P26")) func `four quarter turns restore the margins`() {
        for quarters in -8...8 {
            #expect(Self.user.turned(quarters) == Self.table[0][(quarters + 8) % 4])
            #expect(Self.user.turned(quarters).turned(1) == Self.user.turned(quarters + 1))
        }
    }
}
