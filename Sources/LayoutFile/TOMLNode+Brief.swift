import TOML
import TabInterface

extension TOMLNode {
    /// The value for a finding; empty for an array or a table. Its length is limited.
    var brief: String {
        switch value {
        case .string(let text), .offsetDateTime(let text), .localDateTime(let text), .localDate(let text),
            .localTime(let text):
            String(text.prefix(LayoutFinding.maximumValue))
        case .integer(let number): "\(number)"
        case .float(let number): TOMLText.number(number)
        case .boolean(let flag): "\(flag)"
        case .array, .table: ""
        }
    }
}
