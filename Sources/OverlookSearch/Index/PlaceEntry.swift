package import OverlookGeometry

/// A name of a place, and what kind of name it is.
package struct PlaceName: Hashable, Sendable {
  /// Empty for the name as it is on the ground; a language ("de", "zh-Hant"); or `alternate`.
  package var language: String
  package var text: String

  package static let alternate = "-"

  package init(_ text: String, language: String = "") {
    self.language = language
    self.text = text
  }
}

/// A numbered house on a street.
package struct House: Hashable, Sendable {
  /// "12", "12a", "10-14".
  package var number: String
  package var coordinate: LocationCoordinate
  package var postcode: String
  /// Whether it was worked out from the ends of a row of houses.
  package var isInterpolated: Bool

  package init(number: String, coordinate: LocationCoordinate, postcode: String = "", isInterpolated: Bool = false) {
    self.number = number
    self.coordinate = coordinate
    self.postcode = postcode
    self.isInterpolated = isInterpolated
  }
}

/// A place as it goes into an index.
package struct PlaceEntry: Sendable {
  /// "city", "street", "pharmacy": the words of OpenStreetMap's tags.
  package var kind: String
  /// 0 ... 1, how likely it is that people look for it.
  package var importance: Double
  package var coordinate: LocationCoordinate
  /// Nil for what is a point.
  package var bounds: CoordinateBounds?
  /// The number of the entry that it belongs to: a street's town, a town's state.
  package var parent: Int?
  package var names: [PlaceName]
  /// Further names that find it and are not shown.
  package var hiddenNames: [String] = []
  /// Words that are typed beside its name: postcodes, towns that are no entries.
  package var context: [String] = []
  /// Of a street.
  package var lines: [[LocationCoordinate]] = []
  /// ISO 3166-1, two capital letters, or empty.
  package var countryCode = ""
  package var postcode = ""
  /// Of a place with an address; "Ziegelbergstraße", "12".
  package var street = ""
  package var houseNumber = ""
  /// A town that is no entry of its own.
  package var locality = ""
  package var houses: [House] = []
  /// The element of OpenStreetMap that it is; of a street the first of its ways.
  package var element: PlaceID?

  package init(
    kind: String, importance: Double, coordinate: LocationCoordinate, bounds: CoordinateBounds? = nil, parent: Int? = nil,
    names: [PlaceName]
  ) {
    self.kind = kind
    self.importance = importance
    self.coordinate = coordinate
    self.bounds = bounds
    self.parent = parent
    self.names = names
  }
}

/// What an index says about itself.
package struct SearchIndexDescription: Hashable, Sendable {
  /// Of the region.
  package var name: String
  /// Whom to credit, in one line.
  package var credit: String
  /// Of the data, as its source writes it; empty where it does not say.
  package var date: String
  /// Of all places; empty for the whole world.
  package var bounds: CoordinateBounds = .empty
  package var placeCount = 0
  package var houseCount = 0

  package init(name: String, credit: String = "", date: String = "") {
    self.name = name
    self.credit = credit
    self.date = date
  }
}
