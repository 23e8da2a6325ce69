internal import OverlookFormats
internal import OverlookGeometry
internal import OverlookStyle

/// The features of a document on the world square, with what simplification and clipping need to know of them.
struct ProjectedFeatures: Sendable {
  struct Feature: Sendable {
    var kind: GeoJSONDocument.Kind
    /// Of the document.
    var feature: Int32
    /// Into `partStarts`.
    var parts: Range<Int32>
  }

  private(set) var features: [Feature] = []
  /// The first point of each part, and the number of points.
  let partStarts: [Int32]
  /// x and y of the world square; x may lie outside of 0 ... 1.
  private(set) var points: [SIMD2<Double>]
  /// How far a point lies from the line that would be there without it, squared; ends of lines weigh more than any tolerance.
  private(set) var weights: [Float]
  /// Length of each line, area of each ring.
  private(set) var sizes: [Double] = []
  let boxes: BoxTree

  /// - Parameter tolerance: Of the deepest zoom, in widths of the world.
  init(_ document: GeoJSONDocument, tolerance: Double, splitsLines: Bool) {
    partStarts = document.partStarts
    points = (0..<document.positionCount).map { index in
      let point = WorldPoint(
        LocationCoordinate(latitude: document.coordinates[2 * index + 1], longitude: document.coordinates[2 * index]))
      // A pole is on the edge, whatever rounding makes of it.
      return SIMD2(point.x, min(max(point.y, 0), 1))
    }
    weights = [Float](repeating: 0, count: points.count)
    sizes = [Double](repeating: 0, count: max(partStarts.count - 1, 0))
    var simplifier = LineSimplifier(squaredTolerance: tolerance * tolerance)
    for (index, feature) in document.features.enumerated() {
      if feature.kind != .points {
        for part in feature.parts {
          let range = Int(partStarts[Int(part)])..<Int(partStarts[Int(part) + 1])
          simplifier.weigh(points, range, into: &weights)
          sizes[Int(part)] = Self.size(points, range, isRing: feature.kind == .polygons)
        }
      }
      let row = Int32(clamping: index)
      if splitsLines && feature.kind == .lines {
        features += feature.parts.map { Feature(kind: .lines, feature: row, parts: $0..<($0 + 1)) }
      } else {
        features.append(Feature(kind: feature.kind, feature: row, parts: feature.parts))
      }
    }
    boxes = BoxTree(Self.boxes(of: features, points, partStarts))
  }

  func range(ofPart part: Int32) -> Range<Int> {
    Int(partStarts[Int(part)])..<Int(partStarts[Int(part) + 1])
  }

  private static func size(_ points: [SIMD2<Double>], _ range: Range<Int>, isRing: Bool) -> Double {
    var size = 0.0
    for index in range.dropFirst() {
      let (a, b) = (points[index - 1], points[index])
      let step = b - a
      size += isRing ? (a.x * b.y - b.x * a.y) / 2 : (step * step).sum().squareRoot()
    }
    return abs(size)
  }

  private static func boxes(of features: [Feature], _ points: [SIMD2<Double>], _ partStarts: [Int32]) -> [BoxTree.Box] {
    features.map { feature in
      var low = SIMD2<Double>(repeating: .infinity)
      var high = SIMD2<Double>(repeating: -.infinity)
      let start = Int(partStarts[Int(feature.parts.lowerBound)])
      for index in start..<Int(partStarts[Int(feature.parts.upperBound)]) {
        low = pointwiseMin(low, points[index])
        high = pointwiseMax(high, points[index])
      }
      return BoxTree.Box(low, high)
    }
  }
}
