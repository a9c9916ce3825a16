import TestSupport

@testable import TabMirror

/// The copy of all objects that signals keep up to date.
@Suite struct ObjectMirrorTests {
    private static let path = ViewControllerID(1).path
    private static let interface = ViewControllerInterface.name

    /// A mirror, and the results of the signals that it has received.
    private struct Receiver {
        var mirror = ObjectMirror([path: [interface: ["Title": .string("A")]]])
        var results: [Bool] = []

        mutating func receive(_ member: String, of interface: String, at path: ObjectPath, _ arguments: [Variant]) {
            results.append(mirror.receive(member, of: interface, from: path, arguments))
        }

        mutating func change(_ values: [String: Variant], invalid: [String] = [], at path: ObjectPath) {
            receive(
                "PropertiesChanged", of: PropertiesInterface.name, at: path,
                [.string(interface), values.variant, invalid.variant])
        }

        mutating func objectSignal(_ member: String, _ path: ObjectPath, _ argument: Variant) {
            receive(
                member, of: ObjectManagerInterface.name, at: TabNames.root, [.objectPath(path), argument])
        }
    }

    @Test func `a change of a known object is applied, one of an unknown object is not`() {
        var receiver = Receiver()
        receiver.change(["Title": .string("B"), "New": .bool(true)], at: Self.path)
        #expect(receiver.mirror.viewController(Self.path).title == "B")
        #expect(receiver.mirror.objects[Self.path]?[Self.interface]?["New"] == .bool(true))
        receiver.change(["Title": .string("B")], at: ViewControllerID(2).path)
        #expect(!receiver.mirror.isIncomplete)
        receiver.change([:], invalid: ["Title"], at: Self.path)
        #expect(receiver.mirror.isIncomplete)
        #expect(receiver.results == [true, false, true])
    }

    @Test func `objects and interfaces come and go`() {
        var receiver = Receiver()
        let other = ViewControllerID(2).path
        let interfaces: [String: [String: Variant]] = [Self.interface: [:], WindowInterface.name: [:]]
        receiver.objectSignal("InterfacesAdded", other, interfaces.variant)
        #expect(receiver.mirror.managedObjects.paths(with: WindowInterface.name) == [other])
        receiver.objectSignal("InterfacesRemoved", other, [WindowInterface.name].variant)
        #expect(receiver.mirror.objects[other] == [Self.interface: [:]])
        receiver.objectSignal("InterfacesRemoved", other, [Self.interface].variant)
        #expect(receiver.mirror.objects[other] == nil)
        #expect(receiver.results == [true, true, true])
    }

    @Test func `other signals and wrong arguments change nothing`() {
        var receiver = Receiver()
        receiver.receive("ViewDidLoad", of: Self.interface, at: Self.path, [])
        for (member, interface) in [
            ("PropertiesChanged", PropertiesInterface.name), ("InterfacesAdded", ObjectManagerInterface.name),
            ("InterfacesRemoved", ObjectManagerInterface.name),
        ] {
            receiver.receive(member, of: interface, at: Self.path, [])
            receiver.receive(member, of: interface, at: Self.path, [.bool(true), .bool(true), .bool(true)])
        }
        #expect(!receiver.results.contains(true))
        #expect(receiver.mirror.viewController(Self.path).title == "A")
    }
}
