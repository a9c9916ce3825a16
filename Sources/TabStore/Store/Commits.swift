/// Loading, and committing changes.
extension Store {
    /// Returns everything except the states. Called once, at the start.
    package func load() -> StoreContents {
        unsaved.markLoaded()
        var contents = StoreContents(nextNumber: 1)
        read { database in
            contents.controllers = try database.readControllers()
            contents.interrupted = try database.readInterrupted() + Self.interrupted(in: database.readLoading())
            contents.nextNumber = try database.readNextNumber()
            contents.images = try database.readImages()
        }
        if !isOpen {
            contents.controllers = []
            contents.interrupted = unsaved.salvaged.restoring.sorted() + Self.interrupted(in: unsaved.salvaged.loading)
            contents.nextNumber = unsaved.salvaged.safeNextNumber
        }
        markers.setInterrupted(contents.interrupted)
        if let number = markers.file.read() {
            contents.interrupted.append(number)
            if recordInterrupted(number) { markers.file.remove() }
        }
        // Unsaved changes are newer than the file.
        let pending = unsaved.changes
        if !pending.isEmpty {
            let replaced = pending.removed.union(pending.controllers.keys)
            contents.controllers.removeAll { replaced.contains($0.number) }
            contents.controllers += pending.controllers.values
            contents.controllers.sort { $0.number < $1.number }
            for (name, data) in pending.images { contents.images[name] = data }
        }
        contents.nextNumber = max(contents.nextNumber, pending.nextNumber ?? 1)
        contents.notices = notices
        unsaved.numbers.raiseNext(to: contents.nextNumber)
        return contents
    }

    /// Returns the restorable state of a view controller; nil for none.
    package func state(of number: UInt64) -> StoredState? {
        if let unsaved = unsaved.changes.states[number] { return unsaved }
        var state: StoredState?
        read { database in state = try database.readState(of: number) }
        // If the read found damage, recovery may have left the state in memory.
        return unsaved.changes.states[number] ?? state
    }

    /// Writes the changes of a turn in one transaction. If that fails, the changes are kept in memory and retried.
    package func commit(_ changes: StoreChanges) {
        guard !changes.isEmpty else { return }
        // Every commit that is only in memory has a reason, before the caller confirms it.
        defer { if !unsaved.isEmpty { failures.requireWriteFailure("the state is not in \(files.directory)") } }
        checkFiles()
        guard isOpen, unsaved.isEmpty else {
            unsaved.add(changes)
            if isOpen || unsaved.isAttemptDue(at: .now) { retry() }
            return
        }
        if let failure = write(changes) {
            unsaved.add(changes)
            didFail(failure)
        } else {
            didWrite()
        }
    }

    /// Retries the unsaved changes. A timer calls this while the condition is ``StoreCondition/unsaved(_:)``.
    package func retry() {
        unsaved.noteAttempt(at: .now)
        checkFiles()
        if !isOpen, access.contents != .newer, !isClosed { open() }
        guard isOpen else { return }
        var changes = unsaved.changes
        // Without changes, a test write shows whether writing works again.
        if changes.isEmpty { changes.nextNumber = 1 }
        if let failure = write(changes) { return didFail(failure) }
        unsaved.removeChanges()
        didWrite()
    }

    /// Calls `completion` when earlier commits are as durable as `durability` demands, or have failed to be. With
    /// ``StoreDurability/power`` it is called later and on any thread, otherwise at once.
    package func whenCommitted(_ completion: @escaping @Sendable () -> Void) {
        guard durability == .power, let openFiles = access.openFiles else { return completion() }
        openFiles.thread.sync(completion)
    }

    private func write(_ changes: StoreChanges) -> StoreError? {
        guard let openFiles = access.openFiles else { return nil }
        do throws(StoreError) {
            try openFiles.write { database in try database.write(changes) }
        } catch {
            return error
        }
        if let next = unsaved.numbers.commit(changes) { files.writeMarker(next) }
        noteChange()
        return nil
    }

    private func didWrite() {
        failures.setWriteFailure(nil)
        access.openFiles?.checkpoints.startIfDue()
    }

    func didFail(_ failure: StoreError) {
        guard failure.isDamage else { return failures.setWriteFailure(failure.description) }
        reopen()
    }

    /// Recovers from damage during use: opens the store again, which salvages its rows into a new file.
    private func reopen() {
        access.close()
        open()
        if isOpen, !unsaved.isEmpty { retry() }
        // The daemon may still have the unreadable rows in memory.
        onLoss?()
    }

    func read(_ body: (Database) throws -> Void) {
        checkFiles()
        guard let openFiles = access.openFiles else { return }
        do throws(StoreError) {
            try openFiles.connection.read(body)
        } catch {
            didFail(error)
            // Reads from the new file, if recovery succeeded.
            if error.isDamage { try? access.openFiles?.connection.read(body) }
        }
    }
}
