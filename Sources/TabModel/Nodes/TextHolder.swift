/// A value with texts that programs set.
///
/// Bounds, accounts and restoration get the texts from here. So each text is bounded, counted and cut, or none of them is: a
/// test compares the visited texts with the stored properties.
package protocol TextHolder {
    /// Passes every text to `visit`, with the name that errors use. A changed text is kept.
    mutating func visitTexts(_ visit: (_ name: String, _ text: inout String?) -> Void)
}

extension TextHolder {
    /// The size of all texts, in bytes.
    package var textContent: Int {
        var (copy, size) = (self, 0)
        copy.visitTexts { _, text in size += text?.utf8.count ?? 0 }
        return size
    }

    /// The error of the first text that exceeds the limit; nil without one.
    var textError: ModelError? {
        var (copy, error) = (self, ModelError?.none)
        copy.visitTexts { name, text in
            if error == nil { error = Self.error(of: text, named: name) }
        }
        return error
    }

    /// Cuts every text to the limit, between two characters.
    ///
    /// - Returns: The names of the cut texts.
    package mutating func cutTexts() -> [String] {
        var names: [String] = []
        visitTexts { name, text in
            guard let whole = text, whole.utf8.count > TextLimit.maximum else { return }
            text = whole.prefix(ofBytes: TextLimit.maximum)
            names.append(name)
        }
        return names
    }

    static func error(of text: String?, named name: String) -> ModelError? {
        guard let count = text?.utf8.count, count > TextLimit.maximum else { return nil }
        return .limitsExceeded("\(name) has \(count) bytes; the limit is \(TextLimit.maximum)")
    }
}

extension ViewControllerSettings: TextHolder {
    package mutating func visitTexts(_ visit: (_ name: String, _ text: inout String?) -> Void) {
        visit("Title", &title)
        item.visitTexts(visit)
        navigationItem.visitTexts(visit)
    }
}

extension NavigationItem: TextHolder {
    package mutating func visitTexts(_ visit: (_ name: String, _ text: inout String?) -> Void) {
        visit("Title", &title)
        for index in leftBarButtonItems.indices { leftBarButtonItems[index].visitTexts(visit) }
        for index in rightBarButtonItems.indices { rightBarButtonItems[index].visitTexts(visit) }
        for index in toolbarItems.indices { toolbarItems[index].visitTexts(visit) }
    }
}

extension BarButtonItem: TextHolder {
    package mutating func visitTexts(_ visit: (_ name: String, _ text: inout String?) -> Void) {
        title.visited(as: "the title of a bar button item", by: visit)
        image.visited(as: "the image of a bar button item", by: visit)
    }
}

extension Alert: TextHolder {
    package mutating func visitTexts(_ visit: (_ name: String, _ text: inout String?) -> Void) {
        message.visited(as: "Message", by: visit)
        for index in actions.indices { actions[index].title.visited(as: "the title of an action", by: visit) }
        for index in textFields.indices {
            textFields[index].placeholder.visited(as: "a placeholder", by: visit)
            textFields[index].text.visited(as: "the text of a field", by: visit)
        }
        for index in answer?.texts.indices ?? 0..<0 {
            answer?.texts[index].visited(as: "the text of a field", by: visit)
        }
    }
}

extension String {
    fileprivate mutating func visited(as name: String, by visit: (String, inout String?) -> Void) {
        var text: String? = self
        visit(name, &text)
        self = text ?? ""
    }
}
