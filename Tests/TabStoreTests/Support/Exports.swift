// The module that these tests test, for all their files.
@_exported public import TabStore
