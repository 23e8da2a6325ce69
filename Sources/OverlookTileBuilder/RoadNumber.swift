import OverlookFormats

/// The number of a road, and whose signs it is written on.
struct RoadNumber: Hashable {
  /// As on the sign, with its letters: "B 96", "E 18", "101"; of several the first.
  let text: String
  /// "de-federal", "us-interstate", "e-road" and the like; "road" where no sign of its own is known. Of those that OpenMapTiles
  /// names, the names are the same.
  let network: String

  /// Nil where there is no number. `highway` is the class of the road as OpenStreetMap writes it, `country` two capital letters.
  init?(_ reference: String?, highway: String?, country: String?) {
    guard let first = reference?.split(separator: ";", maxSplits: 1).first else { return nil }
    let trimmed = first.drop { $0 == " " }.prefix { $0 != ";" }
    guard !trimmed.isEmpty else { return nil }
    let letters = trimmed.prefix { $0.isASCII && $0.isLetter }.uppercased()
    let digits = trimmed.dropFirst(letters.count).drop { $0 == " " || $0 == "-" }.prefix { $0.isASCII && $0.isNumber }
    let network = Self.network(letters, Int(digits), highway: highway ?? "", country: country)
    // Signs of the United States write the number alone: their form says whose it is.
    let isBare = network?.hasPrefix("us-") ?? false
    text = isBare ? String(digits) : String(trimmed)
    self.network = network ?? "road"
  }

  private static func network(_ letters: String, _ number: Int?, highway: String, country: String?) -> String? {
    guard let number else { return nil }
    if letters == "E", country != "GB", country != "US" { return "e-road" }
    switch (country, letters) {
    case ("DE", "A"): return "de-motorway"
    case ("DE", "B"): return "de-federal"
    case ("FI", ""): return number < 40 ? "fi-main" : number < 100 ? "fi-trunk" : number < 1000 ? "fi-regional" : nil
    case ("FR", "A"): return "fr-motorway"
    case ("FR", "N"): return "fr-national"
    case ("FR", "D"), ("FR", "M"): return "fr-department"
    case ("CH", "A"): return "ch-motorway"
    case ("CH", ""), ("CH", "H"): return "ch-main"
    case ("US", "I"): return "us-interstate"
    case ("US", "US"): return "us-highway"
    case ("US", _) where letters.count == 2: return "us-state"
    case ("GB", "M"): return "gb-motorway"
    case ("GB", "A"):
      return highway.hasPrefix("trunk") ? "gb-trunk" : highway.hasPrefix("motorway") ? "gb-motorway" : "gb-primary"
    default: return nil
    }
  }

  /// The country that most addresses of the data name, or, where there are none, the one whose border or province it holds.
  static func country(of data: OSMData) -> String? {
    var counts: [String: Int] = [:]
    // Data that names none of the keys is not looked through.
    let keys = ["addr:country", "ISO3166-1", "ISO3166-1:alpha2", "ISO3166-2"].compactMap { data.number(of: $0) }
    guard !keys.isEmpty else { return nil }
    func count(_ tags: OSMTags) {
      for key in keys {
        guard let code = tags[key]?.prefix(2), code.count == 2, code.allSatisfy({ $0.isASCII && $0.isUppercase }) else {
          continue
        }
        counts[String(code), default: 0] += 1
      }
    }
    for node in data.nodes { count(data.tags(node.tags)) }
    for way in data.ways { count(data.tags(way.tags)) }
    for relation in data.relations { count(data.tags(relation.tags)) }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
