internal import CSystemd

/// The environment of this process.
package enum ProcessEnvironment {
    /// The variables by name. The first one counts if a name appears twice.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next = process_environment()
        while let entry = next?.pointee {
            next = next?.advanced(by: 1)
            let text = String(cString: entry)
            guard let sign = text.firstIndex(of: "=") else { continue }
            let name = String(text[..<sign])
            if variables[name] == nil { variables[name] = String(text[text.index(after: sign)...]) }
        }
        return variables
    }
}
