import Foundation
import TestSupport

/// Fuzzers of a turmoil, which block threads of their own and use only their own objects.
enum TurmoilFuzz {
    /// Makes malformed calls, and well-formed calls with hostile values.
    static func run(_ state: TurmoilState, seed: UInt64) {
        var values = HostileValues(numbers: Numbers(state: seed))
        whileNotOver(state) { age in
            let checker = SignatureFuzzChecker(try WireClient())
            defer { report(checker, state, age) }
            let paths = try makeControllers(checker.client)
            let targets = try paths.flatMap { try SignatureFuzzTarget.walk($0, with: checker.client) }
            let forms = targets.flatMap { target in
                target.methods.flatMap { SignatureFuzz.cases(of: $0, at: target.path) }
                    + target.properties.flatMap { SignatureFuzz.cases(of: $0, at: target.path) }
                    + SignatureFuzz.strangers(of: target)
            }
            try checker.run(Array(forms.shuffled(using: &values.numbers).prefix(400)))
            values.paths = paths
            for _ in 0..<50 {
                guard let target = targets.randomElement(using: &values.numbers),
                    let test = SignatureFuzz.call(target, &values)
                else { continue }
                checker.check(try checker.client.call(test.message), test)
                state.count("hostile values")
            }
            for path in paths { _ = try checker.client.call(.manager("Destroy", "o", [.text(path)])) }
        }
    }

    /// Runs a hostile peer as delegate and owner.
    static func runPeer(_ state: TurmoilState, seed: UInt64) {
        var seed = seed
        whileNotOver(state) { age in
            seed += 1
            let checker = SignatureFuzzChecker(try WireClient())
            let peer = HostilePeer(try WireClient(), seed: seed)
            defer {
                report(checker, state, age)
                state.count("questions to a hostile delegate", by: peer.questions)
            }
            let stage = try HostilePeerStage(checker, peer, seed: seed)
            try stage.run(40)
            try stage.clear()
        }
    }

    private static func whileNotOver(_ state: TurmoilState, _ round: (_ age: Int) throws -> Void) {
        while !state.isOver {
            let age = state.age
            do {
                try round(age)
            } catch {
                state.note("a fuzzer: \(error)", since: age)
                // On a thread of its own: an error that repeats must not use up the processor.
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }

    private static func report(_ checker: SignatureFuzzChecker, _ state: TurmoilState, _ age: Int) {
        for fault in checker.failures { state.note(fault, since: age) }
        state.count("calls of a fuzzer", by: checker.calls)
    }

    /// Creates a tab bar controller with tabs of this client and of plugins.
    private static func makeControllers(_ client: WireClient) throws -> [String] {
        func make(_ member: String, _ signature: String, _ body: [WireValue]) throws -> String {
            let answer = try client.call(.manager(member, signature, body))
            guard !answer.isError else {
                throw TestTimeoutError(description: "\(member): \(answer.errorName) \(answer.text)")
            }
            return answer.text
        }
        let pages =
            try (1...2).map { try make("RegisterViewController", "o", [.text("/fuzz/o\($0)")]) }
            + ["clock.WorldClock", "gallery.Labels"].map { try make("CreateViewController", "s", [.text($0)]) }
        let tabs = try make("CreateTabBarController", "", [])
        let list: WireValue = .list(pages.map { .text($0) })
        _ = try client.call(.call(tabs, "TabBarController", "SetViewControllers", "aob", [list, .number(0)]))
        return [tabs] + pages
    }
}
