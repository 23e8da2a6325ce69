import GRDB

/// Looks answers up, on the thread for reading.
struct CacheReader: Sendable {
  let inbox: CacheInbox
  let shelf: CacheShelf
  let clock: CacheClock

  func find(_ key: CacheKey) -> CachedAnswer? {
    // What is read while a source is cleared may be from before that; then it is read again.
    var answer: CachedAnswer?
    var clears: Int
    repeat {
      clears = inbox.finishedClears
      answer = inbox.unwritten(key) ?? read(key)
    } while answer != nil && inbox.finishedClears != clears
    shelf.count(isHit: answer != nil)
    return answer
  }

  private func read(_ key: CacheKey) -> CachedAnswer? {
    guard let connection = shelf.connection() else { return nil }
    do {
      switch try connection.unsafeRead({ try CacheDatabase.find(key, $0) }) {
      case .nothing: return nil
      case .damaged:
        inbox.remove(key)
        return nil
      case .answer(let answer, let used):
        if inbox.isClearing(answer.source) { return nil }
        noteUse(key, used: used)
        return answer
      }
    } catch {
      if let reason = CacheDatabase.damage(error) { inbox.rebuild(reason: reason) }
      return nil
    }
  }

  /// Which answers were used longest ago need not be known to the minute, and each note is a write.
  private func noteUse(_ key: CacheKey, used: Int) {
    guard let now = Int(exactly: clock.now().rounded()), abs(now - used) > 600 else { return }
    inbox.noteUse(key, at: now)
  }
}
