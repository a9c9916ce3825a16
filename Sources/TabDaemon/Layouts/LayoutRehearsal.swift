import DBusInterface
import LayoutFile
import TabInterface

/// The plan of a layout for a snapshot, and its dry run on the snapshot.
struct LayoutRehearsal: Sendable {
    /// Whether a type can be created, by type.
    typealias Offers = [String: Offer]

    enum Offer: Sendable {
        case viewController
        case tabBarController
        /// Nothing offers it now; with the reason.
        case unavailable(String)
    }

    let file: LayoutDocument
    let offers: Offers
    let revision: UInt64
    let plan: LayoutPlan
    /// The problems of the file and of the plan.
    let problems: [LayoutFinding]
    /// The error of the dry run; nil if the plan can be executed, or has errors.
    private(set) var dryRunError: LayoutApplyError?

    /// - Parameter onlyMissing: Whether to create what is missing, and change nothing else.
    init(of file: LayoutDocument, for snapshot: LayoutSnapshot, _ offers: Offers, onlyMissing: Bool = false) {
        self.file = file
        self.offers = offers
        revision = snapshot.revision
        plan = LayoutPlan(of: file.controllers, in: snapshot.layout(around: file), onlyMissing: onlyMissing) {
            entry, isInside in
            switch offers[entry.type] {
            case .viewController: nil
            case .tabBarController:
                isInside
                    ? "'\(entry.type)' is a tab bar controller, which cannot be inside another view controller" : nil
            case .unavailable(let reason): reason
            case nil: "'\(entry.type)' is unavailable"
            }
        }
        problems = LayoutFindings.problems(of: file, plan)
        guard onlyMissing || problems.isEmpty, plan.changesAnything else { return }
        do throws(LayoutApplyError) {
            var trial = LayoutDryRun(snapshot.model)
            try trial.execute(plan)
        } catch {
            dryRunError = error
        }
    }

    /// The types that a layout declares, each once.
    static func types(in file: LayoutDocument) -> [String] {
        Array(Set(file.controllers.flatMap(\.withDescendants).filter { $0.kind == .view }.map(\.type)))
    }
}
