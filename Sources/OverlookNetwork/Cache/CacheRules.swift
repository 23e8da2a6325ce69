/// How long an answer may be used, from what its head says (RFC 9111). Pure: no clock, no disk.
///
/// What a server does not say is decided here:
/// - an answer without lifetime: a tenth of the time since it was last changed (RFC 9111, 4.2.2), or else an hour;
/// - "there is nothing here" (204, 404, 410) is believed for ten minutes, and never longer than a day;
/// - in an error of the network or the server an old answer is shown, for up to 30 days beyond its lifetime, unless the server
///   forbids it.
package struct CacheRules: Equatable, Sendable {
  /// No lifetime and no other period is longer.
  package static let longestSeconds = 30.0 * 86_400
  package static let defaultLifetimeSeconds = 3600.0
  package static let absenceSeconds = 600.0
  package static let longestAbsenceSeconds = 86_400.0

  /// What to do with an answer that is at hand.
  package enum Use: Equatable, Sendable {
    /// Good as it is.
    case fresh
    /// To be used at once, and the server to be asked meanwhile.
    case refreshBehind
    /// The server must be asked first.
    case check
  }

  /// Whether the answer may be kept at all.
  package let mayKeep: Bool
  package let lifetimeSeconds: Double
  /// Whether the server must be asked at every use.
  package let isCheckedAlways: Bool
  /// Whether the server wants an old answer to be used by nobody.
  package let forbidsStale: Bool
  /// Whether not even a person who reloads needs to ask within the lifetime (RFC 8246).
  package let isImmutable: Bool
  package let staleWhileRevalidateSeconds: Double
  package let staleIfErrorSeconds: Double
  /// How old the answer was when it came.
  let initialAgeSeconds: Double
  let receivedAt: Double

  /// - Parameters:
  ///   - receivedAt: Seconds since 1970 at which the answer, or what confirmed it, came.
  package init(status: Int, head: HTTPHead, receivedAt: Double) {
    let directives = CacheDirectives(head.cacheControl)
    let isAbsence = Self.isAbsence(status)
    mayKeep = (status == 200 || status == 203 || isAbsence) && !directives.noStore && !head.variesWithoutEnd
    isCheckedAlways = directives.noCache
    forbidsStale = directives.noCache || directives.mustRevalidate
    isImmutable = directives.isImmutable
    staleWhileRevalidateSeconds = Self.clamped(directives.staleWhileRevalidate) ?? 0
    staleIfErrorSeconds = Self.clamped(directives.staleIfError) ?? Self.longestSeconds
    self.receivedAt = receivedAt

    let date = head.date.flatMap(HTTPDate.seconds)
    // RFC 9111, 4.2.3; the way here takes a second or two, which is not worth counting.
    let apparentAge = date.map { receivedAt - $0 } ?? 0
    initialAgeSeconds = Self.clamped(max(apparentAge, head.ageSeconds ?? 0))
    let lifetime = Self.lifetime(head, directives, date: date ?? receivedAt)
    lifetimeSeconds =
      isAbsence ? min(lifetime ?? Self.absenceSeconds, Self.longestAbsenceSeconds) : lifetime ?? Self.defaultLifetimeSeconds
  }

  /// Whether the status means that there is nothing, which is worth remembering for a while.
  package static func isAbsence(_ status: Int) -> Bool {
    status == 204 || status == 404 || status == 410
  }

  /// What to do at `now`. `validAfter`: a person wants nothing that no server has confirmed since.
  package func use(now: Double, validAfter: Double = -.infinity) -> Use {
    let age = age(now: now)
    // From a clock that was set back since: nobody knows how old it is.
    let isFromTheFuture = receivedAt > now + 86_400
    let isFresh = age < lifetimeSeconds && !isCheckedAlways && !isFromTheFuture
    if receivedAt < validAfter { return isFresh && isImmutable ? .fresh : .check }
    if isFresh { return .fresh }
    guard !forbidsStale, !isFromTheFuture, age < lifetimeSeconds + staleWhileRevalidateSeconds else { return .check }
    return .refreshBehind
  }

  /// Whether the answer may be used at `now` in place of an error.
  package func standsInForError(now: Double) -> Bool {
    !forbidsStale && age(now: now) < lifetimeSeconds + staleIfErrorSeconds
  }

  private func age(now: Double) -> Double {
    initialAgeSeconds + max(now - receivedAt, 0)
  }

  /// RFC 9111, 4.2.1 and 4.2.2; nil when nothing is said.
  private static func lifetime(_ head: HTTPHead, _ directives: CacheDirectives, date: Double) -> Double? {
    if let maximumAge = directives.maximumAge { return clamped(maximumAge) ?? 0 }
    // Anything that is no date means "gone already" (RFC 9111, 5.3).
    if let expires = head.expires { return clamped((HTTPDate.seconds(expires) ?? -.infinity) - date) }
    guard let changed = head.lastModified.flatMap(HTTPDate.seconds), changed < date else { return nil }
    return clamped((date - changed) / 10)
  }

  private static func clamped(_ seconds: Double) -> Double {
    seconds > 0 ? min(seconds, longestSeconds) : 0
  }

  /// What means nothing is no time at all.
  private static func clamped(_ seconds: CacheDirectives.Seconds?) -> Double? {
    switch seconds {
    case nil: nil
    case .number(let number): clamped(number)
    case .junk: 0
    }
  }
}
