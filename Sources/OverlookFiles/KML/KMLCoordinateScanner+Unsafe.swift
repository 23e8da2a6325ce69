/// Reads lists of positions of KML.
enum KMLCoordinateScanner {
  /// Hands each position to `body`, and returns how many were none: no pair of numbers, or no degrees. White space may stand behind a
  /// comma, which some programs write.
  static func scan(_ text: [UInt8], _ body: (_ longitude: Double, _ latitude: Double, _ height: Double?) -> Void) -> Int {
    text.withUnsafeBufferPointer { bytes in
      // Invariant: p <= end, and bytes are read only before `end`.
      guard var p = bytes.baseAddress else { return 0 }
      let end = p + bytes.count
      var faults = 0
      while true {
        while p < end, p.pointee <= 0x20 || p.pointee == 0x2C { p += 1 }
        guard p < end else { return faults }
        var numbers = (Double.nan, Double.nan, Double.nan)
        var count = 0
        var isGood = true
        while isGood {
          guard let number = NumberScanner.scan(&p, end)?.value else {
            isGood = false
            break
          }
          if count == 0 { numbers.0 = number } else if count == 1 { numbers.1 = number } else if count == 2 { numbers.2 = number }
          count += 1
          var next = p
          while next < end, next.pointee <= 0x20 { next += 1 }
          guard next < end, next.pointee == 0x2C else { break }
          p = next + 1
          while p < end, p.pointee <= 0x20 { p += 1 }
          guard p < end else { break }
        }
        if isGood, p < end, p.pointee > 0x20 { isGood = false }
        if isGood, count >= 2, abs(numbers.0) <= 540, abs(numbers.1) <= 90 {
          body(numbers.0, numbers.1, count > 2 ? numbers.2 : nil)
        } else {
          faults += 1
          while p < end, p.pointee > 0x20 { p += 1 }
        }
      }
    }
  }
}
