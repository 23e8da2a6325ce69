/// Why something could not be loaded from a server, a file or an archive: from the answer of HTTP to the sentence for people.
package struct LoadFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line that names the host or the file and the cause, without secrets, and without the single address, so that all faults
  /// of one kind read the same.
  package var message: String
  /// Whether it may be over after a while, with nobody doing anything.
  package var isPassing: Bool
  /// Seconds that the server asks to wait; until then nothing of its source is asked for.
  package var afterSeconds: Double?
  /// Whether a second one in a row makes a third likely: nobody is there, or what comes is not what was asked for.
  package var isLikelyToStay: Bool
  /// Whether nothing of the source can be had, not this single thing alone: a wrong key, a certificate, a file that is gone.
  package var concernsSource: Bool

  /// A fault that may be over after a while.
  package static func passing(_ message: String, afterSeconds: Double? = nil, isLikelyToStay: Bool = false) -> LoadFault {
    LoadFault(
      message: message, isPassing: true, afterSeconds: afterSeconds, isLikelyToStay: isLikelyToStay, concernsSource: false)
  }

  /// A fault that stays until somebody does something about it.
  package static func refusal(_ message: String, concernsSource: Bool = false) -> LoadFault {
    LoadFault(message: message, isPassing: false, afterSeconds: nil, isLikelyToStay: true, concernsSource: concernsSource)
  }

  /// The network may not be used; everything is asked for again when it may.
  package static func offline(_ host: String) -> LoadFault { .refusal("\(host) is not asked while offline") }

  /// What came makes no sense. `mayMend`: whether a server may have better the next time; a file that is read again gives the same.
  package static func unreadable(_ message: String, mayMend: Bool) -> LoadFault {
    mayMend ? .passing(message, isLikelyToStay: true) : .refusal(message)
  }

  package var description: String { message }
}
