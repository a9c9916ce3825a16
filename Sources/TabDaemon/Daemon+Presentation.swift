import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Presenting and dismissing: the reply to Present is its completion (`P68`).
extension Daemon {
    /// Presents; the completion is called when the presented controller has appeared, or never will.
    func present(
        _ presented: ViewControllerID, from id: ViewControllerID, animated: Bool,
        completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) throws(DBusError) {
        let covers = try covers(presented, from: id)
        let former = presentations[presented]
        // Before anybody is told: whoever hears of it may dismiss it at once.
        presentations[presented] = completion
        do throws(DBusError) {
            try perform { (model) throws(ModelError) in
                try model.present(presented, from: id, covers: covers, animated: animated)
            }
        } catch {
            presentations[presented] = former
            throw error
        }
        // A window of its own that it had counts no more.
        endAttachments(of: presented)
    }

    func dismiss(from id: ViewControllerID, animated: Bool) throws(DBusError) {
        try perform { (model) throws(ModelError) in _ = try model.dismiss(from: id, animated: animated) }
    }

    /// Whether the presenter's view leaves the window (`P67`).
    func covers(_ presented: ViewControllerID, from id: ViewControllerID) throws(DBusError) -> Bool {
        switch records[presented]?.modalPresentationStyle ?? .automatic {
        case .fullScreen, .currentContext: return true
        case .automatic, .pageSheet, .formSheet, .overFullScreen, .overCurrentContext: return false
        case .none:
            throw .invalidArgument(
                "the ModalPresentationStyle of \(presented.path) is none: nothing can be presented so")
        case .popover:
            let window = hierarchy.window(of: hierarchy.root(of: id))
            let isRoomy = window?.horizontalSizeClass == .regular && window?.verticalSizeClass == .regular
            guard !isRoomy else {
                throw .notSupported("popovers are not there yet in a window of regular size: choose another style")
            }
            // In a compact window a popover is a sheet (P73).
            return false
        }
    }

    /// The update cycle at a turn's end (`P6`).
    func runUpdateCycle() {
        for id in hierarchy.runUpdateCycle() {
            guard let completion = presentations.removeValue(forKey: id) else { continue }
            repliesAtTurnEnd.append { completion(.success(())) }
        }
        deliverEvents()
    }

    /// A controller is not presented any more, or gone.
    func presentationEnded(of id: ViewControllerID) {
        resumeWindow(of: id)
        records[id]?.owner?.presentationEnded()
        guard let completion = presentations.removeValue(forKey: id) else { return }
        repliesAtTurnEnd.append {
            completion(.failure(.internalInconsistency("\(id.path) was dismissed before it was shown")))
        }
    }
}
