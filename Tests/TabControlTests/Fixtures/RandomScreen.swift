import TestSupport

@testable import TabControl

/// A generator of random trees, terminals and user input.
struct RandomScreen {
    private var numbers: Numbers
    private var values: RandomValues
    /// The screen before the last event.
    private(set) var before: ScreenExample

    init(seed: UInt64) {
        numbers = Numbers(state: seed)
        values = RandomValues(seed: seed &+ 1)
        before = ScreenExample()
    }

    private mutating func chance(_ one: Int, of all: Int) -> Bool { Int.random(in: 0..<all, using: &numbers) < one }

    private mutating func any<Element>(_ elements: [Element], else other: Element) -> Element {
        elements.randomElement(using: &numbers) ?? other
    }

    // MARK: Screens

    mutating func screen() -> ScreenExample {
        let size = terminal()
        return ScreenExample(
            tree(), views(), columns: size.columns, rows: size.rows, isReadOnly: chance(1, of: 6))
    }

    private mutating func terminal() -> TerminalSize {
        if chance(1, of: 3) { return .standard }
        let (columns, rows) = ([0, 1, 2, 3, 5, 8, 20, 40, 80, 132], [0, 1, 2, 3, 4, 5, 8, 12, 24, 50])
        return TerminalSize(columns: any(columns, else: 80), rows: any(rows, else: 24))
    }

    private mutating func views() -> ScreenExample.Views {
        let paths = [
            ExampleTree.plain, ExampleTree.page, ExampleTree.alarm, ExampleTree.timer, ExampleTree.navigation,
        ]
        return Dictionary(uniqueKeysWithValues: paths.map { ($0, values.viewTree()) })
    }

    private mutating func tree() -> ExampleTree {
        typealias Tree = ExampleTree
        var example = Tree.pad()
        let tabs = TabBarControllerInterface.name
        example.set(tabs, "Profile", .string(any(["phone", "pad", "pad", "tv", ""], else: "pad")), of: Tree.tabs)
        if chance(1, of: 2) { example.select(any([Tree.plain, Tree.navigation], else: Tree.plain)) }
        if chance(1, of: 4) { example.select(Tree.alarm, item: Tree.more) }
        if chance(1, of: 3) {
            example.set(WindowInterface.name, "Size", values.size().variant, of: Tree.tabs)
            example.set(WindowInterface.name, "StatusBarHeight", .double(values.number()), of: Tree.tabs)
        }
        if chance(1, of: 3) {
            example.set(TabBarInterface.name, "Frame", values.rect().variant, of: Tree.bar)
            let sides = ["bottom", "top", "leading", "trailing", ""]
            example.set(TabBarInterface.name, "Side", .string(any(sides, else: "top")), of: Tree.bar)
            let frames = (0..<Int.random(in: 0...5, using: &numbers)).map { _ in values.rect() }
            example.set(TabBarInterface.name, "ItemFrames", frames.variant, of: Tree.bar)
        }
        if chance(1, of: 8) { example.set(TabBarInterface.name, "Hidden", .bool(true), of: Tree.bar) }
        for path in [Tree.navigation, Tree.plain, Tree.alarm, Tree.timer] where chance(1, of: 2) {
            example.set(TabBarItemInterface.name, "DisplayTitle", .string(values.text()), of: path)
            example.set(TabBarItemInterface.name, "BadgeValue", .string(values.text()), of: path)
            example.set(TabBarItemInterface.name, "DisplayImage", .string(values.image()), of: path)
            example.set(TabBarItemInterface.name, "BadgeColor", .string(values.colour()), of: path)
            let states = ["ready", "ready", "failed", "unresponsive", "restarting", "x"]
            example.set(ViewControllerInterface.name, "State", .string(any(states, else: "ready")), of: path)
            example.set(ViewControllerInterface.name, "FailureReason", .string(values.text()), of: path)
        }
        let buttons = (0..<UInt32.random(in: 0...4, using: &numbers)).map {
            BarButtonItemEntry(id: $0 + 1, title: values.text(), image: values.image(), enabled: !chance(1, of: 4))
        }
        example.set(NavigationItemInterface.name, "LeftBarButtonItems", buttons.variant, of: Tree.page)
        if chance(1, of: 2) {
            example.set(ViewControllerInterface.name, "ToolbarItems", buttons.variant, of: Tree.page)
            example.set(
                NavigationControllerInterface.name, "ToolbarFrame", values.rect().variant, of: Tree.navigation)
        }
        example.set(NavigationItemInterface.name, "Title", .string(values.text()), of: Tree.page)
        if chance(1, of: 4) {
            example.set(tabs, "Customizing", .bool(true), of: Tree.tabs)
            let all = [Tree.navigation, Tree.plain, Tree.alarm, Tree.timer]
            example.set(tabs, "CustomizableViewControllers", all.variant, of: Tree.tabs)
        }
        if chance(1, of: 3) {
            let path = any([Tree.alarm, Tree.timer], else: Tree.alarm)
            let directions: [UInt64] = [0, 1, 2, 4, 8, 3, .max]
            let direction = any(directions, else: 1)
            example.presentPopover(path, direction, frame: values.rect(), offset: values.number())
        } else if chance(1, of: 8) {
            example.present(Tree.timer)
        }
        if chance(1, of: 4) {
            let reference = ViewReference(
                viewController: Tree.plain, view: UInt32.random(in: 0...12, using: &numbers))
            example[Tree.tabs, FocusInterface.name] = [
                "FocusedItem": .uint32(any([0, 1, 9, .max], else: 0)), "FocusedView": reference.variant,
            ]
        }
        return example
    }

    // MARK: Users

    /// Sends random user input, changes the tree or resizes the terminal.
    mutating func step(_ screen: inout ScreenExample) -> [ScreenEffect] {
        switch Int.random(in: 0..<60, using: &numbers) {
        case 0:
            let (tree, views) = (tree(), views())
            screen.change {
                $0 = tree; $1 = views
            }
        case 1...3:
            let views = views()
            screen.change { $1 = views }
        case 4:
            let size = terminal()
            screen.resize(columns: size.columns, rows: size.rows)
        case 5:
            let links = [AttachmentState.connecting, .daemonAway, .busAway]
            screen.state.link = chance(3, of: 4) ? .attached : any(links, else: .attached)
            screen.draw()
        case 6: screen.state.link = .attached
        default: break
        }
        before = screen
        let event = event(on: screen)
        return screen.receive(event)
    }

    private mutating func event(on screen: ScreenExample) -> InputEvent {
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: return .paste(values.text())
        case 1...3: return .mouse(mouse(on: screen))
        default: return .key(key())
        }
    }

    private mutating func mouse(on screen: ScreenExample) -> MouseEvent {
        let kinds = [MouseEvent.Kind.press, .press, .release, .drag, .drag, .wheelUp, .wheelDown]
        let kind = any(kinds, else: .press)
        if chance(3, of: 4), let spot = screen.scene.spots.randomElement(using: &numbers), !spot.shown.isEmpty {
            return MouseEvent(
                kind, row: Int.random(in: spot.shown.row..<spot.shown.endRow, using: &numbers),
                column: Int.random(in: spot.shown.column..<spot.shown.endColumn, using: &numbers))
        }
        return MouseEvent(
            kind, row: Int.random(in: 0...max(screen.state.size.rows, 1), using: &numbers),
            column: Int.random(in: 0...max(screen.state.size.columns, 1), using: &numbers))
    }

    private mutating func key() -> Key {
        let keys: [Key] = [
            .up, .down, .left, .right, .tab, .tab, .tab, .backTab, .enter, .enter, .escape, .shiftUp, .shiftDown,
            .shiftLeft, .shiftRight, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace, .function(1),
            .control("a"), .control("c"), .control("e"), .control("k"), .control("l"), .control("u"), .control("w"),
            .control("z"), .alt("1"), .alt("b"),
        ]
        guard chance(1, of: 3) else { return any(keys, else: .tab) }
        return .character(any(Array("123456789bedrq? 0٣é好\u{301}🇩🇪"), else: "q"))
    }
}
