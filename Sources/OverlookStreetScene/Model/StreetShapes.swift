import OverlookFormats

/// The geometry of a feature in metres.
struct StreetShapes {
  var points: [SIMD2<Double>] = []
  var lines: [[SIMD2<Double>]] = []
  /// Each an outline and its holes.
  var polygons: [[[SIMD2<Double>]]] = []

  init(_ geometry: VectorTileGeometry, _ kind: VectorTileFeature.Kind, _ place: (Int32, Int32) -> SIMD2<Double>) {
    for part in 0..<geometry.partCount {
      let places = geometry.part(part).map { place(geometry.coordinates[2 * $0], geometry.coordinates[2 * $0 + 1]) }
      switch kind {
      case .points: points += places
      case .lines: if places.count > 1 { lines.append(places) }
      case .polygons:
        guard places.count > 2 else { continue }
        if geometry.doubledArea(ofPart: part) > 0 || polygons.isEmpty {
          polygons.append([places])
        } else {
          polygons[polygons.count - 1].append(places)
        }
      }
    }
  }
}
