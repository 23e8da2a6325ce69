package import OverlookFormats

/// An element of OpenStreetMap as programs name it: "osm:node/123", and a house of a street "osm:way/5#12a".
package struct PlaceID: Hashable, Sendable {
  package var kind: OSMData.Kind
  /// 1 or more.
  package var number: Int64
  /// The number of a house on the street; nil for the element itself.
  package var house: String?

  private static let prefix = "osm:"
  private static let kinds: [(kind: OSMData.Kind, word: String)] = [(.node, "node"), (.way, "way"), (.relation, "relation")]
  private static let largest = Int64.max >> 2

  /// Nil for numbers that no element has.
  package init?(_ kind: OSMData.Kind, _ number: Int64, house: String? = nil) {
    guard (1...Self.largest).contains(number) else { return nil }
    (self.kind, self.number, self.house) = (kind, number, house)
  }

  /// Nil for what is no such name.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), text.utf8.count <= 200 else { return nil }
    let parts = text.dropFirst(Self.prefix.count).split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == 2, let kind = Self.kinds.first(where: { $0.word == words[0] })?.kind,
      words[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(words[1])
    else { return nil }
    let house = parts.count > 1 ? String(parts[1]) : nil
    guard house?.isEmpty != true else { return nil }
    self.init(kind, number, house: house)
  }

  /// As an index holds it, without the house; nil for what is none.
  init?(code: Int64) {
    guard code > 0, let kind = OSMData.Kind(rawValue: UInt8(code & 3)) else { return nil }
    self.init(kind, code >> 2)
  }

  var code: Int64 { number << 2 | Int64(kind.rawValue) }

  package var text: String {
    let word = Self.kinds.first { $0.kind == kind }?.word ?? ""
    return "\(Self.prefix)\(word)/\(number)" + (house.map { "#\($0)" } ?? "")
  }
}
