import GRDB

/// Looks answers up, on the thread for reading.
struct CacheReader: Sendable {
  let inbox: CacheInbox
  let shelf: CacheShelf
  let clock: CacheClock

  func find(_ key: CacheKey) -> CachedAnswer? {
    let answer = inbox.unwritten(key) ?? read(key)
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
