import Glibc
import TabPlugin

/// A fault at the start of the library. It happens as often as the file `start-fault` says, which the action
/// `start-fault` writes, or always with the configuration value `start`.
@PluginActor
enum StartFault: String {
    case hang, loop, crash, exit, refuse

    /// Returns the fault of this start, and counts the start.
    static var next: StartFault? {
        // Before the first view controller exists, a new one makes the calls of the host.
        let environment = ViewController()
        if let (fault, count) = try? read(path(environment)), count > 0 {
            try? write(fault, count - 1, environment)
            return fault
        }
        return environment.configurationValue(forKey: "start")?.string.flatMap(StartFault.init)
    }

    /// - Returns: Whether the plugin still runs.
    func happens() -> Bool {
        switch self {
        case .hang: Fault.sleep()
        case .loop: Fault.loop()
        case .crash: Fault.crash()
        case .exit: Glibc.exit(3)
        case .refuse: false
        }
    }

    static func write(_ fault: StartFault, _ count: Int, _ environment: ViewController) throws {
        guard let file = fopen(try path(environment), "w") else { return }
        fputs("\(fault.rawValue) \(count)\n", file)
        fclose(file)
    }

    private static func path(_ environment: ViewController) throws(PluginError) -> String {
        try environment.dataDirectory() + "/start-fault"
    }

    private static func read(_ path: String) -> (StartFault, Int)? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 64)
        guard let line = fgets(&buffer, 64, file).map({ String(cString: $0) }) else { return nil }
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let fault = StartFault(rawValue: String(words[0])), let count = Int(words[1]) else {
            return nil
        }
        return (fault, count)
    }
}
