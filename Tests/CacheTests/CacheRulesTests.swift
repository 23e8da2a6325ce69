import OverlookNetwork
import Testing

/// Dates of the tests: RFC 9110's own example, 6 November 1994, 08:49:37 UTC, is 784111777 (`date -u -d "1994-11-06 08:49:37"
/// +%s`).
private let now = 784_111_777.0
private let nowText = "Sun, 06 Nov 1994 08:49:37 GMT"

@Suite struct CacheRulesTests {
  private func rules(
    _ control: String? = nil, expires: String? = nil, date: String? = nowText, age: Double? = nil, modified: String? = nil,
    status: Int = 200
  ) -> CacheRules {
    var head = HTTPHead()
    head.cacheControl = control
    head.expires = expires
    head.date = date
    head.ageSeconds = age
    head.lastModified = modified
    return CacheRules(status: status, head: head, receivedAt: now)
  }

  /// RFC 9111, 4.2.1: max-age, then Expires less Date, then a guess.
  @Test(
    arguments: [
      ("max-age=3600", nil, 3600.0),
      ("max-age=60", "Mon, 07 Nov 1994 08:49:37 GMT", 60),
      (nil, "Mon, 07 Nov 1994 08:49:37 GMT", 86_400),
      (nil, "Sun, 06 Nov 1994 08:49:36 GMT", 0),
      (nil, "0", 0),
      (nil, "tomorrow", 0),
      ("public", "Sun, 06 Nov 1994 09:49:37 GMT", 3600),
      ("s-maxage=9", nil, 3600),
      ("private, max-age=7", nil, 7),
      ("MAX-AGE = 8", nil, 8),
      ("max-age=\"9\"", nil, 9),
      ("max-age=1, max-age=9", nil, 1),
      ("foo=\"a, max-age=5\", max-age=6", nil, 6),
    ] as [(String?, String?, Double)]) func lifetimeComesFromWhatIsSaid(control: String?, expires: String?, seconds: Double)
  {
    #expect(rules(control, expires: expires).lifetimeSeconds == seconds)
  }

  /// RFC 9111, 4.2.1: what is not valid counts as stale; 1.2.2: too many digits mean "very long".
  @Test(arguments: [
    ("max-age", 0.0), ("max-age=", 0), ("max-age=x", 0), ("max-age=-5", 0), ("max-age=1.5", 0), ("max-age=0x10", 0),
    ("max-age=99999999999999999999999999", 2_592_000), ("max-age=4294967296", 2_592_000), ("max-age=31536000", 2_592_000),
    (",,, ;;; =, \"", 3600), ("max-age=5\u{0}", 0),
  ]) func junkHasNoLifetimeAndNoneIsLongerThan30Days(control: String, seconds: Double) {
    #expect(rules(control).lifetimeSeconds == seconds)
  }

  @Test func datesIn2100AreClamped() {
    #expect(rules(expires: "Fri, 01 Jan 2100 00:00:00 GMT").lifetimeSeconds == CacheRules.longestSeconds)
    // A server whose clock runs ahead by a century: its own two dates agree.
    let ahead = rules(expires: "Fri, 01 Jan 2100 01:00:00 GMT", date: "Fri, 01 Jan 2100 00:00:00 GMT")
    #expect(ahead.lifetimeSeconds == 3600)
    #expect(ahead.use(now: now + 3599) == .fresh)
    #expect(ahead.use(now: now + 3601) == .check)
    #expect(rules(modified: "Fri, 01 Jan 2100 00:00:00 GMT").lifetimeSeconds == CacheRules.defaultLifetimeSeconds)
  }

  /// RFC 9111, 4.2.2: a tenth of the time since the last change.
  @Test func aTenthOfTheTimeSinceTheLastChangeIsTheGuess() {
    #expect(rules(modified: "Sun, 06 Nov 1994 06:02:57 GMT").lifetimeSeconds == 1000)
    #expect(rules(modified: "Sun, 06 Nov 1904 06:02:57 GMT").lifetimeSeconds == CacheRules.longestSeconds)
    #expect(rules().lifetimeSeconds == CacheRules.defaultLifetimeSeconds)
    #expect(rules(date: nil, modified: "Sun, 06 Nov 1994 06:02:57 GMT").lifetimeSeconds == 1000)
  }

  /// RFC 9111, 4.2.3: the larger of what `Age` says and what `Date` shows, and the time since.
  @Test func ageCountsFromWhereTheAnswerWasMade() {
    #expect(rules("max-age=100", age: 60).use(now: now + 39) == .fresh)
    #expect(rules("max-age=100", age: 60).use(now: now + 41) == .check)
    let minuteOld = rules("max-age=100", date: "Sun, 06 Nov 1994 08:48:37 GMT", age: 10)
    #expect(minuteOld.use(now: now + 39) == .fresh)
    #expect(minuteOld.use(now: now + 41) == .check)
    #expect(rules("max-age=100", age: 1e300).use(now: now) == .check)
    #expect(rules("max-age=100", age: .nan).use(now: now + 99) == .fresh)
  }

  @Test func aClockThatWasSetBackMakesNothingFreshForLong() {
    let rules = rules("max-age=100")
    #expect(rules.use(now: now - 3600) == .fresh)
    #expect(rules.use(now: now - 864_000) == .check)
  }

  /// RFC 9111, 5.2.2.
  @Test func whatMayNotBeKeptOrUsedUnaskedIsNot() {
    #expect(!rules("no-store, max-age=100").mayKeep)
    #expect(rules("no-cache, max-age=100").mayKeep)
    #expect(rules("no-cache, max-age=100").use(now: now) == .check)
    #expect(rules("no-cache=\"set-cookie, x\", max-age=100").use(now: now) == .check)
    #expect(!rules("no-cache").standsInForError(now: now))
    #expect(rules("max-age=10").standsInForError(now: now + 1e6))
    #expect(!rules("max-age=10").standsInForError(now: now + 2.7e6))
    #expect(!rules("max-age=10, must-revalidate").standsInForError(now: now + 11))
    for status in [200, 203, 204, 404, 410] { #expect(rules(status: status).mayKeep, "\(status)") }
    for status in [206, 301, 304, 400, 401, 403, 429, 500, 503] {
      #expect(!rules("max-age=9", status: status).mayKeep, "\(status)")
    }
  }

  /// RFC 5861: 600 seconds fresh, 30 more to be used while it is asked for, 1200 more in errors.
  @Test func staleAnswersServeForAWhile() {
    let rules = rules("max-age=600, stale-while-revalidate=30, stale-if-error=1200")
    #expect(rules.use(now: now + 599) == .fresh)
    #expect(rules.use(now: now + 629) == .refreshBehind)
    #expect(rules.use(now: now + 631) == .check)
    #expect(rules.standsInForError(now: now + 1799))
    #expect(!rules.standsInForError(now: now + 1801))
    let strict = self.rules("max-age=600, stale-while-revalidate=30, must-revalidate")
    #expect(strict.use(now: now + 601) == .check)
  }

  /// RFC 8246, 2: within its lifetime an immutable answer need not be asked for even by a reload.
  @Test func aReloadAsksAboutAllThatMayHaveChanged() {
    #expect(rules("max-age=600").use(now: now + 1, validAfter: now + 0.5) == .check)
    #expect(rules("max-age=600").use(now: now + 1, validAfter: now - 0.5) == .fresh)
    #expect(rules("max-age=600, immutable").use(now: now + 1, validAfter: now + 0.5) == .fresh)
    #expect(rules("max-age=600, immutable").use(now: now + 601, validAfter: now + 0.5) == .check)
    #expect(rules("max-age=1, stale-while-revalidate=99").use(now: now + 2, validAfter: now + 0.5) == .check)
  }

  @Test func absenceIsBelievedBriefly() {
    #expect(rules(status: 404).lifetimeSeconds == CacheRules.absenceSeconds)
    #expect(rules("max-age=60", status: 404).lifetimeSeconds == 60)
    #expect(rules("max-age=31536000", status: 410).lifetimeSeconds == CacheRules.longestAbsenceSeconds)
  }

  /// RFC 9111, 4.3.4.
  @Test func aConfirmationBringsItsOwnTimes() {
    var old = HTTPHead()
    old.entityTag = "\"a\""
    old.contentType = "image/png"
    old.cacheControl = "max-age=60"
    old.ageSeconds = 50
    var said = HTTPHead()
    said.date = nowText
    let renewed = old.renewed(by: said)
    #expect(renewed.entityTag == "\"a\"" && renewed.contentType == "image/png" && renewed.cacheControl == "max-age=60")
    #expect(renewed.date == nowText && renewed.ageSeconds == nil)
    said.cacheControl = "max-age=5"
    #expect(old.renewed(by: said).cacheControl == "max-age=5")
  }
}

@Suite struct HTTPDateTests {
  /// RFC 9110, 5.6.7: the three forms of its example.
  @Test(arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
  func readsAllFormsOfHTTP(text: String) {
    #expect(HTTPDate.seconds(text) == now)
  }

  /// Expected values of `date -u -d "..." +%s`.
  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
    ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800), ("Fri, 01 Jan 2100 00:00:00 GMT", 4_102_444_800),
    ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
  ]) func countsDaysAsTheCalendarDoes(text: String, seconds: Double) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "0", "-1", "now", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT and more",
  ]) func refusesWhatIsNoDate(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }
}
