import TestSupport

/// Users at terminals and a script that perform random actions, the same for the same seed.
@EventLoop struct ScreenCrowd {
    private let stage: ScreenStage
    private let terminals: [TerminalProcess]
    private var numbers: Numbers
    /// The order of the tabs at the end.
    private let order: [ObjectPath]

    init(_ stage: ScreenStage, _ terminals: [TerminalProcess], _ order: [ObjectPath], seed: UInt64) {
        self.order = order
        self.stage = stage
        self.terminals = terminals
        numbers = Numbers(state: seed)
    }

    mutating func run(_ count: Int) async throws {
        for _ in 0..<count where !Stress.isOver {
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0...4: type()
            case 5, 6: point()
            case 7: try await stage.client.barrier()
            case 8: resize()
            default: await script()
            }
        }
    }

    private static let keys = [
        "1", "2", "3", "4", "5", "5", "6", "b", "e", "e", "\t", "\t", "\r", " ", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C",
        "\u{1B}[D", "\u{1B}[Z", "x", "é", "\u{7F}", "\u{1B}", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[1;2B", "\u{C}", "d",
        "r",
    ]

    private mutating func type() {
        guard let terminal = terminals.randomElement(using: &numbers) else { return }
        if let keys = Self.keys.randomElement(using: &numbers) { terminal.type(keys) }
    }

    private mutating func point() {
        guard let terminal = terminals.randomElement(using: &numbers) else { return }
        let (rows, columns) = (terminal.screen.rows, terminal.screen.columns)
        func place(_ numbers: inout Numbers) -> (Int, Int) {
            (.random(in: 0..<rows, using: &numbers), .random(in: 0..<columns, using: &numbers))
        }
        let (from, to) = (place(&numbers), place(&numbers))
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0:
            terminal.press(row: from.0, column: from.1)
            terminal.drag(row: to.0, column: to.1)
            terminal.release(row: to.0, column: to.1)
        case 1: terminal.wheel(Bool.random(using: &numbers) ? 1 : -1, row: from.0, column: from.1)
        default: terminal.click(row: from.0, column: from.1)
        }
    }

    private mutating func resize() {
        terminals[Int.random(in: 0..<terminals.count, using: &numbers)].resize(
            columns: .random(in: 20...90, using: &numbers), rows: .random(in: 6...26, using: &numbers))
    }

    /// An error is not a failure, because users and scripts interfere with each other.
    private mutating func script() async {
        let index = Int.random(in: 0..<6, using: &numbers)
        let action = Int.random(in: 0..<5, using: &numbers)
        _ = await failure { [stage] in
            switch action {
            case 0: _ = try await stage.client.tap(UInt32(index), in: stage.tabs)
            case 1: try await stage.client.select(Int64(index), in: stage.tabs)
            case 2: try await stage.item(TabBarItemInterface.badgeValue, of: index, to: index == 0 ? "" : "\(index)")
            case 3: try await stage.item(TabBarItemInterface.enabled, of: index, to: index % 3 != 0)
            default:
                var tabs = try await stage.viewControllers()
                tabs.append(tabs.removeFirst())
                try await stage.client.setTabs(tabs, of: stage.tabs)
            }
        }
    }

    /// Brings all terminals to the same page. Focus, text and scroll position differ between terminals, so they are
    /// reset.
    mutating func rest() async throws {
        for terminal in terminals {
            // Ends text input, cancels a drag, and leaves the page with the keys.
            for _ in 1...3 {
                terminal.type(TerminalProcess.escape)
                try await terminal.rests("the key", for: 400) { _ in true }
            }
        }
        // Input is processed in order: once the keys are shown, all earlier input has been processed.
        for terminal in terminals {
            try await terminal.type("?", shows: " Keys ")
            terminal.type(" ")
            try await terminal.shows("no keys") { !$0.contains { $0.contains(" Keys ") } }
        }
        let list = TabNames.viewController((TabNames.number(of: stage.tabs) ?? 0) + 2)
        _ = await failure { [stage] in
            _ = try await stage.client.moreList(list).endEditing()
        }
        // A page without lists and texts, as each terminal scrolls them separately.
        try await stage.client.setTabs(order, of: stage.tabs)
        for index in 0..<6 { try await stage.item(TabBarItemInterface.enabled, of: index, to: true) }
        // Selects another tab and then this one, which scrolls to the top of its page.
        for index in [1, 0] as [Int64] {
            try await stage.client.select(index, in: stage.tabs)
            for terminal in terminals {
                terminal.type(TerminalProcess.escape)
                try await terminal.rests("the tab", for: 200) { $0.lines.last?.contains("? keys") == true }
            }
        }
        for terminal in terminals {
            for _ in 1...10 { terminal.type("\u{1B}[5~") }
            try await terminal.rests("the top", for: 200) { $0.lines.last?.contains("? keys") == true }
        }
    }
}
