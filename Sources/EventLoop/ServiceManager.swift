internal import CSystemd

/// Notifications to the service manager that started this process (`sd_notify`). Without a service manager, nothing
/// happens.
package enum ServiceManager {
    package static func notifyReady() { sd_notify(0, "READY=1") }
    package static func notifyReloading() { sd_notify(0, "RELOADING=1") }
    package static func notifyStopping() { sd_notify(0, "STOPPING=1") }
}
