/// The release of the compiler that built this program. Plugins in Swift must have the same one.
package enum SwiftRelease {
    #if swift(>=6.5)
        #error("add the release of this compiler")
    #elseif swift(>=6.4)
        package static let current = "6.4"
    #elseif swift(>=6.3)
        package static let current = "6.3"
    #else
        package static let current = "6.2"
    #endif
}
