import Foundation
import Testing

/// The pages of man/.
@Suite struct ManPageTests {
    private static let pages = ["tabctl.1", "tabd-layout.5", "tabd.8"]

    private static func path(_ page: String) -> String { HouseCommand.package + "/man/" + page }

    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/mandoc"), "mandoc is not installed"), arguments: pages)
    func `a page is correct mdoc`(page: String) throws {
        try HouseCommand.run(["mandoc", "-T", "lint", "-W", "warning", Self.path(page)]).succeeded()
    }

    @Test(arguments: pages)
    func `SEE ALSO has every page that the text refers to`(page: String) throws {
        let text = try String(contentsOfFile: Self.path(page), encoding: .utf8)
        let parts = text.components(separatedBy: ".Sh SEE ALSO\n")
        try #require(parts.count == 2)
        let references = parts.map { part in
            Set(part.matches(of: /(?m)^\.Xr (\S+ \d)/).map { String($0.1) })
        }
        #expect(references[0].subtracting(references[1]).isEmpty)
        let others = Self.pages.filter { $0 != page }.map { $0.replacing(".", with: " ") }
        #expect(references[1].isSuperset(of: others), "pages of tabd")
    }
}
