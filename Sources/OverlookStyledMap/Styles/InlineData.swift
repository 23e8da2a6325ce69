import OverlookFormats

/// Compares data that lie in styles, in a time that no window notices.
enum InlineData {
  /// Of some milliseconds.
  static let valueLimit = 200_000

  /// Whether two values are the same. Arrays in the same memory are not looked into, so that copies cost next to nothing; of
  /// others, those with more values than the limit count as different: reading them anew is done on a worker.
  static func isSame(_ a: JSONValue, _ b: JSONValue, limit: Int = valueLimit) -> Bool {
    var pairs = [(a, b)]
    var count = 0
    while let (a, b) = pairs.popLast() {
      count += 1
      switch (a, b) {
      case (.array(let a), .array(let b)):
        guard a.count == b.count else { return false }
        if a.span.isIdentical(to: b.span) { continue }
        guard count + pairs.count + a.count <= limit else { return false }
        pairs += zip(a, b)
      case (.object(let a), .object(let b)):
        guard a.keys == b.keys, count + pairs.count + a.count <= limit else { return false }
        for key in a.keys {
          if let a = a[key], let b = b[key] { pairs.append((a, b)) }
        }
      default:
        guard a == b else { return false }
      }
    }
    return true
  }
}
