import OverlookSupport

/// Which attempts to find out what a source is are under way.
///
/// Two at most: the older one is let finish, so that data that change faster than they are read are shown at all, and the newer
/// one does not wait for it, since a server may never answer. A cancelled ticket does not keep an answer back that is being made
/// already, and workers answer in any order: an answer counts while its opening is under way, and ends all that began before it.
struct SourceOpenings {
  /// How many there have been.
  private(set) var begun = 0
  /// The older one first.
  private var running: [(number: Int, ticket: WorkTicket)] = []

  var isEmpty: Bool { running.isEmpty }
  var isFull: Bool { running.count == 2 }

  mutating func begin() -> (number: Int, ticket: WorkTicket) {
    begun += 1
    let opening = (begun, WorkTicket())
    running.append(opening)
    return opening
  }

  /// Takes an answer; false when nobody waits for it any more.
  mutating func end(_ number: Int) -> Bool {
    guard let index = running.firstIndex(where: { $0.number == number }) else { return false }
    for older in running[..<index] { older.ticket.cancel() }
    running.removeSubrange(...index)
    return true
  }

  mutating func cancel() {
    for opening in running { opening.ticket.cancel() }
    running = []
  }
}
