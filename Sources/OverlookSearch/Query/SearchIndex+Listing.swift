package import OverlookFormats

extension SearchIndex {
  /// A place by its number, 0 ..< `description.placeCount`, the most important one first; nil for other numbers.
  package func listed(_ place: Int, language: String = "en") throws(FormatError) -> PlaceResult? {
    try read { reader in
      guard let record = try reader.place(place) else { return nil }
      return try ResultFormatter(self, reader, language).result(of: FoundPlace(place, record, text: 1, score: 1), near: nil)
    }
  }

  /// The houses of a street by its number; none of what is no street.
  package func houses(ofListed place: Int) throws(FormatError) -> [House] {
    try read { reader in try reader.place(place).map { try reader.houses(of: place, $0) } ?? [] }
  }

  /// The place of an identifier that this index gave; nil where it has none such.
  package func place(id: String, language: String = "en") throws(FormatError) -> PlaceResult? {
    if let place = listedNumber(of: id) { return try listed(place, language: language) }
    guard let element = PlaceID(id) else { return nil }
    return try read { reader in
      guard let place = try reader.place(ofElement: element.code), let record = try reader.place(place) else { return nil }
      var found = FoundPlace(place, record, text: 1, score: 1)
      if let number = element.house {
        guard let house = try reader.houses(of: place, record).first(where: { $0.number == number }) else { return nil }
        found = FoundPlace(place, record, text: 1, score: 1, house: house)
      }
      return try ResultFormatter(self, reader, language).result(of: found, near: nil)
    }
  }

  /// Names a place by its number, for as long as this index is not made anew.
  func identifier(ofListed place: Int) -> String { "\(listing)\(place)" }

  private var listing: String { "index:\(description.name)@\(description.date)/" }

  private func listedNumber(of id: String) -> Int? {
    guard id.hasPrefix(listing) else { return nil }
    return Int(id.dropFirst(listing.count)).flatMap { (0..<description.placeCount).contains($0) ? $0 : nil }
  }
}
