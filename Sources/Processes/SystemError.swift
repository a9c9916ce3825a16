internal import Glibc

/// An error number of the system.
package struct SystemError: Error, CustomStringConvertible {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package var description: String { String(cString: strerror(number)) }
}
