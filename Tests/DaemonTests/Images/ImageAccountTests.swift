import TestSupport

@testable import TabDaemon

/// Whose account has an image: those who hold it, and the account of the view controllers that name it.
@EventLoop @Suite struct ImageAccountTests {
    @Test(.rules("S-196")) func `random changes give the same accounts as a count of everything`() {
        var numbers = Numbers(state: Stress.firstSeed)
        let accounts = ImageAccounts()
        let (names, images) = (["a", "b", ""], (0..<6).map { "image\($0)" })
        var sizes: [String: Int] = [:]
        var held: [String: Set<String>] = [:]
        // For each account, the images that its view controllers name.
        var named: [String: [Set<String>]] = [:]
        func number(below end: Int) -> Int { Int(numbers.next() % UInt64(end)) }
        func has(_ account: String, _ image: String) -> Bool {
            held[account]?.contains(image) == true || named[account]?.contains { $0.contains(image) } == true
        }
        for _ in 0..<5000 {
            let (account, image) = (names[number(below: 3)], images[number(below: 6)])
            switch number(below: 7) {
            case 0:
                accounts.hold(image, for: account)
                held[account, default: []].insert(image)
            case 1:
                accounts.release(image, of: account)
                held[account]?.remove(image)
            case 2:
                let new = Set(images.filter { _ in number(below: 3) == 0 })
                accounts.nameImages(new, insteadOf: [], on: account)
                named[account, default: []].append(new)
            case 3:
                guard let old = named[account]?.popLast() else { continue }
                accounts.nameImages([], insteadOf: old, on: account)
            case 4:
                guard let old = named[account]?.popLast() else { continue }
                let new = Set(images.filter { _ in number(below: 3) == 0 })
                accounts.nameImages(new.subtracting(old), insteadOf: old.subtracting(new), on: account)
                named[account, default: []].append(new)
            case 5:
                guard account != "" else { continue }
                accounts.moveNames(from: account, to: "")
                named["", default: []] += named.removeValue(forKey: account) ?? []
            default:
                if sizes[image] == nil {
                    sizes[image] = 1 + number(below: 100)
                    accounts.insert(image, size: sizes[image] ?? 0)
                } else if !names.contains(where: { has($0, image) }) {
                    accounts.remove(image)
                    sizes[image] = nil
                }
            }
            for account in names {
                let own = images.filter { has(account, $0) }.compactMap { sizes[$0] }
                let use = accounts.use(of: account)
                #expect((use.count, use.bytes) == (own.count, own.reduce(0, +)))
                #expect(accounts.images(heldBy: account) == held[account] ?? [])
            }
            #expect((accounts.total.count, accounts.total.bytes) == (sizes.count, sizes.values.reduce(0, +)))
            for image in images {
                #expect(accounts.isNeeded(image) == names.contains { has($0, image) })
                #expect(accounts.isNamed(image) == named.values.joined().contains { $0.contains(image) })
            }
            let released = accounts.drainReleased()
            #expect(!released.contains { accounts.isNeeded($0) })
        }
    }

    @Test(.rules("S-196")) func `a tree of views counts its content and its images with every change`() throws {
        var numbers = Numbers(state: Stress.firstSeed)
        func number(below end: Int) -> Int { Int(numbers.next() % UInt64(end)) }
        let images = (0..<4).map { "sha256:" + String(repeating: "\($0)", count: 64) } + ["go-next", ""]
        func image() -> String { images[number(below: images.count)] }
        var tree = ViewTree()
        tree.load(frame: DBusRect(x: 0, y: 0, width: 100, height: 100))
        var next: UInt32 = 2
        func entry(_ id: UInt32) -> ViewEntry {
            switch id % 4 {
            case 0: .view(id, "ImageView", with: ["Image": .string(image())])
            case 1:
                .view(
                    id, "TableView",
                    with: ["Rows": (0..<number(below: 4)).map { TableRow(title: "\($0)", image: image()) }.variant])
            // A text is not an image, whatever its form.
            case 2: .view(id, "Label", with: ["Text": .string(image())])
            default: .view(id, "TextField", with: ["Text": .string(String(repeating: "x", count: number(below: 9)))])
            }
        }
        for _ in 0..<2000 {
            let known = tree.entries.ids.filter { $0 != 1 }.sorted()
            switch number(below: 6) {
            case 0, 1:
                try? tree.update(changed: (0..<1 + number(below: 20)).map { entry(next + UInt32($0)) }, removed: [])
                next += 20
            case 2:
                let changed = known.filter { _ in number(below: 3) == 0 }.map { entry($0) }
                try? tree.update(changed: changed, removed: [], limits: TabDaemon.ViewLimits(content: 4000))
            case 3: try? tree.update(changed: [], removed: known.filter { _ in number(below: 3) == 0 })
            case 4:
                guard let id = known.first(where: { $0 % 4 == 3 }) else { continue }
                tree.deliverEdit(UInt64(number(below: 100)), of: ":1.1", to: id)
                _ = tree.didHandleEdit(UInt64(number(below: 100)), of: ":1.1", in: id)
            default: if number(below: 20) == 0 { tree.prepareForNewOwner() }
            }
            #expect(tree.content == tree.entries.all.reduce(0) { $0 + $1.extent.bytes })
            #expect(
                Set(tree.entries.images.names) == tree.entries.all.reduce(into: Set()) { $0.formUnion($1.imageNames) })
        }
    }

    @Test func `changes of counted names are the difference between two moments`() {
        var numbers = Numbers(state: Stress.firstSeed)
        var names = CountedNames()
        var before: Set<String> = []
        for _ in 0..<2000 {
            let some = Set((0..<5).map { "\($0)" }.filter { _ in numbers.next() % 2 == 0 })
            if numbers.next() % 2 == 0 { names.add(some) } else { names.remove(some) }
            #expect(names.hasChanges == (Set(names.names) != before))
            guard numbers.next() % 3 == 0 else { continue }
            let (added, removed) = names.drainChanges()
            #expect(added == Set(names.names).subtracting(before) && removed == before.subtracting(names.names))
            before = Set(names.names)
        }
    }
}
