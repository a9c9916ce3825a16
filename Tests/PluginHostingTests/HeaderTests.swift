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
        let questions: [(DelegateQuestion.Kind, tab_question)] = [
            (.shouldSelect, TAB_QUESTION_SHOULD_SELECT),
            (.supportedOrientations, TAB_QUESTION_SUPPORTED_ORIENTATIONS),
            (.preferredOrientation, TAB_QUESTION_PREFERRED_ORIENTATION), (.animation, TAB_QUESTION_TRANSITION),
            (.prepareForPresentation, TAB_QUESTION_PREPARE_FOR_PRESENTATION),
            (.shouldDismiss, TAB_QUESTION_SHOULD_DISMISS), (.reposition, TAB_QUESTION_REPOSITION),
            (.adaptiveStyle, TAB_QUESTION_ADAPTIVE_STYLE),
            (.adaptiveViewController, TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER),
        ]
        #expect(questions.map(\.0) == DelegateQuestion.Kind.allCases)
        for (kind, question) in questions { #expect(kind.code == question.rawValue, "\(kind)") }
    }
}
