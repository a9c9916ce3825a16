/// The window and screen of a root controller (the Window section of the contract).
package struct Window: Hashable, Sendable {
    package let profile: Profile
    package var size: Size
    package var statusBarHeight: Double
    package var keyboardHeight: Double = 0
    package var bottomSafeAreaInset: Double = 0
    package var interfaceOrientation = Orientation.portrait
    package var deviceOrientation = Orientation.portrait
    package var colorScheme = InterfaceStyle.noPreference
    package var contrast = Contrast.unspecified
    package var bar = BarStyle()
    package var language = Language.english
    /// How much larger than usual the front ends draw texts.
    package var textScale = 1.0
    /// What the front ends say about text styles by name: the width of an average character and the height of a line.
    package var textStyles: [String: Size] = [:]
    /// A digest of all else that front ends say about the sizes of texts and controls; 0 if they say nothing.
    package var metricsDigest: UInt64 = 0
    /// Whether the window is visible. Controllers appear only then (`S-1`).
    package var isVisible = false

    /// A window with the profile's default size and status bar.
    package init(profile: Profile) {
        self.profile = profile
        switch profile {
        case .phone:
            size = Size(width: 375, height: 667)
            statusBarHeight = 20
        case .pad, .padLegacy:
            size = Size(width: 768, height: 1024)
            statusBarHeight = 20
        case .tv:
            size = Size(width: 1920, height: 1080)
            statusBarHeight = 0
        }
    }

    package var horizontalSizeClass: SizeClass {
        switch profile {
        case .phone: size.width > size.height && size.height >= 414 ? .regular : .compact
        case .pad, .padLegacy: size.width >= 600 ? .regular : .compact
        case .tv: .regular
        }
    }

    package var verticalSizeClass: SizeClass {
        profile == .phone && size.width > size.height ? .compact : .regular
    }

    /// The side where the tab bar is: the bottom, unless the shell wants another one; the top in profile tv (`J-2`).
    package var barSide: BarSide { profile == .tv ? .top : bar.side ?? .bottom }

    /// The edge where the tab bar is.
    var barEdge: Edge { barSide.edge(isRightToLeft: language.isRightToLeft) }

    /// The width of a bar at a side, in points.
    private static let barWidth = 80.0

    /// The bar's height in points, without the part over the home indicator; the width of a bar at a side (`N23`).
    var tabBarHeight: Double {
        if let height = bar.height { return height }
        if barEdge.isVertical { return Self.barWidth }
        return switch profile {
        case .phone: verticalSizeClass == .compact && horizontalSizeClass == .compact ? 32 : 49
        case .pad, .padLegacy: bottomSafeAreaInset > 0 ? 45 : 50
        case .tv: 140
        }
    }

    /// The height of a navigation bar in points (`N23`).
    var navigationBarHeight: Double {
        switch profile {
        case .phone: verticalSizeClass == .compact && horizontalSizeClass == .compact ? 32 : 44
        case .pad, .padLegacy: 50
        case .tv: 0
        }
    }

    /// The error of an invalid value; nil for valid ones.
    package var validationError: ModelError? {
        for (name, value) in [("width", size.width), ("height", size.height)] {
            guard value.isFinite, value > 0, value <= 16384 else {
                return .invalidArgument("\(name) \(value) is out of bounds; expected more than 0 and at most 16384")
            }
        }
        let heights = [
            ("status bar height", statusBarHeight), ("keyboard height", keyboardHeight),
            ("bottom safe area inset", bottomSafeAreaInset),
        ]
        for (name, value) in heights {
            guard value.isFinite, value >= 0, value <= 16384 else {
                return .invalidArgument("\(name) \(value) is out of bounds; expected 0 to 16384")
            }
        }
        return bar.validationError(in: profile)
    }
}

/// The orientation of an interface or a device.
package enum Orientation: String, Sendable, CaseIterable {
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
}

/// The room of a window along one axis.
package enum SizeClass: String, Sendable {
    case compact, regular
}

/// The colour scheme that the user of a window prefers.
package enum InterfaceStyle: String, Sendable, CaseIterable { case noPreference, dark, light }

/// The contrast of colours that the user of a window prefers (`S-205`).
package enum Contrast: String, Sendable, CaseIterable { case unspecified, normal, high }
