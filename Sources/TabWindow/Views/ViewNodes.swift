internal import EventLoop
internal import TabInterface

/// The nodes of all view classes.
@EventLoop
enum ViewNodes {
    /// Returns the node for a view's class.
    static func make(_ view: ViewEntry, of owner: any ViewOwner) -> ViewNode {
        switch view.className {
        case "Label": LabelNode(view, of: owner)
        case "Button": ButtonNode(view, of: owner)
        case "ImageView": ImageNode(view, of: owner)
        case "TextField": TextFieldNode(view, of: owner)
        case "TextView": TextViewNode(view, of: owner)
        case "Switch": SwitchNode(view, of: owner)
        case "Slider": SliderNode(view, of: owner)
        case "SegmentedControl": SegmentedControlNode(view, of: owner)
        case "ProgressView": ProgressNode(view, of: owner)
        case "TableView": TableNode(view, of: owner)
        case "TabBar": TabBarNode(view, of: owner)
        case "ScrollView": ScrollNode(view, of: owner)
        case "Chart": ChartNode(view, of: owner)
        // Also a class that is newer than this program.
        default: PlainNode(view, of: owner)
        }
    }
}
