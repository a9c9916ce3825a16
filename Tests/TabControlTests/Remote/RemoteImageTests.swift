import TestSupport

@testable import TabFrontEnd

/// Images over ssh, which passes no descriptors.
@EventLoop @Suite(.bus, .ssh) struct RemoteImageTests {
    @Test func `an image of several pieces arrives, and no private connection is tried`() async throws {
        try await DaemonProcess.start()
        let client = try BusClient()
        let server = try await SSHServer()
        // A comment of more than a MiB, so that there are three pieces.
        let comment = String(repeating: "tabs ", count: 500_000)
        let data = Array("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><!--\(comment)--></svg>".utf8)
        let name = try await client.manager.addImage(data, Options())
        let host = try SSHDestination(SSHServer.host, program: server.environment["TABD_SSH"])
        let location = BusLocation.host(host)
        let bus = try await host.start(asking: .none, isLasting: true).joinBus(timeout: TestTimeout.call)
        defer { bus.close() }
        #expect(!bus.passesDescriptors)
        let service = Service(bus, at: location)
        #expect(try await service.imageData(name) == data)
        let tabs = try await client.manager.createTabBarController()
        let observer = Observer()
        let attachment = TreeAttachment(service, to: tabs, Options(), observer)
        observer.onAttach = { attachment.finish() }
        try await attachment.run()
        #expect(service.privateConnection == nil)
    }

    @EventLoop private final class Observer: TreeAttachmentObserver {
        var onAttach: (@EventLoop () -> Void)?

        func stateChanged(from old: AttachmentState, to state: AttachmentState) {
            if state == .attached { onAttach?() }
        }
        func changed(_ changes: [TreeChange]) {}
    }
}
