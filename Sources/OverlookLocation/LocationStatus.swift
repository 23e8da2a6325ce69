/// How a provider of fixes fares.
public enum LocationStatus: Hashable, Sendable {
  /// It was not started, or it was stopped.
  case stopped
  /// It waits for a first fix.
  case searching
  /// The last fix is fresh.
  case fixed
  /// There were fixes, and for a while there have been none.
  case lost
  /// There can be none at the moment: a sentence that names what was asked and the cause. A provider that may come back tries again.
  case failed(String)
  /// What was played is over.
  case ended
}

/// What a provider of fixes tells.
public enum LocationUpdate: Hashable, Sendable {
  /// Where the traveller was.
  case fix(LocationFix)
  /// That the provider fares otherwise than before.
  case status(LocationStatus)
}
