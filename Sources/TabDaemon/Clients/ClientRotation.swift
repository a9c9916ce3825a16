/// Waiting jobs of clients. One job of each client is taken in rotation, so a client with many jobs delays the job of
/// another one by a single job.
struct ClientRotation<Job> {
    private var jobs: [String: [Job]] = [:]
    /// The clients with jobs. The first one is next.
    private var order: [String] = []

    /// The clients with waiting jobs.
    var clients: some Sequence<String> { jobs.keys }

    /// Whether a client has waiting jobs.
    func contains(_ client: String) -> Bool { jobs[client] != nil }

    /// Adds a job behind the others of its client.
    mutating func append(_ job: Job, of client: String) {
        if jobs[client] == nil { order.append(client) }
        jobs[client, default: []].append(job)
    }

    /// Removes and returns the next job. Its client comes last in the rotation then.
    mutating func popFirst() -> (client: String, job: Job)? {
        guard !order.isEmpty else { return nil }
        let client = order.removeFirst()
        guard let job = jobs[client]?.removeFirst() else { return nil }
        if jobs[client]?.isEmpty == true { jobs[client] = nil } else { order.append(client) }
        return (client, job)
    }

    /// Removes and returns the jobs of a client.
    mutating func removeAll(of client: String) -> [Job] {
        order.removeAll { $0 == client }
        return jobs.removeValue(forKey: client) ?? []
    }
}
