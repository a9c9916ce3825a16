/// The language of a window: that of the texts that the model shows there.
package struct Language: Sendable {
    /// The name of the locale, such as `de_DE`; `C` for none.
    package let locale: String
    /// Whether bars begin at the right.
    package let isRightToLeft: Bool
    package let strings: LocalizedStrings

    package static let english = Language(locale: "C", isRightToLeft: false, strings: .english)

    package init(locale: String, isRightToLeft: Bool, strings: LocalizedStrings) {
        self.locale = locale
        self.isRightToLeft = isRightToLeft
        self.strings = strings
    }
}

/// The texts follow from the locale.
extension Language: Hashable {
    package static func == (left: Language, right: Language) -> Bool {
        left.locale == right.locale && left.isRightToLeft == right.isRightToLeft
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(locale)
        hasher.combine(isRightToLeft)
    }
}

extension Nodes {
    /// Returns the language of the window that a controller is in; the default one outside of windows.
    package func language(around id: ViewControllerID) -> Language { window(around: id)?.language ?? defaultLanguage }

    /// Returns the text of a phrase in the window that a controller is in.
    func text(_ phrase: LocalizedStrings.Phrase, around id: ViewControllerID) -> String {
        language(around: id).strings[phrase]
    }

    /// Returns the title on the bar: that of the item, else that of the system item (`H-22`).
    package func displayTitle(of id: ViewControllerID) -> String? {
        let item = tabBarItem(of: id)
        return item.title ?? item.systemItem.map { text($0.phrase, around: id) }
    }
}

extension Hierarchy {
    /// Sets the language of windows that get no other one.
    package mutating func setDefaultLanguage(_ language: Language) { nodes.defaultLanguage = language }
}
