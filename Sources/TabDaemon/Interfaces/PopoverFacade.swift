import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The implementation of `org.tabd.Tabs1.PopoverPresentationController`.
@EventLoop
struct PopoverFacade: ControllerFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = PopoverPresentationControllerInterface

    private var configuration: PopoverConfiguration {
        delivery.hierarchy.nodes.popoverConfiguration(of: id) ?? PopoverConfiguration()
    }
    private var placement: PopoverPlacement? { delivery.hierarchy.nodes.popoverPlacement(of: id) }

    static let interface = Interface<PopoverFacade>(Contract.self) {
        Contract.sourceView.setting(.sourceView) { facade in
            facade.configuration.sourceView.map { facade.references.reference(to: $0) } ?? .none
        }
        Contract.sourceRect.setting(.sourceRect) { DBusRect(orNull: $0.configuration.sourceRect) }
        Contract.hasSourceRect.reading { $0.configuration.sourceRect != nil }
        Contract.barButtonItem.setting(.barButtonItem) {
            $0.configuration.barButtonItem.map { ViewReference(viewController: $0.viewController.path, view: $0.item) }
                ?? .none
        }
        Contract.permittedArrowDirections.setting(.permittedArrowDirections) {
            $0.configuration.permittedArrowDirections.rawValue
        }
        Contract.popoverLayoutMargins.setting(.popoverLayoutMargins) { DBusInsets($0.configuration.layoutMargins) }
        Contract.canOverlapSourceViewRect.setting(.canOverlapSourceViewRect) {
            $0.configuration.canOverlapSourceViewRect
        }
        Contract.backgroundColor.setting(.backgroundColor) { $0.configuration.backgroundColor }
        Contract.passthroughViews.setting(.passthroughViews) { facade in
            facade.configuration.passthroughViews.map { facade.references.reference(to: $0) }
        }
        Contract.popoverBackgroundViewClass.setting(.popoverBackgroundViewClass) {
            $0.configuration.background?.name ?? ""
        }
        Contract.wantsDefaultContentAppearance.reading {
            $0.configuration.background?.wantsDefaultContentAppearance ?? true
        }
        Contract.arrowHeight.reading { $0.configuration.metrics.arrowHeight }
        Contract.arrowBase.reading { $0.configuration.metrics.arrowBase }
        Contract.contentViewInsets.reading { DBusInsets($0.configuration.metrics.contentInsets) }
        Contract.backgroundFillColor.reading { $0.configuration.background?.fillColor ?? "" }
        Contract.backgroundBorderColor.reading { $0.configuration.background?.borderColor ?? "" }
        Contract.contentExtendsUnderArrow.setting(.contentExtendsUnderArrow) {
            $0.configuration.contentExtendsUnderArrow
        }
        Contract.adaptiveSheet.setting(.adaptiveSheet) { $0.configuration.adaptiveSheet.values }
        Contract.setBarButtonItem.handled { (facade, controller, item, _) throws(DBusError) in
            try facade.write(.barButtonItem, ViewReference(viewController: controller, view: item))
        }
        Contract.setPopoverLayoutMargins.handled { (facade, top, left, bottom, right, _) throws(DBusError) in
            try facade.write(.popoverLayoutMargins, DBusInsets(top: top, left: left, bottom: bottom, right: right))
        }
        Contract.addPassthroughView.handled { (facade, controller, view, _) throws(DBusError) in
            let view = ViewReference(viewController: controller, view: view)
            try facade.popovers.addPassthroughView(view, of: facade.id)
        }
        Contract.removePassthroughView.handled { (facade, controller, view, _) throws(DBusError) in
            let view = ViewReference(viewController: controller, view: view)
            try facade.popovers.removePassthroughView(view, of: facade.id)
        }
        Contract.setDetents.handled { (facade, detents, _) throws(DBusError) in
            try facade.writeSheet("Detents", detents)
        }
        Contract.setSelectedDetent.handled { (facade, detent, _) throws(DBusError) in
            try facade.writeSheet("SelectedDetent", detent)
        }
        Contract.setPrefersGrabberVisible.handled { (facade, isVisible, _) throws(DBusError) in
            try facade.writeSheet("PrefersGrabberVisible", isVisible)
        }
        Contract.arrowDirection.reading { $0.model.nodes.popoverArrowDirection(of: $0.id).rawValue }
        Contract.hasArrowDirection.reading { $0.model.nodes.popoverArrowDirection(of: $0.id) != .unknown }
        Contract.frame.reading { $0.placement.map { DBusRect($0.frame) } ?? .zero }
        Contract.contentFrame.reading { $0.placement.map { DBusRect($0.contentFrame) } ?? .zero }
        Contract.arrowOffset.reading { $0.placement?.arrowOffset ?? 0 }
        Contract.presented.reading { $0.model.nodes.isPopoverPresented($0.id) }
        Contract.adaptivePresentationStyle.reading { $0.model.nodes.adaptivePresentationStyle(of: $0.id).rawValue }
        Contract.delegate.reading { $0.delegateChanges.delegate(of: .popover($0.id)) }
        Contract.setDelegate.handled { (facade, path, options) throws(DBusError) in
            try facade.delegateChanges.setDelegate(path, of: .popover(facade.id), for: facade.caller, options)
        }
        Contract.clearDelegate.handled { (facade, _) throws(DBusError) in
            facade.delegateChanges.setDelegate(nil, of: .popover(facade.id), isGone: false)
        }
        Contract.setSourceView.handled { (facade, path, view, _) throws(DBusError) in
            try facade.write(.sourceView, ViewReference(viewController: path, view: view))
        }
        Contract.setSourceRect.handled { (facade, x, y, width, height, _) throws(DBusError) in
            try facade.write(.sourceRect, DBusRect(x: x, y: y, width: width, height: height))
        }
        Contract.performEscape.handledLater { (facade, promise, _) throws(DBusError) in
            try facade.popoverTaps.attemptToDismiss(facade.id, caller: facade.caller) {
                promise.fulfil($0.map(\.rawValue))
            }
        }
        Contract.prepareForPopoverPresentation
        Contract.shouldDismiss
        Contract.willDismiss
        Contract.didDismiss
        Contract.didAttemptToDismiss
        Contract.willReposition
        Contract.adaptivePresentationStyleForTraitCollection
        Contract.viewControllerForAdaptivePresentationStyle
        Contract.willPresentWithAdaptiveStyle
        Contract.chromeChanged
    }

    fileprivate func write(_ setting: PopoverSetting, _ value: some DBusType) throws(DBusError) {
        try popovers.setPopover(setting, to: value.variant, of: id)
    }

    /// Sets one key of AdaptiveSheetPresentationController.
    private func writeSheet(_ key: String, _ value: some DBusType) throws(DBusError) {
        var values = configuration.adaptiveSheet.values
        values[key] = value.variant
        try write(.adaptiveSheet, values)
    }
}

extension Property {
    /// Implements a writable property of the popover.
    @EventLoop
    fileprivate func setting(
        _ setting: PopoverSetting, _ get: @escaping (PopoverFacade) -> Content
    ) -> Member<PopoverFacade> {
        reading(get, writing: { (facade, value) throws(DBusError) in try facade.write(setting, value) })
    }
}
