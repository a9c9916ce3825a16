/// Turns pictures into what an output must be sent.
package protocol ScreenRenderer: Sendable {
    /// Returns what makes the screen show a picture; empty when it does already.
    ///
    /// - Parameter cursor: Where the text cursor blinks; nil hides it.
    mutating func render(_ canvas: Canvas, cursor: CellPlace?) -> String
    /// Forgets what is shown: the next picture is sent whole.
    mutating func reset()
}
