import DBusConnection
import DBusInterface

extension Promise where Results: DBusType {
    /// Keeps the promise with what came of it.
    func settle(_ result: Result<Results, DBusError>) {
        switch result {
        case .success(let value): succeed(value)
        case .failure(let error): fail(error)
        }
    }
}

extension Promise<Void> {
    func settle(_ result: Result<Void, DBusError>) {
        switch result {
        case .success: succeed()
        case .failure(let error): fail(error)
        }
    }

    /// - Parameter error: nil for success.
    func settle(_ error: DBusError?) {
        if let error { fail(error) } else { succeed() }
    }
}
