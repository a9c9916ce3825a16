// The mirror of the controllers that screens show, and cells, styles and keys, which most of these tests use.
@_exported public import TabMirror
@_exported public import TerminalUI
