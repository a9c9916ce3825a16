internal import Glibc

/// The libraries of Swift's runtime that are installed with tabd, for plugins on machines without a compiler.
///
/// The programs find them by their own RUNPATH, which does not count for the libraries of a plugin. Those that only a
/// plugin needs are therefore opened by their path first.
enum SwiftLibraries {
    /// The file names of the libraries that `scripts/install` installs.
    static let installed: Set = [
        "libBlocksRuntime.so", "libFoundationEssentials.so", "libdispatch.so", "libswiftCore.so", "libswiftDispatch.so",
        "libswiftGlibc.so", "libswiftObservation.so", "libswiftRegexBuilder.so", "libswiftSwiftOnoneSupport.so",
        "libswiftSynchronization.so", "libswift_Builtin_float.so", "libswift_Concurrency.so", "libswift_RegexParser.so",
        "libswift_StringProcessing.so",
    ]

    /// Opens a library, and what it needs of those that are installed with tabd.
    ///
    /// - Returns: The library, or the loader's error.
    static func open(_ name: String) -> Result<UnsafeMutableRawPointer, LoaderError> {
        // Each round opens one more of the installed libraries, so the rounds are limited.
        for _ in 0...installed.count {
            if let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return .success(library) }
            let error = dlerror().map { String(cString: $0) } ?? "\(name): can't be opened"
            guard let missing = installed.first(where: { error.hasPrefix("\($0): cannot open shared object file") }),
                let runtime = loadedFiles.first(where: { $0.hasSuffix("/libswiftCore.so") }),
                dlopen(runtime.replacing("libswiftCore.so", with: missing), RTLD_NOW | RTLD_LOCAL) != nil
            else { return .failure(LoaderError(text: demangled(error))) }
        }
        return .failure(LoaderError(text: "\(name): needs too many libraries"))
    }

    struct LoaderError: Error {
        let text: String
    }

    /// The libraries of a compiler that this process has loaded and that tabd does not install, by name.
    static var foreign: [String] {
        let names = loadedFiles.compactMap { path -> String? in
            let parts = path.split(separator: "/").suffix(4)
            return parts.starts(with: ["lib", "swift", "linux"]) ? parts.last.map(String.init) : nil
        }
        return Set(names).subtracting(installed).sorted()
    }

    /// The files that are mapped into memory.
    private static var loadedFiles: Set<String> {
        guard let maps = fopen("/proc/self/maps", "re") else { return [] }
        defer { fclose(maps) }
        var files: Set<String> = []
        var line = [CChar](repeating: 0, count: 4200)
        while fgets(&line, Int32(line.count), maps) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if let slash = text.firstIndex(of: "/") { files.insert(String(text[slash...].prefix { $0 != "\n" })) }
        }
        return files
    }

    /// A text with the names of Swift's symbols as a programmer writes them.
    static func demangled(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.hasPrefix("$s"), let name = demangle(String(word), word.utf8.count, nil, nil, 0)
            else { return String(word) }
            defer { free(name) }
            return String(cString: name)
        }.joined(separator: " ")
    }
}

@_silgen_name("swift_demangle")
private func demangle(
    _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
