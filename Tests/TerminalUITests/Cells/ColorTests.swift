internal import Testing

@testable import TerminalUI

@Suite struct ColorTests {
    @Test(
        arguments: [
            ([:], .none), (["TERM": ""], .none), (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
            (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
            (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed),
            (["TERM": "xterm"], .palette), (["TERM": "linux"], .palette), (["TERM": "tmux-256color"], .indexed),
            (["TERM": "xterm-direct"], .trueColor), (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
            (["TERM": "xterm", "COLORTERM": "yes"], .palette),
        ] as [([String: String], ColorDepth)])
    func `the environment determines the number of colours`(environment: [String: String], depth: ColorDepth) {
        #expect(ColorDepth(environment: environment) == depth)
    }

    @Test(
        arguments: [
            (.none, "\u{1B}[0;1m"), (.palette, "\u{1B}[0;1;31;47m"), (.indexed, "\u{1B}[0;1;38;5;160;48;5;255m"),
            (.trueColor, "\u{1B}[0;1;38;2;200;10;0;48;2;238;238;239m"),
        ] as [(ColorDepth, String)])
    func `a colour is sent as the nearest colour of the terminal`(depth: ColorDepth, sequence: String) {
        #expect(Style(.bold, foreground: .rgb(200, 10, 0), background: .rgb(238, 238, 239)).sequence(depth) == sequence)
    }

    @Test func `theme colours are sent by their numbers at any depth`() {
        let style = Style([.dim, .underline, .reverse], foreground: .palette(4), background: .palette(9))
        for depth in [ColorDepth.palette, .indexed, .trueColor] {
            #expect(style.sequence(depth) == "\u{1B}[0;2;4;7;34;101m")
        }
        #expect(style.sequence(.none) == "\u{1B}[0;2;4;7m")
        #expect(Style(foreground: .palette(15)).sequence(.palette) == "\u{1B}[0;97m")
    }

    @Test(
        arguments: [
            (.rgb(0, 0, 0), 16), (.rgb(255, 255, 255), 231), (.rgb(95, 135, 175), 67), (.rgb(8, 8, 8), 232),
            (.rgb(128, 128, 128), 244), (.rgb(248, 248, 248), 231), (.rgb(238, 238, 238), 255),
        ] as [(Color, UInt8)])
    func `the nearest of 256 colours is in the cube or the ramp`(color: Color, index: UInt8) {
        #expect(color.limited(to: .indexed) == .palette(index))
    }

    @Test func `each of the 256 colours has a nearest one of the 16`() {
        for index in UInt8(0)...255 {
            let near = Color.palette(index).limited(to: .palette)
            guard case .palette(let own)? = near else {
                Issue.record("\(index) has none")
                continue
            }
            #expect(own < 16)
            if index < 16 { #expect(own == index) }
        }
        #expect(Color.palette(196).limited(to: .palette) == .palette(9))
        #expect(Color.palette(16).limited(to: .palette) == .palette(0))
        #expect(Color.palette(244).limited(to: .palette) == .palette(8))
    }
}
