import TestSupport

@testable import TabStore

/// The times of checkpoints and backups, without files.
@Suite struct MaintenanceScheduleTests {
    private let start = ContinuousClock.now
    private var schedule: MaintenanceSchedule

    init() {
        var backups = BackupSchedule()
        (backups.rest, backups.interval) = (.seconds(2), .seconds(600))
        schedule = MaintenanceSchedule(backups)
    }

    private func time(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func `without changes nothing is due`() {
        #expect(schedule.timeToMaintenance(at: start) == nil)
        #expect(!schedule.isLastBackupDue(at: start))
    }

    @Test mutating func `maintenance is due after a rest, which each change starts again`() {
        let isFirst = schedule.noteChange(at: start)
        let isSecond = schedule.noteChange(at: time(1))
        #expect(isFirst && !isSecond)
        #expect(schedule.timeToMaintenance(at: time(1)) == .seconds(2))
        #expect(schedule.timeToMaintenance(at: time(9)) == .zero)
        #expect(schedule.timeToBackup(at: time(9)) == .zero)
    }

    @Test mutating func `after a checkpoint a backup waits for the interval since the last backup`() {
        schedule.setLastBackup(start)
        _ = schedule.noteChange(at: time(10))
        #expect(schedule.timeToMaintenance(at: time(12)) == .zero)
        schedule.noteCheckpoint()
        #expect(!schedule.needsCheckpoint)
        #expect(schedule.timeToMaintenance(at: time(12)) == .seconds(588))
        schedule.noteBackup(at: time(600))
        #expect(schedule.timeToMaintenance(at: time(600)) == nil)
        let isFirst = schedule.noteChange(at: time(601))
        #expect(isFirst)
        #expect(schedule.timeToBackup(at: time(601)) == .seconds(599))
    }

    @Test mutating func `a checkpoint that lacks changes waits again, and so does the backup`() {
        _ = schedule.noteChange(at: start)
        schedule.postpone(at: time(5))
        #expect(schedule.timeToMaintenance(at: time(5)) == .seconds(2))
        #expect(schedule.timeToBackup(at: time(5)) == .seconds(2))
        schedule.noteBackup(at: time(7))
        schedule.postpone(at: time(7))
        #expect(schedule.timeToBackup(at: time(7)) == nil)
        #expect(schedule.timeToMaintenance(at: time(7)) == .seconds(2))
    }

    @Test mutating func `a backup that can't begin waits again`() {
        _ = schedule.noteChange(at: start)
        schedule.noteCheckpoint()
        #expect(schedule.timeToMaintenance(at: time(5)) == .zero)
        schedule.postpone(at: time(5))
        #expect(!schedule.needsCheckpoint)
        #expect(schedule.timeToMaintenance(at: time(5)) == .seconds(2))
    }

    @Test mutating func `the backup of a closing store does not wait for the rest, but for the interval`() {
        _ = schedule.noteChange(at: start)
        #expect(schedule.isLastBackupDue(at: start))
        schedule.setLastBackup(start)
        #expect(!schedule.isLastBackupDue(at: time(10)))
        #expect(schedule.isLastBackupDue(at: time(598)))
    }
}
