/// Reads decimal numbers to the nearest Double, whatever the locale: digits, a point, an exponent.
enum NumberScanner {
  struct Result {
    var value: Double
    /// The value where it was written without point and exponent and fits; 0 otherwise.
    var integer: Int64
    var isInteger: Bool
  }

  /// The number at `position`, which is moved behind it; nil, and nothing moved, when there is none or it is beyond what a Double
  /// holds. A sign may stand before it.
  @inline(__always)
  static func scan(
    _ position: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, point: UInt8 = 0x2E
  ) -> Result? {
    // Invariant: start <= p <= end, and bytes are read only before `end`.
    let start = position
    var p = start
    var isNegative = false
    if p < end, p.pointee == 0x2D || p.pointee == 0x2B {
      isNegative = p.pointee == 0x2D
      p += 1
    }
    var digits: UInt64 = 0
    var count = scanDigits(&p, end, &digits)
    var power = 0
    var isInteger = true
    if p < end, p.pointee == point {
      p += 1
      power = -scanDigits(&p, end, &digits)
      count -= power
      isInteger = false
    }
    guard count > 0 else { return nil }
    if p < end, p.pointee | 0x20 == 0x65 {
      let (exponent, next) = scanExponent(p, end)
      if next > p { (power, p, isInteger) = (power + exponent, next, false) }
    }
    guard let magnitude = count <= 19 ? value(digits, power) ?? slow(start, p, point) : slow(start, p, point) else {
      return nil
    }
    position = p
    let signed = isNegative ? -abs(magnitude) : abs(magnitude)
    guard isInteger, count <= 18 else { return Result(value: signed, integer: 0, isInteger: false) }
    let whole = Int64(truncatingIfNeeded: digits)
    return Result(value: signed, integer: isNegative ? -whole : whole, isInteger: true)
  }

  /// How many digits stand at `p`, which is moved behind them. More than 19 in all run over, and are read in another way.
  @inline(__always)
  private static func scanDigits(
    _ p: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ digits: inout UInt64
  ) -> Int {
    let first = p
    while p < end {
      let digit = p.pointee &- 0x30
      if digit > 9 { break }
      digits = digits &* 10 &+ UInt64(digit)
      p += 1
    }
    return p - first
  }

  /// A number alone in `text`, with white space around it; nil for anything else.
  static func number(_ text: UnsafeBufferPointer<UInt8>, point: UInt8 = 0x2E) -> Result? {
    guard var p = text.baseAddress else { return nil }
    var end = p + text.count
    while p < end, p.pointee <= 0x20 { p += 1 }
    while p < end, (end - 1).pointee <= 0x20 { end -= 1 }
    guard let result = scan(&p, end, point: point), p == end else { return nil }
    return result
  }

  static func value(of text: [UInt8]) -> Double? {
    text.withUnsafeBufferPointer { number($0)?.value }
  }

  private static func scanExponent(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> (exponent: Int, next: UnsafePointer<UInt8>) {
    var p = start + 1
    var isNegative = false
    if p < end, p.pointee == 0x2D || p.pointee == 0x2B {
      isNegative = p.pointee == 0x2D
      p += 1
    }
    let first = p
    var exponent = 0
    while p < end, p.pointee &- 0x30 <= 9 {
      exponent = min(exponent * 10 + Int(p.pointee - 0x30), 100_000)
      p += 1
    }
    return p == first ? (0, start) : (isNegative ? -exponent : exponent, p)
  }

  /// `digits` times a power of ten; nil where that takes more than is done here.
  @inline(__always)
  static func value(_ digits: UInt64, _ power: Int) -> Double? {
    // Where the digits fit 53 bits and the power is a Double, one rounding gives the nearest (Clinger, 1990).
    if digits < 1 << 53, power <= 0, power >= -22 { return Double(digits) / exactPowers[-power] }
    if digits < 1 << 53, power > 0, power <= 22 { return Double(digits) * exactPowers[power] }
    if digits == 0 { return 0 }
    guard power < 0, power >= -powerCount else { return nil }
    return product(digits, power)
  }

  /// By the upper 64 bits of the power's reciprocal, where the product says beyond doubt which Double is nearest (Lemire, Number
  /// Parsing at a Gigabyte per Second, 2021).
  private static func product(_ digits: UInt64, _ power: Int) -> Double? {
    let shift = digits.leadingZeroBitCount
    let (mantissa, exponent) = reciprocals[-power - 1]
    let (high, _) = (digits << UInt64(shift)).multipliedFullWidth(by: mantissa)
    // The lowest bits are uncertain by two: near the border between two Doubles another way is taken.
    let isNormal = high >> 63 == 1
    let dropped: UInt64 = isNormal ? 11 : 10
    let rest = high & ((1 << dropped) - 1)
    let half = UInt64(1) << (dropped - 1)
    guard rest > 4, rest < (1 << dropped) - 4, rest < half - 4 || rest > half + 4 else { return nil }
    let rounded = (high >> dropped) + (rest > half ? 1 : 0)
    // high * 2^64 stands for digits * 2^shift * mantissa, and mantissa for 10^power * 2^exponent.
    // The exponent lies between -130 and 64, so that its power of two is a normal Double.
    let scale = 64 - shift - exponent + Int(dropped)
    return Double(rounded) * Double(bitPattern: UInt64(scale + 1023) << 52)
  }

  private static let exactPowers: [Double] = (0...22).map { exponent in (0..<exponent).reduce(1.0) { value, _ in value * 10 } }
  private static let powerCount = 27

  /// For 10^-1 to 10^-27: the upper 64 bits of the number, rounded down, and by which power of two they are too large.
  private static let reciprocals: [(mantissa: UInt64, exponent: Int)] = (1...powerCount).map { count in
    let five = (0..<count).reduce(UInt64(1)) { value, _ in value * 5 }
    let quotient = (UInt128(1) << 127) / UInt128(five)
    let drop = 64 - quotient.leadingZeroBitCount
    // 10^-count = 5^-count * 2^-count, and the quotient is 5^-count * 2^127.
    return (UInt64(truncatingIfNeeded: quotient >> UInt128(drop)), 127 + count - drop)
  }

  /// Any number, by the way of the standard library.
  private static func slow(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ point: UInt8) -> Double? {
    guard end - start <= 1 << 16 else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: end - start).map { $0 == point ? 0x2E : $0 }
    var text = String(decoding: bytes, as: UTF8.self)
    // "5." and ".5" are numbers of people.
    if text.hasSuffix(".") { text += "0" }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
