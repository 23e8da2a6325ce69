package import OverlookGeometry

/// What an indoor map holds: buildings, their levels, and what lies on each level.
package struct IndoorVenue: Sendable {
  package struct Level: Hashable, Sendable {
    /// The same for a level that several buildings share.
    package var id: String
    /// How high it lies among the others: 0 at the street, negative below it.
    package var ordinal: Double
    package var name: LocalText
    package var shortName: LocalText
  }

  package struct Building: Hashable, Sendable {
    package var id: String
    package var name: LocalText
    /// Into `levels`, from the highest down; never empty.
    package var levels: [Int]
    /// All that lies in it, above and below the ground.
    package var outline: [Area]
    /// What of the ground it stands on; of a building below the ground, what lies over it.
    package var ground: [Area]
  }

  /// A polygon: an outer ring, then those of its holes.
  package struct Area: Hashable, Sendable {
    package var rings: [[LocationCoordinate]]

    package func contains(_ place: LocationCoordinate) -> Bool {
      // Each ring around the place changes the side that it is on.
      rings.count { SphericalGeometry.contains(place, in: Path($0), geodesic: false) } % 2 == 1
    }
  }

  package var buildings: [Building] = []
  package var levels: [Level] = []
  /// A GeoJSON collection of what lies on the levels, each with the properties "level" (an id of `levels`), "class" (an
  /// `IndoorClass`) and "name", where it has one.
  package var features: JSONValue = .null
  /// What had to be left out, one line each.
  package var warnings: [String] = []

  /// More levels or buildings than any place on the Earth has.
  static let countLimit = 10_000
  /// Of one file.
  static let limits = JSONLimits(byteCount: 64 << 20)

  init() {}
}

/// What a part of a level is to those who walk there, as far as it is drawn in its own way.
package enum IndoorClass: String, Hashable, Sendable, CaseIterable {
  case room, walkway, stairs, lift, restroom, shop, closed, wall, door
}

/// A text in several languages. Of tags that differ only in what follows the language, the first stands in for the others.
package struct LocalText: Hashable, Sendable {
  /// By BCP 47 tag, in the order of the document.
  package var texts = OrderedMembers<String>()

  package init() {}

  /// The same text for every language.
  package init(_ text: String) { texts[Self.anyLanguage] = text }

  /// The tag of what is written in no language, or in one that is not known (BCP 47, 4.1).
  static let anyLanguage = "und"

  /// The text in `language`, in its base language, or the first there is; nil without any.
  package func text(in language: String?) -> String? {
    if let language {
      if let exact = texts[language] { return exact }
      let base = language.prefix { $0 != "-" }
      if let near = texts.keys.first(where: { $0.prefix { $0 != "-" } == base }) { return texts[near] }
    }
    return texts.keys.first.flatMap { texts[$0] }
  }
}
