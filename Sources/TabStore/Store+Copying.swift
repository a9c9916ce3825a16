/// Keeping what nobody understands.
extension Store {
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
