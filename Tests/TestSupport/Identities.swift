/// Tests write view controllers as numbers.
extension ViewControllerID: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: UInt64) { self.init(number) }
}

extension TabNames {
    package static func viewController(_ number: UInt64) -> ObjectPath { ViewControllerID(number).path }
    package static func number(of path: ObjectPath) -> UInt64? { viewController(of: path)?.rawValue }
}
