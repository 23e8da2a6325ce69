package import OverlookGeometry
package import OverlookScene
import OverlookSupport

/// What is near the view, and how finely it is shown.
package struct ShapeScope: Equatable {
  /// From `DrawOrder`: x unwrapped, a million worlds wide when it means all the way round.
  package let region: WorldRect
  /// Finest zoom for which what is baked now looks smooth.
  package let zoom: Double
  package let pixelsPerPoint: Double

  package init(region: WorldRect, zoom: Double, pixelsPerPoint: Double) {
    self.region = region
    self.zoom = zoom
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// Whether the region goes all the way round: shapes are then baked once, and drawn once for each visible copy of the world.
  package var isWholeWorld: Bool { region.maxX - region.minX > 1e5 }

  /// What may be left of a shape; nil when all of it. Three times the region, so that the ends never come into view.
  package var clip: WorldRect? {
    if isWholeWorld { return nil }
    let near = WorldRect(minX: region.minX, minY: max(region.minY, 0), maxX: region.maxX, maxY: min(region.maxY, 1))
    return near.minY < near.maxY ? near.expanded(byFraction: 1) : near.expanded(byFraction: 1).union(near)
  }

  package var refinement: CurveRefinement {
    CurveRefinement(tolerance: CurveRefinement.tolerance(atZoom: zoom), region: isWholeWorld ? nil : region)
  }

  /// The whole worlds by which a shape with `bounds` is moved to lie in the region.
  package func copies(of bounds: WorldRect) -> ClosedRange<Int>? {
    if isWholeWorld { return 0...0 }
    let first = (region.minX - bounds.maxX).rounded(.up)
    let last = (region.maxX - bounds.minX).rounded(.down)
    guard first <= last, last - first < 64, abs(first) < 1e6 else { return nil }
    return Int(first)...Int(last)
  }
}

/// Writes rows of the store into a stream: fill first, then outline.
package struct ShapeBaker {
  /// What a row became.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let fill = Parts(rawValue: 1)
    /// Lines whose joints matter.
    package static let stroke = Parts(rawValue: 2)
    package static let thinStroke = Parts(rawValue: 4)
  }

  package var scope: ShapeScope
  /// Whether fills without an outline get antialiased edges.
  package var feathersFills = true
  /// Whether anything was left out that a closer look would show.
  package internal(set) var dependsOnZoom = false
  package internal(set) var widestStrokePoints = 0.0

  package init(scope: ShapeScope) {
    self.scope = scope
  }

  package mutating func append(_ row: PolylineRow, _ geometry: ShapeGeometry, to stream: inout ShapeStream) -> Parts {
    let colors = StrokeColors(spans: row.spans, otherwise: row.strokeColor)
    var stroke = LineBaker(widthPoints: row.strokeWidthPoints, colors: colors)
    stroke.join = row.strokeJoin
    stroke.cap = row.strokeCap
    return append(geometry, fill: nil, stroke: stroke, to: &stream)
  }

  package mutating func append(_ row: PolygonRow, _ geometry: ShapeGeometry, to stream: inout ShapeStream) -> Parts {
    append(geometry, fill: row.fillColor, strokeWidth: row.strokeWidthPoints, strokeColor: row.strokeColor, to: &stream)
  }

  package mutating func append(_ row: CircleRow, _ geometry: ShapeGeometry, to stream: inout ShapeStream) -> Parts {
    append(geometry, fill: row.fillColor, strokeWidth: row.strokeWidthPoints, strokeColor: row.strokeColor, to: &stream)
  }

  private mutating func append(
    _ geometry: ShapeGeometry, fill: Color?, strokeWidth: Double, strokeColor: Color?, to stream: inout ShapeStream
  ) -> Parts {
    var stroke = strokeWidth > 0 ? strokeColor.map { LineBaker(widthPoints: strokeWidth, colors: StrokeColors($0)) } : nil
    if stroke == nil, geometry.isOutlineOnly, let fill { stroke = LineBaker(widthPoints: 1, colors: StrokeColors(fill)) }
    var baker: FillBaker?
    if let fill { baker = FillBaker(color: fill.packedPremultiplied, isFeathered: feathersFills && stroke == nil) }
    return append(geometry, fill: baker, stroke: stroke, to: &stream)
  }

  private mutating func append(
    _ geometry: ShapeGeometry, fill: FillBaker?, stroke: LineBaker?, to stream: inout ShapeStream
  ) -> Parts {
    guard let bounds = geometry.bounds, let copies = scope.copies(of: bounds) else { return [] }
    if geometry.isCurved { dependsOnZoom = true }
    var parts = Parts()
    for copy in copies {
      parts.formUnion(append(geometry, bounds, fill: fill, stroke: stroke, shift: Double(copy), to: &stream))
    }
    return parts
  }

  private mutating func append(
    _ geometry: ShapeGeometry, _ bounds: WorldRect, fill: FillBaker?, stroke: LineBaker?, shift: Double,
    to stream: inout ShapeStream
  ) -> Parts {
    var clip = scope.clip.map { WorldRect(minX: $0.minX - shift, minY: $0.minY, maxX: $0.maxX - shift, maxY: $0.maxY) }
    if clip?.contains(bounds) == true { clip = nil }
    var parts = Parts()
    if var fill, let region = geometry.region, let triangles = geometry.triangles, !triangles.indices.isEmpty {
      let before = stream.indices.count
      fill.append(region, triangles, clip: clip, shift: shift, to: &stream)
      if stream.indices.count > before { parts.insert(.fill) }
    }
    if var stroke {
      let before = stream.indices.count
      stroke.spacing = spacing
      stroke.thinWidthPoints = Self.thinWidthPixels / scope.pixelsPerPoint
      widestStrokePoints = max(widestStrokePoints, stroke.widthPoints)
      for line in geometry.lines {
        guard let clip else {
          stroke.append(line, shift: shift, to: &stream)
          continue
        }
        for part in line.clipped(to: clip) { stroke.append(part, shift: shift, to: &stream) }
      }
      dependsOnZoom = dependsOnZoom || stroke.droppedPoints
      if stream.indices.count > before { parts.insert(stroke.isThin ? .thinStroke : .stroke) }
    }
    return parts
  }

  /// Up to this width nobody can tell the shape of a joint.
  private static let thinWidthPixels = 3.0

  /// A tenth of a point at the finest zoom.
  private var spacing: Double { CurveRefinement.tolerance(atZoom: scope.zoom) }
}
