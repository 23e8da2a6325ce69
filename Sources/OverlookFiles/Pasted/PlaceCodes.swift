import Glibc

/// Places in the short links of OpenStreetMap and of Organic Maps: the bits of both axes in turn, six in a letter.
enum PlaceCodes {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  private static func values(_ text: some StringProtocol, last: [[UInt8]]) -> [UInt64]? {
    var values: [UInt64] = []
    for byte in text.utf8 {
      if let value = letters.firstIndex(of: byte) {
        values.append(UInt64(value))
      } else if let value = last.firstIndex(where: { $0.contains(byte) }) {
        values.append(62 + UInt64(value))
      } else {
        return nil
      }
    }
    return values
  }

  /// "0EEQjE--" of osm.org/go: the longitude's bit first, of 32; the zoom by the number of letters, and one or two less by dashes
  /// (wiki.openstreetmap.org/wiki/Shortlink).
  static func openStreetMap(_ text: String) -> MapPlace? {
    let code = text.prefix { $0 != "-" && $0 != "?" && $0 != "&" }
    let dashes = text.dropFirst(code.count).prefix { $0 == "-" }.count
    guard (1...10).contains(code.count), dashes <= 2,
      let values = values(code, last: [Array("_".utf8), Array("~@".utf8)])
    else { return nil }
    let (x, y) = axes(values, bits: 32)
    let turns = Double(UInt64(1) << 32)
    // As many dashes as are missing to a whole letter of three levels.
    let zoom = 3 * code.count - 8 - (dashes == 0 ? 0 : 3 - dashes)
    return MapPlace(latitude: Double(y) * 180 / turns - 90, longitude: Double(x) * 360 / turns - 180, zoom: Double(zoom))
  }

  /// "8wAAAAAAAA" of ge0:// and omaps.app: a letter for the zoom in quarters from 4 on, then the latitude's bit first, of 30.
  static func organicMaps(_ text: String) -> MapPlace? {
    guard (2...11).contains(text.utf8.count), let values = values(text, last: [Array("-".utf8), Array("_".utf8)]),
      let first = values.first
    else { return nil }
    let coded = values.dropFirst()
    var (y, x) = axes(Array(coded), bits: 30)
    // What was cut off lies in the middle.
    if coded.count < 10 {
      let half = UInt64(1) << UInt64(3 * (10 - coded.count) - 1)
      (y, x) = (y + half, x + half)
    }
    let turns = Double(UInt64(1) << 30)
    return MapPlace(
      latitude: min(Double(y) * 180 / (turns - 1) - 90, 90), longitude: Double(x) * 360 / turns - 180,
      zoom: Double(first) / 4 + 4)
  }

  /// The bits that stand first, third, fifth in each letter, and the others; both `bits` long.
  private static func axes(_ values: [UInt64], bits: Int) -> (UInt64, UInt64) {
    var (first, second): (UInt64, UInt64) = (0, 0)
    for value in values {
      for shift in stride(from: UInt64(5), through: 1, by: -2) {
        first = first << 1 | value >> shift & 1
        second = second << 1 | value >> (shift - 1) & 1
      }
    }
    let rest = UInt64(max(bits - 3 * values.count, 0))
    let mask = (UInt64(1) << UInt64(bits)) &- 1
    return ((first << rest) & mask, (second << rest) & mask)
  }
}
