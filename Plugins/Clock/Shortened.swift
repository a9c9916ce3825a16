/// The beginning of a text, for messages and labels. Counted in Unicode scalars: one character may have any number.
func shortened(_ text: String, to count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
}
