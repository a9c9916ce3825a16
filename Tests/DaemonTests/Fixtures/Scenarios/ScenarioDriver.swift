import TestSupport

/// A driver that runs scenarios.
@EventLoop
protocol ScenarioDriver {
    init(_ scenario: Scenario, _ stage: BusStage?) async throws
    /// Performs an action.
    ///
    /// - Throws: `Refusal` when the action is refused.
    func perform(_ action: Action) async throws
    func observe(_ observation: Observation) async throws -> String
    /// Ends the scenario. Returns what was wrong with the signals during it, or nil.
    func end() async throws -> String?
}

extension ScenarioDriver {
    /// Runs a scenario. Returns the first difference, or nil.
    static func difference(in scenario: Scenario, _ stage: BusStage?) async -> String? {
        do {
            let driver = try await Self(scenario, stage)
            for (number, step) in scenario.steps.enumerated() {
                if let difference = try await driver.difference(at: step) {
                    _ = try await driver.end()
                    return "step \(number + 1): \(difference)"
                }
            }
            return try await driver.end()
        } catch {
            return "\(error)"
        }
    }

    private func difference(at step: Step) async throws -> String? {
        switch step {
        case .run(let action):
            do {
                try await perform(action)
                return nil
            } catch let error as Refusal {
                return "\(action) was refused: \(error)"
            }
        case .fails(let action, let expected):
            do {
                try await perform(action)
                return "\(action) succeeded, expected \(expected)"
            } catch let error as Refusal {
                return error.fits(expected) ? nil : "\(action) was refused with \(error), expected \(expected)"
            }
        case .expect(let observation, let expected):
            let found = try await self.observe(observation)
            return found == expected ? nil : "\(observation) is '\(found)', expected '\(expected)'"
        }
    }
}

/// The kinds of errors, independent of the transport.
enum Refusal: String, Error {
    case invalidArgument, outOfRange, internalInconsistency, hierarchyInconsistency, notSupported, missingAnchor, other
    /// The error that a plugin gets where the C interface has no specific status.
    case pluginFailed

    /// Whether this error is how `expected` arrives.
    func fits(_ expected: Refusal) -> Bool {
        guard self == .pluginFailed else { return self == expected }
        return [.internalInconsistency, .hierarchyInconsistency, .missingAnchor].contains(expected)
    }
}
