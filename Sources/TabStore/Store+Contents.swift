/// What restoration keeps.
extension Store {
    /// Everything but the states. Called once, at the start.
    package func load() -> StoreContents {
        hasLoaded = true
        var contents = StoreContents(nextNumber: 1)
        read { database in
            contents.controllers = try database.readControllers()
            contents.interrupted = try database.readInterrupted() + Self.interrupted(in: database.readLoading())
            contents.nextNumber = try database.readNextNumber()
        }
        if connection == nil {
            contents.controllers = []
            contents.interrupted = salvaged.restoring.sorted() + Self.interrupted(in: salvaged.loading)
            contents.nextNumber = salvaged.safeNextNumber
        }
        interrupted = Set(contents.interrupted)
        if let number = mark.read() {
            contents.interrupted.append(number)
            if noteInterrupted(number) { mark.remove() }
        }
        // What could not be written is newer.
        if !pending.isEmpty {
            let replaced = pending.removed.union(pending.controllers.keys)
            contents.controllers.removeAll { replaced.contains($0.number) }
            contents.controllers += pending.controllers.values
            contents.controllers.sort { $0.number < $1.number }
        }
        contents.nextNumber = max(contents.nextNumber, pending.nextNumber ?? 1)
        contents.notices = notices
        nextNumber = max(nextNumber, contents.nextNumber)
        return contents
    }

    /// A controller's own state; nil: it has none.
    package func state(of number: UInt64) -> StoredState? {
        if let pending = pending.states[number] { return pending }
        var state: StoredState?
        read { database in state = try database.readState(of: number) }
        // What was read may have been damaged, and rescued.
        return pending.states[number] ?? state
    }

    /// Writes what a turn has changed, in one transaction. What can't be written is kept, and tried again.
    package func commit(_ changes: StoreChanges) {
        guard !changes.isEmpty else { return }
        checkFiles()
        guard connection != nil, pending.isEmpty else {
            pending.merge(changes, known: known)
            return tryAgain()
        }
        if let failure = write(changes) {
            pending.merge(changes, known: known)
            failed(failure)
        } else {
            written()
        }
    }

    /// Tries again what could not be written. For a timer, as long as the condition is ``StoreCondition/unsaved(_:)``.
    package func retry() {
        lastAttempt = .now
        checkFiles()
        if connection == nil, !isNewer, !isClosed { open() }
        guard connection != nil else { return }
        var changes = pending
        // Something has to be written, to know whether it can be.
        if changes.isEmpty { changes.nextNumber = 1 }
        if let failure = write(changes) { return failed(failure) }
        pending = StoreChanges()
        written()
    }

    /// Calls back when what was committed before is as safe as the durability says, or can't be: at once or, with
    /// ``StoreDurability/power``, later and on any thread.
    package func whenCommitted(_ completion: @escaping @Sendable () -> Void) {
        guard durability == .power, let thread else { return completion() }
        thread.sync(completion)
    }

    private func tryAgain() {
        // To open a store takes longer than a turn should.
        guard connection != nil || ContinuousClock.now - lastAttempt > .seconds(1) else { return }
        retry()
    }

    private func write(_ changes: StoreChanges) -> StoreError? {
        guard let connection else { return nil }
        do throws(StoreError) {
            try prepareLog(connection)
            try connection.write { database in try database.write(changes) }
        } catch {
            return error
        }
        known.formUnion(changes.controllers.keys)
        known.formUnion(changes.states.keys)
        known.subtract(changes.removed)
        if let next = changes.nextNumber, next > nextNumber {
            nextNumber = next
            files.mark(next)
        }
        noteChange()
        return nil
    }

    private func written() {
        failures.writing(nil)
        checkpointWhenDue()
    }

    private func failed(_ failure: StoreError) {
        guard failure.isDamage else { return failures.writing(failure.description) }
        reopen()
    }

    /// The file was damaged while it was used: what can be read of it is carried over into a new one.
    private func reopen() {
        connection?.close()
        connection = nil
        thread = nil
        open()
        if connection != nil, !pending.isEmpty { retry() }
        // Rows that could not be read may be in memory.
        onLoss?()
    }

    private func read(_ body: (Database) throws -> Void) {
        checkFiles()
        guard let connection else { return }
        do throws(StoreError) {
            try connection.read(body)
        } catch {
            failed(error)
            // The new one, if there is one.
            if error.isDamage { try? self.connection?.read(body) }
        }
    }

    // MARK: Deaths of the process

    /// A controller is about to be made or to decode its state; the one before has survived it.
    ///
    /// When the process dies in it, the next start finds its number in ``StoreContents/interrupted``, and so does each
    /// start after that, until it has survived or was removed.
    package func beginRestoring(_ number: UInt64) {
        let before = restoring
        restoring = number
        markRestoring()
        if let before, before != number { noteSurvived(before) }
    }

    /// Notes in the directory what is being restored; a new directory in the place of a lost one does not have it yet.
    func markRestoring() {
        if connection != nil, let restoring, !mark.write(restoring) { noteInterrupted(restoring) }
    }

    /// - Returns: false when it could not be written.
    @discardableResult private func noteInterrupted(_ number: UInt64) -> Bool {
        interrupted.insert(number)
        return note { try $0.mark(number) }
    }

    /// The file has it when it was interrupted before.
    private func noteSurvived(_ number: UInt64) {
        if interrupted.remove(number) != nil { note { try $0.unmark(number) } }
    }

    /// The last one has survived it, too.
    package func endRestoring() {
        guard let number = restoring else { return }
        restoring = nil
        // Without a connection it is the mark of a process before, and the next start needs it.
        if connection != nil { mark.remove() }
        noteSurvived(number)
    }

    /// The view of a restored controller is about to be loaded or shown. When the process has died in it repeatedly,
    /// the next start finds the number in ``StoreContents/interrupted``.
    package func beginShowing(_ number: UInt64) { note { try $0.begin(loading: String(number)) } }

    /// It has survived it.
    package func endShowing(_ number: UInt64) { note { try $0.end(loading: String(number)) } }

    /// What happened to a controller before doesn't count any more.
    package func forget(_ number: UInt64) {
        note { database in
            try database.unmark(number)
            try database.end(loading: String(number))
        }
    }

    /// So many deaths are more than bad luck.
    private static let patience: UInt64 = 2

    /// Plugins during whose loading the process has died repeatedly.
    package func suspects() -> Set<String> {
        var attempts = salvaged.loading
        read { database in attempts = try database.readLoading() }
        return Set(attempts.filter { $0.value >= Self.patience && UInt64($0.key) == nil }.keys)
    }

    /// Controllers whose views are loaded are noted like plugins, by their numbers: no plugin is called so.
    private static func interrupted(in attempts: [String: UInt64]) -> [UInt64] {
        attempts.filter { $0.value >= patience }.keys.compactMap { UInt64($0) }.sorted()
    }

    /// Code of a plugin is about to be loaded into this process.
    package func beginLoading(_ plugin: String) { note { try $0.begin(loading: plugin) } }

    /// It was loaded, or may be tried again: what happened before doesn't count any more.
    package func endLoading(_ plugin: String) { note { try $0.end(loading: plugin) } }

    /// Gives back the numbers from `next` on of those that were noted up to `reserved`.
    package func giveBack(_ reserved: UInt64, from next: UInt64) {
        note { try $0.giveBack(reserved, from: next) }
        if connection != nil { files.mark(next) }
    }

    /// - Returns: false when it could not be written.
    @discardableResult private func note(_ body: (Database) throws -> Void) -> Bool {
        checkFiles()
        guard let connection else { return false }
        do throws(StoreError) {
            try prepareLog(connection)
            try connection.write(body)
            return true
        } catch {
            failed(error)
            return false
        }
    }

    // MARK: Copies

    /// Keeps a copy of all that the file has, before something in it that can't be understood is written anew; a second
    /// time there is one already.
    ///
    /// - Returns: Whether there is one.
    package func keepCopy() -> Bool {
        guard !hasCopy else { return true }
        guard let connection else { return false }
        let name = files.nextBroken
        do throws(StoreError) {
            try connection.copy(to: name)
        } catch {
            tell(error.description)
            return false
        }
        hasCopy = true
        tell("a copy of \(files.database) as it was is \(name)")
        return true
    }
}
