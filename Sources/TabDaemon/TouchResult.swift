/// What took a touch, in the contract's words.
enum TouchResult: String {
    case content, passthrough, popover, dismissed, refused, none
}
