/// The release of the library.
package enum Version {
  /// Major, minor and patch, as in the User-Agent that servers see.
  package static let string = "0.1.0"
}
