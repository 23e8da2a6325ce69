package import OverlookGeometry
package import OverlookScene

/// What a row of the store looks like on the world square, kept until its path changes or a curve of it has to be finer.
package struct ShapeGeometry {
  /// The edges; of a polyline, the line itself.
  package var lines: [WorldLine] = []
  package var region: WorldRegion?
  package var triangles: Triangulation?
  package var bounds: WorldRect?
  /// Set when the fill was too tangled to be cut into triangles within the budget: only its outline is drawn.
  package var isOutlineOnly: Bool { triangles?.isComplete == false }

  fileprivate var sequence = -1
  fileprivate var version = -1
  /// Of the curves; nil when there are none.
  private var refinement: CurveRefinement?
  /// Whether curves outside of `refinement.region` are coarser than its tolerance.
  private var hasSparedCurves = false

  /// Whether this still shows the row with this key and version, its curves as fine as `wanted`.
  package func isCurrent(key: DrawKey, version: Int, isFilled: Bool, wanted: CurveRefinement) -> Bool {
    guard sequence == key.sequence, self.version == version, !isFilled || triangles != nil else { return false }
    guard let refinement else { return true }
    guard refinement.tolerance <= wanted.tolerance * 1.001 else { return false }
    if !hasSparedCurves { return true }
    guard let have = refinement.region, let need = wanted.region else { return false }
    return have.contains(need)
  }

  /// Whether another zoom needs other points.
  package var isCurved: Bool { refinement != nil }

  package init(_ row: PolylineRow, refinement: CurveRefinement) {
    var projector = PathProjector(geodesic: row.isGeodesic, refinement: refinement)
    lines = projector.lines(of: row.path)
    note(row.key, row.geometryVersion, projector, refinement)
  }

  package init(_ row: PolygonRow, refinement: CurveRefinement) {
    var projector = PathProjector(geodesic: row.isGeodesic, refinement: refinement)
    if let outer = projector.ring(of: row.path) {
      let holes = row.holes.compactMap { projector.ring(of: $0) }
      setRegion(WorldRegion(outer: outer, holes: holes), isFilled: row.fill.isVisible)
    }
    note(row.key, row.geometryVersion, projector, refinement)
  }

  package init(_ row: CircleRow, refinement: CurveRefinement) {
    let radius = row.radiusMeters / SphericalGeometry.earthRadiusMeters
    let cap = WorldRegion.cap(at: row.center, radius: radius, refinement: refinement)
    setRegion(cap.region, isFilled: row.fill.isVisible)
    sequence = row.key.sequence
    version = row.geometryVersion
    self.refinement = refinement
    hasSparedCurves = cap.sparedCurves
    noteBounds()
  }

  private mutating func setRegion(_ region: WorldRegion, isFilled: Bool) {
    self.region = region
    lines = region.outlines
    if isFilled { triangles = Triangulator.triangulation(of: region.points, ringStarts: region.ringStarts) }
  }

  private mutating func note(_ key: DrawKey, _ version: Int, _ projector: PathProjector, _ refinement: CurveRefinement) {
    sequence = key.sequence
    self.version = version
    if projector.geodesic {
      self.refinement = refinement
      hasSparedCurves = projector.sparedCurves
    }
    noteBounds()
  }

  private mutating func noteBounds() {
    var rects = lines.compactMap(\.bounds)
    if let region, let rect = WorldRect(around: region.points) { rects.append(rect) }
    bounds = rects.dropFirst().reduce(rects.first) { $0?.union($1) }
  }
}

/// The geometries of all rows of one kind by slot.
struct GeometryCache {
  private var geometries = ContiguousArray<ShapeGeometry?>()

  subscript(slot: Int) -> ShapeGeometry? {
    get { slot < geometries.count ? geometries[slot] : nil }
    set {
      while geometries.count <= slot { geometries.append(nil) }
      geometries[slot] = newValue
    }
  }

  /// Drops those whose row `isAlive` denies.
  mutating func drop(unless isAlive: (Int) -> Bool) {
    for slot in geometries.indices where geometries[slot] != nil && !isAlive(slot) { geometries[slot] = nil }
  }
}
