import Foundation

/// libFuzzer's driver: runs the callback on inputs, controlled by the arguments.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The program that runs one target with libFuzzer.
enum Engine {
    /// The target comes from a variable, because libFuzzer restarts itself with its own arguments.
    static let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["TABD_FUZZ_TARGET"] ?? ""
        if let target = FuzzTarget.all.first(where: { $0.name == name }) { return target }
        complain("TABD_FUZZ_TARGET is one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
        exit(2)
    }()

    static func run() -> CInt {
        // Before the caller's arguments, which take precedence. They are never freed.
        let words = CommandLine.arguments.prefix(1) + ["-max_len=\(target.maximumLength)"]
        let all = (words + CommandLine.arguments.dropFirst()).map { strdup($0) }
        var count = CInt(all.count)
        var arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count + 1)
        arguments.initialize(repeating: nil, count: all.count + 1)
        arguments.update(from: all, count: all.count)
        return runDriver(&count, &arguments) { start, count in
            Engine.take(Array(UnsafeBufferPointer(start: start, count: count)))
            return 0
        }
    }

    private static func take(_ bytes: [UInt8]) {
        do {
            try target.take(bytes)
        } catch {
            complain("\(target.name): \(error)")
            abort()
        }
    }

    private static func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
