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

    func failed(_ failure: StoreError) {
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

    func read(_ body: (Database) throws -> Void) {
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

/// Keeps the log small without waiting for the disk.
extension Store {
    /// Called before anything is written, so that SQLite doesn't begin the log anew by itself and wait for the disk.
    func prepareLog(_ connection: StoreConnection) throws(StoreError) {
        guard isCheckpointing, let thread else { return }
        if connection.logSize >= Self.logLimit { thread.wait() }
        guard let outcome = thread.outcome else { return }
        // A log that grew meanwhile, or could not be moved, stays in use until the next checkpoint.
        if outcome == .complete(connection.logSize), !connection.emptyLog() { return }
        try connection.mayWait(false)
        isCheckpointing = false
        nextCheckpoint = connection.logSize + Self.checkpointInterval
    }

    func checkpointWhenDue() {
        guard let connection, connection.logSize >= nextCheckpoint else { return }
        checkpoint()
    }

    func checkpoint() {
        guard !isCheckpointing, let connection, let thread else { return }
        guard (try? connection.mayWait(true)) != nil else { return }
        isCheckpointing = true
        thread.checkpoint()
    }
}
