import DBusConnection

/// What runs scenarios.
@EventLoop
protocol ScenarioDriver {
    init(_ scenario: Scenario, _ stage: BusStage?) async throws
    /// Throws a `Refusal` when the action is refused.
    func perform(_ action: Action) async throws
    func look(_ look: Look) async throws -> String
    /// Ends the scenario; returns what is wrong with what was told during it, nil when nothing is.
    func end() async throws -> String?
}

extension ScenarioDriver {
    /// Runs a scenario; returns what differs, nil when nothing does.
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
        case .expect(let look, let expected):
            let found = try await self.look(look)
            return found == expected ? nil : "\(look) is '\(found)', expected '\(expected)'"
        }
    }
}

/// The kinds of errors, whatever carries them.
enum Refusal: String, Error {
    case invalidArgument, outOfRange, internalInconsistency, hierarchyInconsistency, notSupported, missingAnchor, other
    /// What a plugin learns of a refusal for which the interface in C has no status of its own.
    case pluginFailed

    /// Whether this is how the expected one arrives.
    func fits(_ expected: Refusal) -> Bool {
        guard self == .pluginFailed else { return self == expected }
        return [.internalInconsistency, .hierarchyInconsistency, .missingAnchor].contains(expected)
    }
}
