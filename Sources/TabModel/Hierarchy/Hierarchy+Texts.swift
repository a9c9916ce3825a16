/// The texts of controllers. Every command that sets one passes here, whatever calls it.
extension Hierarchy {
    /// Returns why the texts of a controller may not grow by a number of bytes; nil if they may. The model has no accounts
    /// of its own.
    package typealias GrowthRefusal = @Sendable (_ id: ViewControllerID, _ bytes: Int) -> String?

    /// Sets what decides about the growth of texts.
    package mutating func refuseGrowth(with refusal: @escaping GrowthRefusal) { records.growthRefusal = refusal }

    /// Allows every growth of texts, as for a snapshot that another thread changes.
    package mutating func allowGrowth() { records.growthRefusal = nil }

    /// Whether the size of any controller's texts has changed since `drainTextChanges`.
    package var hasTextChanges: Bool { !records.textChanges.isEmpty }

    /// Returns and removes the controllers whose texts have another size since the last call.
    package mutating func drainTextChanges() -> Set<ViewControllerID> {
        defer { records.textChanges = [] }
        return records.textChanges
    }

    /// Checks the texts that a controller is about to get.
    ///
    /// - Throws: `limitsExceeded` for a text over the limit, and for growth that is refused.
    mutating func admit(
        _ new: some TextHolder, insteadOf old: some TextHolder, of id: ViewControllerID
    ) throws(ModelError) {
        if let error = new.textError { throw error }
        try admitGrowth(by: new.textContent - old.textContent, of: id)
    }

    /// Checks the restoration identifier that a controller is about to get.
    mutating func admit(
        identifier: String, insteadOf old: String, of id: ViewControllerID
    ) throws(ModelError) {
        if let error = BarButtonItem.error(of: identifier, named: "RestorationIdentifier") { throw error }
        try admitGrowth(by: identifier.utf8.count - old.utf8.count, of: id)
    }

    private mutating func admitGrowth(by bytes: Int, of id: ViewControllerID) throws(ModelError) {
        guard bytes != 0 else { return }
        if bytes > 0, let reason = records.growthRefusal?(id, bytes) { throw .limitsExceeded(reason) }
        records.textChanges.insert(id)
    }

    /// Records that the texts of a controller have changed by more than a command of a program.
    mutating func noteTexts(of id: ViewControllerID) { records.textChanges.insert(id) }
}
