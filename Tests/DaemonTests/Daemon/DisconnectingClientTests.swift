import Foundation
import Glibc
import TestSupport
import Testing

/// A client that leaves the bus at every point of a conversation: no object or resource of it remains that should not.
@Suite(.bus) struct DisconnectingClientTests {
    @Test(arguments: Departure.allCases) func `the objects of a client that leaves are destroyed`(
        departure: Departure
    ) async throws {
        let stage = try await DepartureStage()
        for count in 1...DepartureTalk.steps {
            let shared = stage.tabs.text
            let label = try await onThread {
                var talk = DepartureTalk(try WireClient(), shared)
                return try talk.leave(afterStep: count, departure)
            }
            try await stage.expectNothing(of: "a client that left after \(label), \(departure)")
        }
    }

    @Test(arguments: ["delegate", "front-end"]) func `the objects of a killed client are destroyed`(
        role: String
    ) async throws {
        let stage = try await DepartureStage()
        for isStopped in [false, true] {
            let process = try ClientProcess([role, stage.tabs.text] + (role == "delegate" ? ["hang"] : []))
            #expect(try await stage.resources() != stage.before)
            if role == "delegate" { try await stage.tap() }
            // Messages to a client that reads nothing stay in the bus until the client dies.
            if isStopped { process.send(SIGSTOP) }
            try await stage.client.barrier()
            process.send(SIGKILL)
            try await stage.expectNothing(of: "a \(role) that was killed")
        }
    }
}

/// The ways in which a client leaves.
enum Departure: CaseIterable {
    /// After the reply to its last call.
    case inOrder
    /// After it has sent a call whose reply it does not read.
    case unread
    /// With half a call on the wire.
    case midway
}
