import EventLoop
import GTKWidgets

/// Prints how large GTK draws texts and controls.
@EventLoop
enum NaturalSizes {
    /// The CSS classes of text styles.
    private static let styles: KeyValuePairs<String, Set<String>> = [
        "body": [], "largeTitle": ["title-1"], "title": ["title-2"], "headline": ["heading"], "caption": ["caption"],
        "monospacedDigit": ["numeric"],
    ]

    /// Prints a line with the style and the width for each style and sentence, and then a line for each control.
    ///
    /// - Parameter arguments: The scale of texts, and the sentences. The first is the title of the button.
    static func printAll(_ arguments: [String]) {
        Application.textScale = arguments.first.flatMap(Double.init) ?? 1
        let sentences = arguments.dropFirst()
        for (style, classes) in styles {
            for sentence in sentences {
                let label = Label(sentence)
                label.classes = classes
                print(style, label.naturalWidth)
            }
        }
        let button = Button()
        button.classes = ["flat"]
        button.setTitle(sentences.first ?? "")
        let controls: KeyValuePairs<String, Widget> = [
            "Button": button, "Switch": Switch(), "TextField": TextField(), "ProgressView": ProgressBar(),
        ]
        for (name, control) in controls { print(name, control.naturalSize.width, control.naturalSize.height) }
    }
}
