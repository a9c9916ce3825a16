// The types of the model, in whose terms scenarios and oracles are written.
@_exported public import TabModel
