/// Who may read a file that is written anew.
package enum FileMode: UInt32, Sendable {
  /// As the person's umask says.
  case usual = 0o644
  /// Nobody but the person.
  case personal = 0o600
}
