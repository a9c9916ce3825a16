import DBusInterface
import TOML
import TabInterface

/// The window of a controller.
extension LayoutReader {
    mutating func readWindow(_ window: inout LayoutWindow, of profile: String?, _ table: TOMLTable) {
        if let value = table["size"] { window.size = size(value) }
        window.sizePolicy = text("size_policy", in: table)
        if let policy = window.sizePolicy {
            check("size_policy", in: table) { () throws(DBusError) in
                _ = try TextRules.value(policy, named: "size policy") as LayoutSizePolicy
            }
        }
        if let value = table["bar_height"] { window.barHeight = barHeight(value) }
        if let value = table["bar_slots"] { window.barSlots = barSlots(value) }
        window.focus = flag("focus", in: table)
        window.barSide = text("bar_side", in: table)
        if let side = window.barSide {
            check("bar_side", in: table) { () throws(DBusError) in
                _ = try TextRules.value(side, named: "bar side") as LayoutBarSide
            }
        }
        guard profile == Profile.tv.rawValue else { return }
        if let side = window.barSide, side != LayoutBarSide.top.rawValue {
            report(
                position("bar_side", in: table), .unsupportedKey, "bar_side", table["bar_side"],
                "bar_side is not supported in profile tv, whose bar is at the top")
        }
        if table["bar_slots"] != nil {
            report(
                position("bar_slots", in: table), .unsupportedKey, "bar_slots", table["bar_slots"],
                "bar_slots is not supported in profile tv, which has no More")
        }
    }

    private mutating func size(_ value: TOMLNode) -> DBusSize? {
        let numbers = value.array.map { array in array.compactMap { $0.float ?? $0.integer.map(Double.init) } } ?? []
        guard numbers.count == 2, value.array?.count == 2, numbers.allSatisfy({ $0 > 0 && $0 <= 16384 }) else {
            report(
                value.position, numbers.count == 2 && value.array?.count == 2 ? .invalidValue : .wrongType, "size",
                value,
                "invalid size; expected [width, height], each above 0 and at most 16384, for example [375, 667]")
            return nil
        }
        return DBusSize(width: numbers[0], height: numbers[1])
    }

    private mutating func barHeight(_ value: TOMLNode) -> Double? {
        guard let number = value.float ?? value.integer.map(Double.init), number > 0, number <= 16384 else {
            report(
                value.position, value.float ?? value.integer.map(Double.init) == nil ? .wrongType : .invalidValue,
                "bar_height", value, "invalid bar_height; expected a number above 0 and at most 16384")
            return nil
        }
        return number
    }

    private mutating func barSlots(_ value: TOMLNode) -> UInt32? {
        guard let number = value.integer, (2...64).contains(number) else {
            report(
                value.position, value.integer == nil ? .wrongType : .invalidValue, "bar_slots", value,
                "invalid bar_slots; expected a number from 2 to 64")
            return nil
        }
        return UInt32(number)
    }
}
