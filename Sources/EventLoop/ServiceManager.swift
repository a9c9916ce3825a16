internal import CSystemd

/// What a service tells the manager that started it (`sd_notify`). Without one, nothing happens.
package enum ServiceManager {
    package static func notifyReady() { sd_notify(0, "READY=1") }
    package static func notifyReloading() { sd_notify(0, "RELOADING=1") }
    package static func notifyStopping() { sd_notify(0, "STOPPING=1") }
}
