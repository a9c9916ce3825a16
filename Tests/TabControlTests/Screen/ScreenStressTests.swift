internal import TestSupport

@testable import TabControl

/// Random trees on terminals of random sizes, with random input.
@Suite struct ScreenStressTests {
    @Test(.whileThereIsTime, arguments: Stress.seeds(5, long: 200))
    func `stress: any screen handles any input`(seed: UInt64) throws {
        var random = RandomScreen(seed: seed)
        var screen = random.screen()
        for step in 0..<300 {
            let effects = random.step(&screen)
            try Self.check(screen, "seed \(seed), step \(step)")
            for effect in effects where !Self.isPossible(effect, on: random.before) {
                Issue.record("seed \(seed), step \(step): \(effect) is not possible")
            }
        }
    }

    @Test(.whileThereIsTime, arguments: Stress.seeds(5, long: 200))
    func `stress: any screen fits on paper of any width`(seed: UInt64) throws {
        var random = RandomScreen(seed: seed)
        for step in 0..<6 {
            let screen = random.screen()
            let columns = [0, 1, 2, 7, 24, 40][step]
            let lines = screen.example.printed(columns: columns, views: screen.views)
            let width = lines.map { CharacterWidth.width(of: $0) }.max() ?? 0
            try #require(width <= columns, "seed \(seed), step \(step): \(width) of \(columns) columns")
        }
    }

    private static func check(_ screen: ScreenExample, _ place: String) throws {
        let (scene, size) = (screen.scene, screen.state.size)
        let comment = Comment(rawValue: place)
        try #require(scene.canvas.size == size, comment)
        let terminal = CellRect(row: 0, column: 0, rows: size.rows, columns: size.columns)
        for spot in scene.spots where !spot.shown.isEmpty {
            try #require(terminal.intersection(spot.shown) == spot.shown, comment)
        }
        if let cursor = scene.cursor { try #require(scene.canvas.contains(cursor), comment) }
        try #require(screen.pageOffset >= 0 && scene.pageOverflow >= 0, comment)
        for (target, list) in scene.lists {
            try #require(list.first >= 0 && list.first <= list.count, "\(place): \(target) \(list)")
        }
        if let editor = screen.state.editor {
            try #require((0...editor.text.count).contains(editor.caret), comment)
            try #require(scene.spot(editor.target) != nil || screen.state.isHelpShown || scene.popover != nil, comment)
        }
        // The halves of a wide character are next to each other.
        for row in 0..<size.rows {
            let cells = Array(scene.canvas.row(row))
            for (column, cell) in cells.enumerated() {
                let isWide = cell.character.map { !$0.isASCII && CharacterWidth.width(of: $0) == 2 } ?? false
                let isBeforeHalf = column + 1 < cells.count && cells[column + 1].character == nil
                try #require(isWide == isBeforeHalf, "\(place): row \(row), column \(column)")
            }
        }
    }

    /// Returns whether the objects of an effect exist on the screen that the user saw.
    private static func isPossible(_ effect: ScreenEffect, on screen: ScreenExample) -> Bool {
        let tree = screen.state.tree
        func exists(_ path: ObjectPath) -> Bool { tree.objects[path] != nil }
        guard case .gesture(let gesture) = effect else { return true }
        switch gesture {
        case .tap(let position, _): return screen.state.tree.snapshot.items.indices.contains(position)
        case .tapAt(let x, let y): return x >= 0 && y >= 0 && x.isFinite && y.isFinite
        case .back(let path), .barButton(let path, _), .beginEditing(let path), .endEditing(let path),
            .escape(let path), .respawn(let path), .move(let path, _, _):
            return exists(path)
        case .hide(let path): return tree.viewController(path).allowsHiding == true
        case .resetHiddenTabs: return true
        case .close(let path): return tree.tabBarItem(path).allowsClosing == true
        case .reorder(let path, let index):
            let tabs = tree.tabBarController(ExampleTree.tabs).viewControllers ?? []
            return tree.tabBarItem(path).allowsReordering == true && tabs.indices.contains(index)
        case .tapRow(let row, let list):
            return row >= 0 && row < MoreRows(of: list, in: tree.managedObjects)?.rows.count ?? 0
        case .update(let path, let id, "editingChanged", .string(let text)):
            return tree.views[path]?.view(id) != nil && text.utf8.count <= TextEditor.limit
        case .send(let path, let id, let action, let value), .update(let path, let id, let action, let value):
            guard let view = tree.views[path]?.view(id), let kind = ViewClasses.viewClass(view.className) else {
                return false
            }
            guard kind.actions[action] == value.signature, value.isFinite else { return false }
            let rows: [TableRow] = view.properties["Rows"]?.get() ?? []
            switch value {
            case .uint32(let item) where action == "selectItem": return Int(item) < view.items.count
            case .uint32(let row): return Int(row) < rows.count
            case .structure(let parts) where action == "moveRow":
                return parts.allSatisfy { $0.get(as: UInt32.self).map { Int($0) < rows.count } ?? false }
            default: return true
            }
        case .press: return true
        case .resetPlugin: return false
        }
    }
}
