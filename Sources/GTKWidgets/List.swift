internal import CAdwaita
package import EventLoop

/// A list of rows that scrolls.
@EventLoop
package final class List: Widget {
    /// Called when the user activates a row.
    package var onActivate: (@EventLoop (Int) -> Void)?
    package private(set) var rows: [ListRow] = []
    private let list: UnsafeMutablePointer<GtkWidget>
    private let column: Box
    private var footerLabel: UnsafeMutablePointer<GtkWidget>?

    package init() {
        list = gtk_list_box_new()
        column = Box(.vertical)
        super.init(gtk_scrolled_window_new())
        gtk_widget_set_vexpand(list, 1)
        gtk_box_append(column.cast(), list)
        gtk_scrolled_window_set_child(opaque, column.pointer)
        gtk_list_box_set_adjustment(listBox, gtk_scrolled_window_get_vadjustment(opaque))
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_list_box_set_selection_mode(listBox, GTK_SELECTION_SINGLE)
        gtk_list_box_set_activate_on_single_click(listBox, 1)
        provideHeadings()
        Signal.connect(object: "row-activated", of: UnsafeMutableRawPointer(list)) { [weak self] row in
            guard let self, let index = rows.firstIndex(where: { $0.raw == row }) else { return }
            onActivate?(index)
        }
    }

    /// GTK asks for the headers of rows when rows or headings change.
    private func provideHeadings() {
        let callback = Callback<gpointer, Void> { [weak self] row in
            guard let self, let index = rows.firstIndex(where: { $0.raw == row }) else { return }
            rows[index].heading = headings[index]
        }
        gtk_list_box_set_header_func(
            listBox,
            { row, _, data in
                if let row { Callback<gpointer, Void>.call(data, gpointer(row), or: ()) }
            }, callback.retained(), Callback<gpointer, Void>.release)
    }

    private var listBox: OpaquePointer { OpaquePointer(list) }

    /// Whether the rows are in a box with rounded corners, away from the edges.
    package var isBoxed = false {
        didSet {
            guard isBoxed != oldValue else { return }
            if isBoxed {
                gtk_widget_add_css_class(list, "boxed-list")
            } else {
                gtk_widget_remove_css_class(list, "boxed-list")
            }
            let margin: Int32 = isBoxed ? 12 : 0
            gtk_widget_set_margin_start(list, margin)
            gtk_widget_set_margin_end(list, margin)
            gtk_widget_set_margin_top(list, margin)
            gtk_widget_set_margin_bottom(list, margin)
            // The box ends with the last row.
            gtk_widget_set_valign(list, isBoxed ? GTK_ALIGN_START : GTK_ALIGN_FILL)
        }
    }

    /// The widget in place of the rows while there are none; nil for none.
    package var placeholder: Widget? {
        didSet { if placeholder !== oldValue { gtk_list_box_set_placeholder(listBox, placeholder?.pointer) } }
    }

    package func insert(_ row: ListRow, at index: Int) {
        rows.insert(row, at: index)
        gtk_list_box_insert(listBox, row.pointer, Int32(clamping: index))
    }

    package func removeRow(at index: Int) {
        guard rows.indices.contains(index) else { return }
        gtk_list_box_remove(listBox, rows[index].pointer)
        rows.remove(at: index)
    }

    /// The index of the selected row; nil for none.
    package var selected: Int? {
        didSet {
            guard selected != oldValue else { return }
            let row = selected.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
            gtk_list_box_select_row(listBox, row?.cast(to: GtkListBoxRow.self))
        }
    }

    /// The index of the row that has the keyboard; nil for none.
    package var focused: Int? { rows.firstIndex { $0.hasFocus } }

    /// The label of the list for screen readers.
    package func setListLabel(_ label: String) {
        tabd_set_accessible_text(list, Int32(GTK_ACCESSIBLE_PROPERTY_LABEL.rawValue), label)
    }

    package var contentInset = ContentInset.zero {
        didSet { if contentInset != oldValue { inset(column.pointer, by: contentInset) } }
    }

    /// Scrolls to a row.
    ///
    /// - Parameter place: Where it is then, from 0 for the top to 1 for the bottom; nil for as little as possible.
    package func reveal(_ index: Int, at place: Double?) {
        var bounds = graphene_rect_t()
        guard rows.indices.contains(index), let adjustment = gtk_scrolled_window_get_vadjustment(opaque),
            gtk_widget_compute_bounds(rows[index].pointer, column.pointer, &bounds) != 0
        else { return }
        let (top, height) = (Double(bounds.origin.y), Double(bounds.size.height))
        let (offset, page) = (gtk_adjustment_get_value(adjustment), gtk_adjustment_get_page_size(adjustment))
        let room = page - contentInset.top - contentInset.bottom
        let wanted = place.map { top - (room - height) * $0 } ?? min(max(offset, top + height - room), top)
        gtk_adjustment_set_value(adjustment, wanted)
    }

    /// The text below the last row; empty for none.
    package var footer = "" {
        didSet {
            guard footer != oldValue else { return }
            if footerLabel == nil, let label = gtk_label_new(nil) {
                gtk_widget_add_css_class(label, "tabd-footer")
                gtk_label_set_xalign(OpaquePointer(label), 0)
                gtk_label_set_wrap(OpaquePointer(label), 1)
                gtk_box_append(column.cast(), label)
                footerLabel = label
            }
            guard let footerLabel else { return }
            gtk_label_set_text(OpaquePointer(footerLabel), footer)
            gtk_widget_set_visible(footerLabel, footer.isEmpty ? 0 : 1)
            // Without a footer the background of the rows fills the list.
            gtk_widget_set_vexpand(list, footer.isEmpty ? 1 : 0)
        }
    }

    /// The texts above rows, by the index of the row.
    package var headings: [Int: String] = [:] {
        didSet {
            guard headings != oldValue else { return }
            gtk_list_box_invalidate_headers(listBox)
        }
    }
}

/// A row of a list.
@EventLoop
package final class ListRow: Widget {
    fileprivate var heading: String? {
        didSet {
            guard heading != oldValue else { return }
            guard let heading, let label = gtk_label_new(heading) else {
                return gtk_list_box_row_set_header(cast(), nil)
            }
            gtk_widget_add_css_class(label, "heading")
            gtk_label_set_xalign(OpaquePointer(label), 0)
            gtk_list_box_row_set_header(cast(), label)
        }
    }

    package init(_ content: Widget) {
        super.init(gtk_list_box_row_new())
        gtk_list_box_row_set_child(cast(), content.pointer)
    }

    /// The space around the content, to both sides together.
    package var padding: (width: Double, height: Double) { padding(around: gtk_list_box_row_get_child(cast())) }

    package var isActivatable: Bool {
        get { gtk_list_box_row_get_activatable(cast()) != 0 }
        set { gtk_list_box_row_set_activatable(cast(), newValue ? 1 : 0) }
    }
}
