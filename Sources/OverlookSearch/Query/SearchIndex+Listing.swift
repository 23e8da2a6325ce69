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
}
