internal import CAdwaita
package import EventLoop

/// A text.
@EventLoop
package final class Label: Widget {
    package enum Justification: Sendable { case start, left, center, right }

    package init(_ text: String = "", role: Role = .own) {
        super.init(tabd_widget_new(gtk_label_get_type(), role.value))
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_xalign(opaque, 0)
        self.text = text
    }

    package var text: String {
        get { gtk_label_get_text(opaque).map { String(cString: $0) } ?? "" }
        set { if newValue != text { gtk_label_set_text(opaque, newValue) } }
    }

    /// The largest number of lines; 0 for any.
    package var lines: Int = 1 {
        didSet {
            guard lines != oldValue else { return }
            gtk_label_set_wrap(opaque, lines == 1 ? 0 : 1)
            // A text without a limit that ends with an ellipsis has one line a paragraph.
            gtk_label_set_ellipsize(opaque, lines == 0 ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END)
            gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_lines(opaque, lines == 0 ? -1 : Int32(clamping: lines))
        }
    }

    /// The spans that are shown, with their places in the text.
    private(set) var shownSpans = TextSpans([], in: "")
    private var spans: [TextSpan] = []
    private var spansText = ""
    private var opensLinks = false

    /// Shows parts of the present text in other ways. Set the text first.
    package func show(_ spans: [TextSpan]) {
        let text = spans.isEmpty ? "" : self.text
        guard spans != self.spans || text != spansText else { return }
        (self.spans, spansText) = (spans, text)
        shownSpans = TextSpans(spans, in: text)
        shownSpans.withAttributes { gtk_label_set_attributes(opaque, spans.isEmpty ? nil : $0) }
        let hasLinks = !shownSpans.links.isEmpty
        gtk_widget_set_focusable(pointer, hasLinks ? 1 : 0)
        if hasLinks, !opensLinks {
            opensLinks = true
            openLinks()
        }
    }

    /// The height of a line and the width of an average character or digit, in points.
    package var metrics: (lineHeight: Double, averageAdvance: Double) {
        var height: Int32 = 0
        gtk_widget_measure(pointer, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        guard let context = gtk_widget_get_pango_context(pointer),
            let metrics = pango_context_get_metrics(context, nil, nil)
        else { return (Double(height), 0) }
        defer { pango_font_metrics_unref(metrics) }
        let width = max(
            pango_font_metrics_get_approximate_char_width(metrics),
            pango_font_metrics_get_approximate_digit_width(metrics))
        return (Double(height), Double(width) / Double(PANGO_SCALE))
    }

    /// The widths of the paragraphs of a text that does not wrap, in points.
    package var paragraphWidths: [Double] {
        // Otherwise each is as wide as the label.
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_NONE)
        defer { gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END) }
        guard let layout = gtk_label_get_layout(opaque) else { return [] }
        return (0..<pango_layout_get_line_count(layout)).map { index in
            var extents = PangoRectangle()
            pango_layout_line_get_extents(pango_layout_get_line_readonly(layout, index), nil, &extents)
            return Double(extents.width) / Double(PANGO_SCALE)
        }
    }

    package var justification: Justification = .start {
        didSet {
            guard justification != oldValue else { return }
            let isRightToLeft = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
            let (align, justify): (Float, GtkJustification) =
                switch justification {
                case .start: (0, GTK_JUSTIFY_LEFT)
                case .left: (isRightToLeft ? 1 : 0, isRightToLeft ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT)
                case .center: (0.5, GTK_JUSTIFY_CENTER)
                case .right: (isRightToLeft ? 0 : 1, isRightToLeft ? GTK_JUSTIFY_LEFT : GTK_JUSTIFY_RIGHT)
                }
            gtk_label_set_xalign(opaque, align)
            gtk_label_set_justify(opaque, justify)
        }
    }
}

/// A field for one line of text.
@EventLoop
package final class TextField: Widget {
    /// Called for each change by the user.
    package var onChange: (@EventLoop (String) -> Void)?
    /// Called when the user presses Return.
    package var onReturn: (@EventLoop (String) -> Void)?
    private var isSetting = false

    package init() {
        super.init(gtk_entry_new())
        Signal.connect("changed", of: raw) { [weak self] in
            guard let self, !isSetting else { return }
            onChange?(text)
        }
        Signal.connect("activate", of: raw) { [weak self] in
            guard let self else { return }
            onReturn?(text)
        }
    }

    /// Setting it keeps the caret where it is, as far as the text reaches.
    package var text: String {
        get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
        set {
            guard newValue != text else { return }
            isSetting = true
            let position = gtk_editable_get_position(opaque)
            let wasAtEnd = position >= text.unicodeScalars.count
            gtk_editable_set_text(opaque, newValue)
            gtk_editable_set_position(opaque, wasAtEnd ? -1 : position)
            isSetting = false
        }
    }

    /// The space beside the text, to both sides together.
    package var padding: Double {
        func width(_ characters: Int32) -> Double {
            gtk_editable_set_width_chars(opaque, characters)
            return naturalWidth
        }
        // Enough characters to be wider than GTK's smallest field.
        let padding = 2 * width(100) - width(200)
        gtk_editable_set_width_chars(opaque, -1)
        return padding
    }

    package var placeholder: String = "" {
        didSet { if placeholder != oldValue { gtk_entry_set_placeholder_text(cast(), placeholder) } }
    }

    package var isSecure = false {
        didSet { if isSecure != oldValue { gtk_entry_set_visibility(cast(), isSecure ? 0 : 1) } }
    }

    package enum Purpose: Sendable { case text, number, digits, phone, url, email, name, password, pin }

    package var purpose: Purpose = .text {
        didSet {
            let value =
                switch purpose {
                case .text: GTK_INPUT_PURPOSE_FREE_FORM
                case .number: GTK_INPUT_PURPOSE_NUMBER
                case .digits: GTK_INPUT_PURPOSE_DIGITS
                case .phone: GTK_INPUT_PURPOSE_PHONE
                case .url: GTK_INPUT_PURPOSE_URL
                case .email: GTK_INPUT_PURPOSE_EMAIL
                case .name: GTK_INPUT_PURPOSE_NAME
                case .password: GTK_INPUT_PURPOSE_PASSWORD
                case .pin: GTK_INPUT_PURPOSE_PIN
                }
            gtk_entry_set_input_purpose(cast(), value)
        }
    }
}

/// A text of many lines.
@EventLoop
package final class TextArea: Widget {
    /// Called for each change by the user.
    package var onChange: (@EventLoop (String) -> Void)?
    private let view: UnsafeMutablePointer<GtkWidget>
    private let buffer: UnsafeMutablePointer<GtkTextBuffer>
    private var isSetting = false

    package init() {
        view = gtk_text_view_new()
        buffer = gtk_text_view_get_buffer(UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkTextView.self))
        super.init(gtk_scrolled_window_new())
        gtk_text_view_set_wrap_mode(textView, GTK_WRAP_WORD_CHAR)
        gtk_scrolled_window_set_child(opaque, view)
        Signal.connect("changed", of: UnsafeMutableRawPointer(buffer)) { [weak self] in
            guard let self, !isSetting else { return }
            onChange?(text)
        }
    }

    private var textView: UnsafeMutablePointer<GtkTextView> {
        UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkTextView.self)
    }

    /// The space around the text, to both sides together.
    package var padding: (width: Double, height: Double) {
        // Without scroll bars it is as large as its text with the frame.
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_NEVER)
        defer { gtk_scrolled_window_set_policy(opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC) }
        return padding(around: view)
    }

    package var isEditable: Bool {
        get { gtk_text_view_get_editable(textView) != 0 }
        set {
            gtk_text_view_set_editable(textView, newValue ? 1 : 0)
            gtk_text_view_set_cursor_visible(textView, newValue ? 1 : 0)
        }
    }

    package var contentInset = ContentInset.zero {
        didSet {
            guard contentInset != oldValue else { return }
            gtk_text_view_set_top_margin(textView, ContentInset.pixels(contentInset.top))
            gtk_text_view_set_bottom_margin(textView, ContentInset.pixels(contentInset.bottom))
            gtk_text_view_set_left_margin(textView, ContentInset.pixels(contentInset.left))
            gtk_text_view_set_right_margin(textView, ContentInset.pixels(contentInset.right))
        }
    }

    /// The label of the text for screen readers.
    package func setTextLabel(_ label: String) {
        tabd_set_accessible_text(view, Int32(GTK_ACCESSIBLE_PROPERTY_LABEL.rawValue), label)
    }

    /// Setting it replaces only what differs, so the caret and the selection stay in what does not.
    package var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        set {
            let (old, new) = (Array(text.unicodeScalars), Array(newValue.unicodeScalars))
            guard old != new else { return }
            let prefix = zip(old, new).prefix { $0 == $1 }.count
            let room = min(old.count, new.count) - prefix
            let suffix = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
            isSetting = true
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(clamping: prefix))
            gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(clamping: old.count - suffix))
            gtk_text_buffer_delete(buffer, &start, &end)
            var middle = String.UnicodeScalarView()
            middle.append(contentsOf: new[prefix..<(new.count - suffix)])
            let inserted = String(middle)
            gtk_text_buffer_insert(buffer, &start, inserted, Int32(clamping: inserted.utf8.count))
            isSetting = false
        }
    }
}
