import Foundation
import TabDaemon
import TestSupport

/// docs/dbus-send.md: its commands work, and it covers the whole contract.
@Suite struct DBusSendTests {
    private static let page = "docs/dbus-send.md"

    @Test(.enabled(if: ConsoleTour.hasTools, "busctl, dbus-send or gdbus is not installed"))
    func `each line of the table works, in order`() async throws {
        let commands = try DBusSendTable(of: Self.page).commands
        #expect(commands.count > 30)
        try await ConsoleTour(of: Self.page, followedBy: commands).run()
    }

    @Test @EventLoop func `each member that dbus-send can't use has a line in the table or a reason`() throws {
        let table = try DBusSendTable(of: Self.page)
        let needed = Self.membersOutOfReach
        let missing = needed.subtracting(table.replaced).subtracting(table.impossible)
        #expect(missing.isEmpty, "\(Self.page) says nothing about \(missing.sorted().joined(separator: ", "))")
        let unneeded = table.replaced.union(table.impossible).subtracting(needed)
        #expect(unneeded.isEmpty, "dbus-send can use \(unneeded.sorted().joined(separator: ", "))")
        #expect(table.replaced.isDisjoint(with: table.impossible))
    }

    /// The writable properties, options, methods and actions whose values dbus-send can't send.
    @EventLoop private static var membersOutOfReach: Set<String> {
        var names: Set<String> = []
        for interface in DaemonInterfaces.all {
            let prefix = interface.name.dropFirst(TabNames.interfacePrefix.count)
            for member in interface.members {
                switch member {
                case .property(let name, let type, true, _, _, _) where !isBasic(type.signature):
                    names.insert("\(prefix).\(name)")
                case .method(let name, let inputs, _, let options, _, _):
                    for option in options { names.insert("\(prefix).\(name).\(option.name)") }
                    let arguments = inputs.filter { $0.name != "options" }
                    if !arguments.allSatisfy({ isArgument($0.signature) }) { names.insert("\(prefix).\(name)") }
                default: break
                }
            }
        }
        for viewClass in ViewClasses.all {
            for (action, signature) in viewClass.actions where !isBasic(signature) {
                names.insert("\(viewClass.name).\(action)")
            }
        }
        return names
    }

    private static func isBasic(_ signature: some StringProtocol) -> Bool {
        signature.count == 1 && signature != "v"
    }

    /// Whether dbus-send can send an argument: a basic type, a variant of it, or an array or a dictionary of such
    /// types.
    private static func isArgument(_ signature: String) -> Bool {
        let content = signature.hasPrefix("a") ? signature.dropFirst() : signature[...]
        if content.hasPrefix("{") {
            return content.count == 4 && content.dropFirst().dropLast().allSatisfy { $0 != "v" }
        }
        return isBasic(content) || signature == "v"
    }
}

/// The page's table: for each line the task, its command, and the members that the command covers. The list after the
/// table has the members without a command.
private struct DBusSendTable {
    private(set) var commands: [String] = []
    private(set) var replaced: Set<String> = []
    private(set) var impossible: Set<String> = []

    init(of page: String) throws {
        let text = try String(contentsOfFile: HouseCommand.package + "/" + page, encoding: .utf8)
        for line in text.split(separator: "\n") where line.hasPrefix("| ") && !line.hasPrefix("| Task") {
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            try #require(cells.count == 3, "\(line)")
            let command = Self.codes(in: cells[1])
            try #require(command.count == 1, "\(line)")
            commands += command
            replaced.formUnion(Self.members(in: cells[2]))
        }
        for item in text.matches(of: /(?s)\n- \*\*(.+?):\*\*/) {
            impossible.formUnion(Self.members(in: String(item.1)))
        }
    }

    /// The texts between backticks.
    private static func codes(in text: String) -> [String] {
        text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    /// The members that a cell names: `Interface.Member`, followed by the names of its options.
    private static func members(in text: String) -> [String] {
        var member = ""
        var names: [String] = []
        for code in codes(in: text) {
            if code.contains(".") {
                member = code
                names.append(code)
            } else {
                if names.last == member { names.removeLast() }
                names.append("\(member).\(code)")
            }
        }
        return names
    }
}
