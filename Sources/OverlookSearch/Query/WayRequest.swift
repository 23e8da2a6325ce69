package import OverlookGeometry
package import OverlookSupport

/// Where a place lies beside a way.
package struct WayPosition: Hashable, Sendable {
  /// Metres from where the way begins to the place of it that is nearest.
  package var along: Double
  /// Metres from there to the place.
  package var aside: Double

  package init(along: Double, aside: Double) {
    self.along = along
    self.aside = aside
  }
}

/// A place beside a way.
package struct WayPlace: Hashable, Sendable {
  package var place: PlaceResult
  package var position: WayPosition

  package init(_ place: PlaceResult, _ position: WayPosition) {
    self.place = place
    self.position = position
  }
}

/// What is looked for along a way.
package struct WayRequest: Sendable {
  /// As it is typed: a kind of places, or a name.
  package var text: String
  /// 1 ... 100.
  package var limit: Int
  /// Of the names in the answer.
  package var language: String
  /// Cancelled when nobody wants the answer any more: it is then empty.
  package var ticket: WorkTicket?
  /// Places of the way around which names are looked for; of more than 12 some.
  package var samples: [LocationCoordinate]
  /// Where a place lies; nil for what is not beside the way.
  package var position: @Sendable (LocationCoordinate) -> WayPosition?

  package init(
    _ text: String, limit: Int = 20, language: String = "en", ticket: WorkTicket? = nil, samples: [LocationCoordinate],
    position: @escaping @Sendable (LocationCoordinate) -> WayPosition?
  ) {
    self.text = text
    self.limit = min(max(limit, 1), 100)
    self.language = language
    self.ticket = ticket
    self.samples = samples
    self.position = position
    self.samples = spread(over: 12)
  }

  /// So many of the samples at most, from the first to the last with equal steps.
  package func spread(over count: Int) -> [LocationCoordinate] {
    let step = max((samples.count + count - 1) / max(count, 1), 1)
    return stride(from: 0, to: samples.count, by: step).map { samples[$0] }
  }

  /// What is found around the samples; those that lie beside the way.
  package func places(_ found: [PlaceResult]) -> [WayPlace] {
    found.compactMap { place in position(place.coordinate).map { WayPlace(place, $0) } }
  }

  /// Each once, the next one first.
  package func sorted(_ found: [WayPlace]) -> [WayPlace] {
    var kept: [WayPlace] = []
    for place in found.sorted(by: { ($0.position.along, $0.position.aside) < ($1.position.along, $1.position.aside) }) {
      let isKnown = kept.contains { known in
        known.place.name == place.place.name && known.place.kind == place.place.kind
          && SphericalGeometry.distance(from: known.place.coordinate, to: place.place.coordinate) < Self.sameMeters
      }
      if !isKnown { kept.append(place) }
      if kept.count == limit { break }
    }
    return kept
  }

  private static let sameMeters = 60.0
}
