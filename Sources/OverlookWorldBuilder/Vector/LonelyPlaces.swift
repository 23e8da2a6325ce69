import Foundation
import OverlookGeometry

/// Places with no larger one far around, which people look for though few live there: Akureyri, Tamanrasset, Ponta Delgada.
enum LonelyPlaces {
  private static let earthKilometers = 6371.0
  /// How far away what is larger must be, and the rank (see `PlaceFeatures`) of a label that there is room for then.
  private static let reaches = [(kilometers: 300.0, rank: 5), (kilometers: 150.0, rank: 6)]

  /// The rank that a place's label may have for being alone; none of others.
  ///
  /// - Parameter cities: The most populous first.
  static func ranks(_ cities: [GeoNames.City]) -> [UInt64: Int] {
    var larger: [SIMD3<Double>] = []
    larger.reserveCapacity(cities.count)
    var ranks: [UInt64: Int] = [:]
    // The cosine of an angle is less the farther two places are apart.
    let limits = reaches.map { (cosine: cos($0.kilometers / earthKilometers), rank: $0.rank) }
    let nearest = limits.map(\.cosine).max() ?? 1
    for city in cities {
      let place = direction(city.place)
      var most = -1.0
      for other in larger where most < nearest { most = max(most, (place * other).sum()) }
      if let limit = limits.first(where: { most < $0.cosine }) { ranks[city.id] = limit.rank }
      larger.append(place)
    }
    return ranks
  }

  private static func direction(_ place: LocationCoordinate) -> SIMD3<Double> {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }
}
