import TabInterface

/// How large the front ends of a window draw texts and controls (`S-210`). Views are laid out again with another instance.
final class FrontEndMetrics: Sendable {
    /// Those of a window whose front ends give none.
    static let standard = FrontEndMetrics(of: [])

    let text: TextMetrics
    let controls: ControlMetricsTable
    /// A digest of the widths of characters and of `controls`; 0 without any. Owners get it instead of 600 numbers.
    let digest: UInt64

    var fitting: ViewFitting { ViewFitting(text, controls) }

    /// What has room for the texts and controls of all clients that said how large they draw them.
    init(of clients: some Collection<Attachments.Client>) {
        let texts = clients.compactMap(\.text)
        var text = texts.dropFirst().reduce(texts.first ?? TextMetrics()) { $0.union($1) }
        // A client that gave only styles says nothing about the scale.
        if let scale = clients.compactMap(\.textScale).max() { text.scale = scale }
        let tables = clients.compactMap(\.controls)
        controls = tables.dropFirst().reduce(tables.first ?? ControlMetricsTable()) { $0.union($1) }
        self.text = text
        digest = Self.digest(text, controls)
    }

    private static func digest(_ text: TextMetrics, _ controls: ControlMetricsTable) -> UInt64 {
        guard !text.advances.isEmpty || !controls.given.isEmpty else { return 0 }
        var digest = Digest()
        for style in TextMetrics.styles { digest.add(text.advances[style]?.values ?? []) }
        for kind in ControlMetricsTable.classes {
            let control = controls[kind]
            digest.add([
                control.minimumWidth, control.minimumHeight, control.horizontalPadding, control.verticalPadding,
            ])
        }
        return max(digest.value, 1)
    }

    /// FNV-1a by words, with the upper bits folded down, where those of small numbers are. Unlike `Hasher`, it gives the
    /// same numbers in each process.
    private struct Digest {
        private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(_ values: [Double]) {
            add(UInt64(values.count))
            for value in values { add(value.bitPattern) }
        }

        private mutating func add(_ word: UInt64) {
            value = (value ^ word) &* 0x100_0000_01b3
            value ^= value >> 32
        }
    }
}
