/// A property of a tab bar item.
enum ItemField: String, Sendable { case title, image, selectedImage, badge }
