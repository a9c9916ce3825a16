import Glibc

/// Faults that code can cause in its process, on any thread.
enum Fault {
    static func crash() -> Never {
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        fatalError("a write to nowhere was survived")
    }

    /// Uses all the processor that other processes leave.
    static func loop() -> Never {
        nice(19)
        var turns = 0
        while true { turns &+= 1 }
    }

    /// Blocks without using the processor.
    static func sleep() -> Never {
        while true { pause() }
    }

    /// Allocates memory, writes to it and keeps it.
    static func allocate(mebibytes: Int) {
        for index in 0..<max(mebibytes, 0) {
            let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 4096)
            memset(block, Int32(truncatingIfNeeded: index + 1), 1 << 20)
        }
    }

    /// Runs code for each Unix socket of the process except the standard descriptors.
    static func withSockets(_ body: (Int32) -> Void) {
        for descriptor: Int32 in 3..<1024 {
            var domain: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0, domain == AF_UNIX else {
                continue
            }
            body(descriptor)
        }
    }

    static func sendGarbage() {
        let nonsense = [UInt8](repeating: 120, count: 4096)
        withSockets { _ = send($0, nonsense, nonsense.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
    }

    /// Starts a process that keeps running.
    ///
    /// - Returns: Its process ID; 0 if that failed.
    static func startProcess() -> pid_t {
        var child: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("infinity"), nil]
        defer { for argument in arguments { free(argument) } }
        guard posix_spawn(&child, "/bin/sleep", nil, nil, &arguments, environ) == 0 else { return 0 }
        return child
    }
}
