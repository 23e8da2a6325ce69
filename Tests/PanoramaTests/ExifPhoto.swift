import Foundation

/// The segment APP1 of Exif with a place, a time by the satellites and a direction, as cameras write it.
struct ExifPhoto {
  var latitude = 60.17
  var longitude = 24.94
  var direction: Double?
  /// Of 2026-05-01.
  var secondsOfDay = 36_000
  /// What all numbers are divided by; 0 is a fault that cameras without a fix have.
  var divisor: UInt32 = 10_000

  var segment: [UInt8] {
    func long(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    func rational(_ value: Double) -> [UInt8] { long(UInt32(abs(value) * 10_000)) + long(divisor) }
    /// Degrees alone, minutes and seconds 0.
    func degrees(_ value: Double) -> [UInt8] {
      long(UInt32((abs(value) * 1e7).rounded())) + long(divisor == 0 ? 0 : 10_000_000) + long(0) + long(1) + long(0) + long(1)
    }
    let clock = [secondsOfDay / 3600, secondsOfDay / 60 % 60, secondsOfDay % 60].flatMap { long(UInt32($0)) + long(1) }
    var entries: [(tag: Int, kind: Int, count: Int, value: [UInt8])] = [
      (1, 2, 2, Array((latitude < 0 ? "S\0" : "N\0").utf8)), (2, 5, 3, degrees(latitude)),
      (3, 2, 2, Array((longitude < 0 ? "W\0" : "E\0").utf8)), (4, 5, 3, degrees(longitude)), (7, 5, 3, clock),
    ]
    if let direction { entries.append((0x11, 5, 1, rational(direction))) }
    entries.append((0x1D, 2, 11, Array("2026:05:01\0".utf8)))
    // The main directory has the pointer to that of the place alone, which begins at 26.
    let head = Array("MM".utf8) + short(42) + long(8) + short(1) + short(0x8825) + short(4) + long(1) + long(26) + long(0)
    var (directory, values) = (short(entries.count), [UInt8]())
    let start = 26 + 2 + 12 * entries.count + 4
    for entry in entries {
      directory += short(entry.tag) + short(entry.kind) + long(UInt32(entry.count))
      if entry.value.count <= 4 {
        directory += entry.value + Array(repeating: 0, count: 4 - entry.value.count)
      } else {
        directory += long(UInt32(start + values.count))
        values += entry.value
      }
    }
    return Pictures.segment(Array("Exif\0\0".utf8) + head + directory + long(0) + values)
  }
}
