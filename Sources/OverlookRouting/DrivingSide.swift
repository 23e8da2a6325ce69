/// On which side of the road vehicles drive.
package enum DrivingSide {
  /// Whether they drive on the left in a country, by its code of ISO 3166-1; false for one that is not known.
  package static func isLeft(countryCode: String) -> Bool { left.contains(countryCode.uppercased()) }

  /// Countries and territories where they do, as of 2024; the last to change was Samoa, in 2009.
  private static let left: Set<String> = [
    "AG", "AI", "AU", "BB", "BD", "BM", "BN", "BS", "BT", "BW", "CC", "CK", "CX", "CY", "DM", "FJ", "FK", "GB", "GD", "GG", "GY",
    "HK", "ID", "IE", "IM", "IN", "JE", "JM", "JP", "KE", "KI", "KN", "KY", "LC", "LK", "LS", "MO", "MS", "MT", "MU", "MV", "MW",
    "MY", "MZ", "NA", "NF", "NP", "NR", "NU", "NZ", "PG", "PK", "PN", "SB", "SC", "SG", "SH", "SR", "SZ", "TC", "TH", "TK", "TL",
    "TO", "TT", "TV", "TZ", "UG", "VC", "VG", "VI", "WS", "ZA", "ZM", "ZW",
  ]
}
