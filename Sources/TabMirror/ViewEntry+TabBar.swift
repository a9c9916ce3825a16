internal import DBusInterface
package import TabInterface

/// Tab bar views.
extension ViewEntry {
    /// The items of a tab bar view, in the form of a tab bar controller's items.
    package var barItems: [WindowSnapshot.Item] {
        let selected = selectedItem
        return items.enumerated().map { index, item in
            WindowSnapshot.Item(
                path: .none, title: item.title, image: item.image, badge: item.badgeValue, badgeColor: "",
                isEnabled: item.enabled && isEnabled, isSelected: index == selected)
        }
    }

    /// Returns the next enabled item in a direction; nil at the end.
    package func item(after index: Int?, step: Int) -> Int? {
        let items = items
        var next = (index ?? (step > 0 ? -1 : items.count)) + step
        while items.indices.contains(next), !items[next].enabled { next += step }
        return items.indices.contains(next) ? next : nil
    }
}
