import Glibc
import TabPlugin

/// Tasks and timers. Each button starts one; its end adds a line to the label of the same name.
final class Tasks: ViewController {
    private var timers: [Timer] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        add("Main") { finish in
            Task { @MainActor in
                MainActor.preconditionIsolated()
                await finish("main")
            }
        }
        add("MainSleep") { finish in
            Task { @MainActor in
                try await Task.sleep(for: .milliseconds(10))
                MainActor.preconditionIsolated()
                await finish("main, slept")
            }
        }
        add("Sleep") { finish in
            Task {
                let clock = ContinuousClock()
                let start = clock.now
                try await Task.sleep(for: .milliseconds(20))
                PluginActor.preconditionIsolated()
                finish(clock.now - start >= .milliseconds(20) ? "slept" : "woke too early")
            }
        }
        add("Detached") { finish in
            Task.detached {
                let sum = (1...1000).reduce(0, +)
                await finish("detached \(sum)")
            }
        }
        add("Group") { finish in
            Task {
                let sum = await withTaskGroup(of: Int.self) { group in
                    for number in 1...10 { group.addTask { number } }
                    var sum = 0
                    for await number in group { sum += number }
                    return sum
                }
                PluginActor.preconditionIsolated()
                finish("group \(sum)")
            }
        }
        add("Timer") { [weak self] finish in
            let clock = ContinuousClock()
            let start = clock.now
            // The first timer is cancelled, the second is released: neither may fire.
            let cancelled = Timer(after: 1) { finish("cancelled") }
            cancelled.cancel()
            _ = Timer(after: 1) { finish("released") }
            let timer = Timer(after: 20) { finish(clock.now - start >= .milliseconds(20) ? "fired" : "too early") }
            self?.timers = [cancelled, timer]
        }
        add("Clock") { [weak self] finish in
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            let time = Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000 + 20
            self?.timers = [Timer(at: time) { finish("struck") }]
        }
    }

    /// - Parameter start: Starts work that calls its argument on this actor.
    private func add(_ name: String, _ start: @escaping @PluginActor (@escaping @PluginActor (String) -> Void) -> Void)
    {
        let label = Label()
        add(label, as: name + "Result")
        add(name) { start { label.text += $0 } }
    }
}
