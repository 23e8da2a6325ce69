/// Reads what a receiver or a daemon says, line by line. A value: it opens nothing and knows no clock.
package protocol FixDecoder: Sendable {
  /// Bytes that a line may have; longer ones are passed over.
  static var lineLimit: Int { get }
  /// What is sent when a connection is there; empty for nothing.
  var greeting: [UInt8] { get }
  /// What is sent when nothing has come for a while, to see whether anybody is there; empty for nothing.
  var question: [UInt8] { get }
  /// What a line says. `now`: seconds since 1970 by this machine's clock, for what has no date.
  mutating func take(_ line: [UInt8], now: Double) -> [LocationUpdate]
  /// What is known and was not told yet, because more might have come; called when there was nothing to read for a moment.
  mutating func flush(now: Double) -> LocationFix?
}
