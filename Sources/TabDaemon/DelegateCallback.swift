/// One of the optional methods of a delegate, by its name on the bus.
protocol DelegateCallback: RawRepresentable<String>, CaseIterable {
    /// Whether a client's delegate has it only when SetDelegate's Methods names it.
    var isOptIn: Bool { get }
}
