// Most of these tests use the mirror of a controller, and cells, styles and keys.
@_exported public import TabFrontEnd
@_exported public import TabMirror
@_exported public import TerminalUI
