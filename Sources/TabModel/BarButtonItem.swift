/// A button in a navigation bar or a toolbar.
package struct BarButtonItem: Hashable, Sendable {
    package var id: UInt32
    @Text package var title: String
    @Text package var image: String
    package var isEnabled: Bool

    package init(id: UInt32, title: String, image: String, isEnabled: Bool) {
        self.id = id
        self.title = title
        self.image = image
        self.isEnabled = isEnabled
    }
}
