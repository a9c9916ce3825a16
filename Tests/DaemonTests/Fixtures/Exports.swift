// Scenarios and oracles use the types of the model.
@_exported public import TabModel
