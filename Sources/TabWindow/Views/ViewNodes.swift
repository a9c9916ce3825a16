internal import EventLoop
internal import TabInterface

/// The nodes of all view classes.
@EventLoop
enum ViewNodes {
    /// Returns the node for a view's class.
    static func make(_ view: ViewEntry, of owner: any ViewOwner) -> ViewNode {
        switch view.kind {
        case .label: LabelNode(view, of: owner)
        case .button: ButtonNode(view, of: owner)
        case .imageView: ImageNode(view, of: owner)
        case .textField: TextFieldNode(view, of: owner)
        case .textView: TextViewNode(view, of: owner)
        case .switchControl: SwitchNode(view, of: owner)
        case .slider: SliderNode(view, of: owner)
        case .segmentedControl: SegmentedControlNode(view, of: owner)
        case .progressView: ProgressNode(view, of: owner)
        case .tableView: TableNode(view, of: owner)
        case .tabBar: TabBarNode(view, of: owner)
        case .scrollView: ScrollNode(view, of: owner)
        case .chart: ChartNode(view, of: owner)
        // nil is a class that is newer than this program.
        case .view, .stackView, nil: PlainNode(view, of: owner)
        }
    }
}
