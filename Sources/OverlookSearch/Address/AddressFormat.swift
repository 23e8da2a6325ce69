/// In which order a country writes its addresses (Universal Postal Union, addressing of each member country).
struct AddressFormat {
  private let countryCode: String

  init(countryCode: String) {
    self.countryCode = countryCode.uppercased()
  }

  /// Countries that put the house number before the street.
  private static let numberFirst: Set<String> = [
    "US", "CA", "GB", "IE", "AU", "NZ", "FR", "LU", "IN", "ZA", "IL", "MA", "TN", "DZ", "SN", "CI", "MC", "SG", "MY", "PH", "TH",
    "KE",
    "NG", "GH", "PK", "LK", "BD", "EG", "SA", "AE", "OM", "JM", "TT", "HK", "KR", "TW",
  ]
  /// Countries that write "town, state postcode" or "town state postcode".
  private static let stateLine: Set<String> = ["US", "CA", "AU", "IN", "MY", "TH", "PH", "NG", "PK", "KR", "TW"]
  /// Countries in which the postcode stands on a line of its own, or after the town.
  private static let postcodeLast: Set<String> = [
    "GB", "IE", "NZ", "ZA", "SG", "LK", "BD", "KE", "HK", "JM", "SA", "AE", "RU", "UA",
  ]

  func thoroughfare(street: String, number: String) -> String {
    if street.isEmpty || number.isEmpty { return street + number }
    return Self.numberFirst.contains(countryCode) ? "\(number) \(street)" : "\(street) \(number)"
  }

  func lines(
    thoroughfare: String?, subLocality: String?, locality: String?, administrativeArea: String?, postalCode: String?,
    country: String?
  ) -> [String] {
    let place = locality ?? subLocality ?? ""
    var lines: [String] = []
    if let thoroughfare { lines.append(thoroughfare) }
    if let subLocality, locality != nil, thoroughfare == nil { lines.append(subLocality) }
    lines += townLines(place, administrativeArea ?? "", postalCode ?? "")
    if let country { lines.append(country) }
    return lines.filter { !$0.isEmpty }
  }

  private func townLines(_ town: String, _ state: String, _ postcode: String) -> [String] {
    func joined(_ parts: [String], _ separator: String = " ") -> String {
      parts.filter { !$0.isEmpty }.joined(separator: separator)
    }
    switch countryCode {
    case "JP": return [joined([postcode.isEmpty ? "" : "〒\(postcode)", state, town])]
    case "US": return [joined([town, joined([state, postcode])], ", ")]
    case "CN": return [joined([postcode, state, town])]
    case "BR", "MX": return [joined([postcode, joined([town, state], ", ")])]
    case "IT", "ES", "AR": return [joined([postcode, town]), state == town ? "" : state]
    default: break
    }
    if Self.stateLine.contains(countryCode) { return [joined([town, state, postcode])] }
    if Self.postcodeLast.contains(countryCode) { return [town, postcode] }
    return town.isEmpty ? [joined([postcode, state])] : [joined([postcode, town])]
  }
}
