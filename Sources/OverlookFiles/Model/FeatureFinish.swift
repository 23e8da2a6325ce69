import OverlookGeometry
import OverlookSupport

/// What is done to the features of any file once all are read: their reference system, places that are none, looks that stand in
/// properties, and the bounds.
package enum FeatureFinish {
  /// Longitudes may count on beyond the antimeridian, by a turn; latitudes may miss a pole by what rounding costs.
  private static let (longitudeLimit, latitudeLimit) = (540.0, 90.5)

  /// The same for features whose places are degrees.
  package static func apply(toDegrees document: inout FileDocument) { apply(to: &document) }

  static func apply(to document: inout FileDocument, projection: (any FileProjection)? = nil) {
    for number in document.shapes.measures.indices {
      let missing = document.shapes.positionCount - document.shapes.measures[number].values.count
      if missing > 0 { document.shapes.measures[number].values.append(contentsOf: repeatElement(.nan, count: missing)) }
    }
    if let projection { project(&document, projection) }
    let extremes = extremes(of: document.shapes)
    if extremes.x > longitudeLimit || extremes.y > 90 { removeBadFeatures(&document, extremes) }
    SimpleStyle.apply(to: &document)
    document.shapes.trim()
    document.properties.trim()
    document.bounds = document.shapes.bounds(of: 0..<document.shapes.positionCount)
    for overlay in document.groundOverlays { document.bounds = document.bounds.including(CoordinateBounds(overlay.corners)) }
  }

  /// The largest numbers without their signs; infinity where one is no number.
  private static func extremes(of shapes: FeatureShapes) -> (x: Double, y: Double) {
    var (x, y) = (0.0, 0.0)
    for position in 0..<shapes.positionCount {
      let (longitude, latitude) = (abs(shapes.coordinates[2 * position]), abs(shapes.coordinates[2 * position + 1]))
      // Written so that what is no number counts as too large.
      if !(longitude <= x) { x = longitude.isNaN ? .infinity : longitude }
      if !(latitude <= y) { y = latitude.isNaN ? .infinity : latitude }
    }
    return (x, y)
  }

  /// Places that the system has none for become no numbers, and their features go.
  private static func project(_ document: inout FileDocument, _ projection: any FileProjection) {
    projection.toDegrees(&document.shapes.coordinates)
  }

  private static func removeBadFeatures(_ document: inout FileDocument, _ extremes: (x: Double, y: Double)) {
    var kept: [Int32] = []
    var faults: [Int: String] = [:]
    let shapes = document.shapes
    for feature in 0..<shapes.count {
      if let fault = fault(of: feature, shapes) {
        if faults.count < FileFaults.keptCount { faults[feature] = fault }
        document.faults.add(fault, at: "feature \(feature + 1)")
      } else {
        kept.append(Int32(clamping: feature))
      }
    }
    for index in stride(from: 1, to: document.shapes.coordinates.count, by: 2) where abs(document.shapes.coordinates[index]) > 90
    {
      document.shapes.coordinates[index] = min(max(document.shapes.coordinates[index], -90), 90)
    }
    guard kept.count < shapes.count else { return }
    document.shapes = FeatureFilter.shapes(document.shapes, keeping: kept)
    document.properties.keep(kept)
  }

  private static func fault(of feature: Int, _ shapes: FeatureShapes) -> String? {
    for position in shapes.positions(ofFeature: feature) {
      let (x, y) = (shapes.coordinates[2 * position], shapes.coordinates[2 * position + 1])
      if abs(x) <= longitudeLimit, abs(y) <= latitudeLimit { continue }
      guard x.isFinite, y.isFinite else { return "a position that its reference system has no place for" }
      if abs(x) <= latitudeLimit, abs(y) <= 180 {
        return "latitude \(y) lies beyond the pole: longitude and latitude seem to be swapped"
      }
      return "\(x), \(y) are no degrees: they look like metres of a projection, which the file does not name"
    }
    return nil
  }
}

/// Some of the features of a file.
enum FeatureFilter {
  /// `kept` rises.
  static func shapes(_ old: FeatureShapes, keeping kept: [Int32]) -> FeatureShapes {
    var new = FeatureShapes()
    new.measures = old.measures.map { PointMeasure(name: $0.name, values: []) }
    for feature in kept.map(Int.init) {
      var record = old.records[feature]
      record.firstShape = Int32(clamping: new.shapes.count)
      new.records.append(record)
      for shape in old.shapes(of: feature) {
        new.shapes.append(FeatureShapes.Shape(kind: old.shapes[shape].kind, firstPart: Int32(clamping: new.partCount)))
        for part in old.parts(of: shape) {
          let positions = old.positions(of: part)
          new.coordinates += old.coordinates[2 * positions.lowerBound..<2 * positions.upperBound]
          if !old.heights.isEmpty { new.heights += old.heights[positions] }
          if !old.times.isEmpty { new.times += old.times[positions] }
          for number in new.measures.indices { new.measures[number].values += old.measures[number].values[positions] }
          new.partStarts.append(Int32(clamping: new.positionCount))
        }
      }
    }
    return new
  }
}
