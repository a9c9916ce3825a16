internal import CAdwaita
internal import EventLoop

/// How a part of a label's text differs from the rest.
package struct TextSpan: Hashable, Sendable {
    /// The part, in Unicode scalars. Parts do not overlap.
    package let range: Range<Int>
    /// nil for the weight of the label.
    package var isBold: Bool?
    package var isItalic = false
    package var isUnderlined = false
    package var isStruckThrough = false
    package var isCode = false
    /// nil for the colour of the label.
    package var color: Color?
    /// The URI that a click opens; nil for none. The caller has checked it.
    package var link: String?

    package init(_ range: Range<Int>) { self.range = range }
}

/// The spans of a label as attributes of Pango. No text is ever parsed as markup.
struct TextSpans {
    /// The links by their places in the text, in bytes.
    let links: [(bytes: Range<Int>, uri: String)]
    private let spans: [(bytes: Range<Int>, span: TextSpan)]

    init(_ spans: [TextSpan], in text: String) {
        var offsets = [0]
        for scalar in text.unicodeScalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
        self.spans = spans.map { span in
            let range = span.range.clamped(to: 0..<(offsets.count - 1))
            return (offsets[range.lowerBound]..<offsets[range.upperBound], span)
        }
        links = self.spans.compactMap { bytes, span in span.link.map { (bytes, $0) } }
    }

    /// Calls a function with the attributes.
    func withAttributes(_ body: (OpaquePointer?) -> Void) {
        let list = pango_attr_list_new()
        defer { pango_attr_list_unref(list) }
        for (bytes, span) in spans where !bytes.isEmpty {
            func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
                guard let attribute else { return }
                attribute.pointee.start_index = guint(clamping: bytes.lowerBound)
                attribute.pointee.end_index = guint(clamping: bytes.upperBound)
                pango_attr_list_insert(list, attribute)
            }
            if let isBold = span.isBold { add(pango_attr_weight_new(isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)) }
            if span.isItalic { add(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
            if span.isUnderlined { add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
            if span.isStruckThrough { add(pango_attr_strikethrough_new(1)) }
            if span.isCode {
                add(pango_attr_family_new("monospace"))
                add(pango_attr_background_new(0x8000, 0x8000, 0x8000))
                add(pango_attr_background_alpha_new(0x3000))
            }
            if let color = span.color {
                func part(_ part: Double) -> guint16 { guint16(min(max(part, 0), 1) * 65_535) }
                add(pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)))
                add(pango_attr_foreground_alpha_new(max(part(color.alpha), 1)))
            }
        }
        body(list)
    }
}

@EventLoop
extension Label {
    /// Returns the link at a point; nil for none.
    func link(atX x: Double, y: Double) -> String? {
        guard let layout = gtk_label_get_layout(opaque) else { return nil }
        var (left, top, index, trailing) = (Int32(0), Int32(0), Int32(0), Int32(0))
        gtk_label_get_layout_offsets(opaque, &left, &top)
        func units(_ length: Double) -> Int32 { Int32(min(max(length, -1e6), 1e6) * Double(PANGO_SCALE)) }
        guard pango_layout_xy_to_index(layout, units(x - Double(left)), units(y - Double(top)), &index, &trailing) != 0
        else { return nil }
        return shownSpans.links.first { $0.bytes.contains(Int(index)) }?.uri
    }

    /// Opens links by clicks, and by Return for the first one.
    func openLinks() {
        onClick { [weak self] x, y in
            guard let self, let uri = link(atX: x, y: y) else { return }
            open(uri)
        }
        onKey { [weak self] key in
            guard let self, ["Return", "KP_Enter", "space"].contains(key.name), let uri = shownSpans.links.first?.uri
            else { return false }
            open(uri)
            return true
        }
        guard let motion = gtk_event_controller_motion_new() else { return }
        Signal.connect(point: "motion", of: UnsafeMutableRawPointer(motion)) { [weak self] x, y in
            guard let self else { return }
            gtk_widget_set_cursor_from_name(pointer, link(atX: x, y: y) == nil ? nil : "pointer")
        }
        gtk_widget_add_controller(pointer, motion)
    }

    /// Opens a URI with the program that the user prefers, in a sandbox through the desktop's portal.
    private func open(_ uri: String) {
        guard isEnabled else { return }
        let window = gtk_widget_get_root(pointer).map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)
        }
        gtk_show_uri(window, uri, guint32(GDK_CURRENT_TIME))
    }
}
