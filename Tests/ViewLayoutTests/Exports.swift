// The tested module, visible in all files of these tests.
@_exported public import ViewLayout
