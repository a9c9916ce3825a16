import CTabPlugin
import Testing

@testable import PluginHosting

/// The values that the C header and Swift both enumerate.
@Suite struct HeaderTests {
    @Test func `the cases in Swift have the codes of the header`() {
        let sizes = [TAB_SIZE_CLASS_UNSPECIFIED, TAB_SIZE_CLASS_COMPACT, TAB_SIZE_CLASS_REGULAR].map(\.rawValue)
        #expect([Traits.SizeClass.unspecified, .compact, .regular].map(\.code) == sizes)
        let schemes = [TAB_COLOR_SCHEME_NO_PREFERENCE, TAB_COLOR_SCHEME_DARK, TAB_COLOR_SCHEME_LIGHT].map(\.rawValue)
        #expect([ColorScheme.noPreference, .dark, .light].map(\.code) == schemes)
        let contrasts = [TAB_CONTRAST_UNSPECIFIED, TAB_CONTRAST_NORMAL, TAB_CONTRAST_HIGH].map(\.rawValue)
        #expect([Traits.Contrast.unspecified, .normal, .high].map(\.code) == contrasts)
    }
}
