import TestSupport

@testable import TabControl

@Suite struct PluginTableTests {
    private func plugin(
        _ id: String, _ state: String = "running", reason: String = "", isolation: String = "process",
        process: UInt32 = 0, restarts: UInt32 = 0, usage: [String: Variant] = [:]
    ) -> PluginSample {
        PluginSample(
            [
                "Id": .string(id), "State": .string(state), "Reason": .string(reason), "Isolation": .string(isolation),
                "ProcessId": .uint32(process), "Restarts": .uint32(restarts),
            ], usage: usage)
    }

    private func usage(cpu: UInt64, received: UInt64, sent: UInt64) -> [String: Variant] {
        [
            "CPUUsageNSec": .uint64(cpu), "MemoryCurrent": .uint64(15_204_352), "MessagesReceived": .uint64(received),
            "MessagesSent": .uint64(sent), "ViewControllers": .uint32(2),
        ]
    }

    private var samples: [PluginSample] {
        [
            plugin("bad", "quarantined", reason: "3 failures.", restarts: 2),
            plugin("clock", isolation: "in-process", process: 7),
            plugin("hello", process: 4242, restarts: 1, usage: usage(cpu: 1_500_000_000, received: 110, sent: 20)),
            plugin("new", process: 9, usage: usage(cpu: 0, received: 1, sent: 2)),
        ]
    }

    @Test func `processes come first, with their rates since the last sample`() {
        let before = [
            plugin("hello", process: 4242, usage: usage(cpu: 1_000_000_000, received: 10, sent: 20)),
            plugin("new", "restarting"),
        ]
        #expect(
            PluginTable(samples, since: (before, 2)).lines == [
                "PLUGIN  PID  STATE       CTRLS CPU%    TIME   MEMORY IN/S OUT/S RESTARTS  REASON",
                "hello  4242  running         2 25.0 0:01.50 14.5 MiB   50     0        1",
                "new       9  running         2    - 0:00.00 14.5 MiB    -     -        0",
                "bad          quarantined                                               2  3 failures.",
                "clock        running                                                      runs in the daemon",
            ])
    }

    @Test func `the first table shows totals`() {
        #expect(
            PluginTable(Array(samples.suffix(2)), since: nil, isTotal: true).lines == [
                "PLUGIN  PID  STATE   CTRLS    TIME   MEMORY  IN OUT RESTARTS  REASON",
                "hello  4242  running     2 0:01.50 14.5 MiB 110  20        1",
                "new       9  running     2 0:00.00 14.5 MiB   1   2        0",
            ])
        #expect(PluginTable([], since: nil).lines.count == 1)
    }

    @Test func `missing values are null in JSON`() {
        let before = [plugin("hello", process: 4242, usage: usage(cpu: 1_000_000_000, received: 10, sent: 20))]
        let table = PluginTable([samples[1], samples[2]], since: (before, 3))
        #expect(
            table.json.text == """
                [{"id":"hello","state":"running","reason":"","isolation":"process","processId":4242,"restarts":1,\
                "viewControllers":2,"cpuUsageNSec":1500000000,"memoryCurrent":15204352,"messagesReceived":110,\
                "messagesSent":20,"cpuPercent":16.67,"messagesReceivedPerSecond":33.33,"messagesSentPerSecond":0},\
                {"id":"clock","state":"running","reason":"","isolation":"in-process","processId":7,"restarts":0,\
                "viewControllers":null,"cpuUsageNSec":null,"memoryCurrent":null,"messagesReceived":null,\
                "messagesSent":null,"cpuPercent":null,"messagesReceivedPerSecond":null,"messagesSentPerSecond":null}]
                """)
    }

    @Test func `a new process has no rates`() {
        let sample = plugin("hello", process: 2, usage: usage(cpu: 5, received: 5, sent: 5))
        let same = plugin("hello", process: 2, usage: usage(cpu: 0, received: 0, sent: 0))
        let other = plugin("hello", process: 1, usage: usage(cpu: 0, received: 0, sent: 0))
        #expect(PluginRates(from: same, to: sample, seconds: 1)?.received == 5)
        #expect(PluginRates(from: other, to: sample, seconds: 1) == nil)
        #expect(PluginRates(from: plugin("hello", process: 2), to: sample, seconds: 1) == nil)
        #expect(PluginRates(from: same, to: sample, seconds: 0) == nil)
        #expect(PluginRates(from: sample, to: same, seconds: 1)?.sent == 0)
    }

    @Test func `times and sizes are readable`() {
        #expect(PluginTable.time(0) == "0:00.00")
        #expect(PluginTable.time(83_450_000_000) == "1:23.45")
        #expect(PluginTable.time(3_599_999_999_999) == "59:59.99")
        #expect(PluginTable.time(7_384_000_000_000) == "2:03:04")
        #expect(PluginTable.memory(0) == "0 KiB")
        #expect(PluginTable.memory(1_048_575) == "1024 KiB")
        #expect(PluginTable.memory(1_048_576) == "1.0 MiB")
        #expect(PluginTable.memory(5 << 30) == "5.0 GiB")
        #expect(PluginTable.memory(3 << 50) == "3072.0 TiB")
    }

    @Test func `the user's options come before the program in a debugger's arguments`() {
        let gdb = Debugger.gdb.arguments(for: ["/host", "clock"], given: ["-ex", "run"])
        #expect(gdb == ["--quiet", "-ex", "set breakpoint pending on", "-ex", "run", "--args", "/host", "clock"])
        let valgrind = Debugger.valgrind.arguments(for: ["/host", "clock"], given: ["--leak-check=no"])
        #expect(valgrind.suffix(3) == ["--leak-check=no", "/host", "clock"])
    }
}
