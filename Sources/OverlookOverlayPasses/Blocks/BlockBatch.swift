import Glibc
package import OverlookCamera
package import OverlookGeometry
package import OverlookScene
import OverlookSupport

/// A corner of a wall or roof, in the layout that `block.vert` reads.
package struct BlockVertex: BitwiseCopyable, Sendable {
  /// High x and y, low x and y, in world units.
  package var place: SIMD4<Float>
  /// Of a wall inwards, east and south; of a roof up. Then how far above the ground, in world units.
  package var normalAndAltitude: SIMD4<Float>
  /// Base and height in metres; 0 or 1 for the lower or upper end of a wall, and 2 more without a vertical gradient.
  package var base: Float
  package var height: Float
  package var end: Float
  /// Premultiplied, 8 bits a channel.
  package var color: UInt32
}

/// The polygons near the view that stand on the map, as vertices and indices in drawing order. No GL here.
@MainActor package struct BlockBatch {
  package private(set) var vertices = ContiguousArray<BlockVertex>()
  /// Those of opaque blocks, then those of translucent ones.
  package private(set) var indices = ContiguousArray<UInt32>()
  /// The outlines of their roofs.
  private(set) var edges = RoofLines()
  /// Number n is the n-th standing polygon of the order, as `OverlayRun.first` counts them: its indices, none of one that cannot
  /// be drawn. By the numbers of `StandingSurfaces`.
  private var elements = StandingSurfaces.allCases.map { _ in ContiguousArray<Element>() }

  /// Which indices are those of a block, or of neighbours.
  struct Element {
    let surfaces: Range<Int>
    let edges: Range<Int>
  }

  /// What they cover in x, with the ground from where they can be seen.
  private var extentX: ClosedRange<Double>?
  /// The height of the highest, in world units.
  package private(set) var tallest = 0.0
  private var seenOrder = -1
  private var geometries = GeometryCache()

  package init() {}

  /// Brings everything up to date; true when it was made anew: with the order, or when a polygon of it changed.
  package mutating func update(_ store: OverlayStore, order: DrawOrder) -> Bool {
    guard order.version != seenOrder || hasChanged(store) else { return false }
    let isNewOrder = order.version != seenOrder
    seenOrder = order.version
    let wasEmpty = isEmpty
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    edges.removeAll()
    extentX = nil
    tallest = 0
    if isNewOrder { geometries.drop { store.polygonRow($0)?.extrusion != nil } }
    for surfaces in StandingSurfaces.allCases {
      elements[surfaces.rawValue].removeAll(keepingCapacity: true)
      for entry in order.entries where entry.isBlock {
        let (first, firstEdge) = (indices.count, edges.stream.indices.count)
        append(store, slot: Int(entry.slot), surfaces)
        elements[surfaces.rawValue].append(
          Element(surfaces: first..<indices.count, edges: firstEdge..<edges.stream.indices.count))
      }
    }
    return !(wasEmpty && isEmpty)
  }

  /// Brings to `view` what of the outlines is measured on the screen. After `update`.
  package mutating func follow(_ view: ViewTransform) {
    guard let extentX else { return }
    var center = view.center
    center.x += ((extentX.lowerBound + extentX.upperBound) / 2 - center.x).rounded()
    edges.follow(view, center: center)
  }

  private var isEmpty: Bool { elements.allSatisfy(\.isEmpty) }

  private func hasChanged(_ store: OverlayStore) -> Bool {
    guard !isEmpty else { return false }
    var slot = 0
    while let dirty = store.polygons.dirtyRows.next(atLeast: slot) {
      slot = dirty + 1
      if store.polygonRow(dirty)?.extrusion != nil { return true }
    }
    return false
  }

  /// Those of the opaque or the translucent ones of the polygons `first ..< first + count`; nil where there are none.
  func element(_ surfaces: StandingSurfaces, first: Int, count: Int) -> Element? {
    let elements = elements[surfaces.rawValue]
    guard count > 0, first >= 0, first + count <= elements.count else { return nil }
    let (lower, upper) = (elements[first], elements[first + count - 1])
    let all = Element(
      surfaces: lower.surfaces.lowerBound..<upper.surfaces.upperBound, edges: lower.edges.lowerBound..<upper.edges.upperBound)
    return all.surfaces.isEmpty ? nil : all
  }

  /// The whole worlds by which what is here is moved to be seen; nil when nothing is.
  package func worldOffsets(visible: WorldRect) -> ClosedRange<Int>? {
    guard let extentX else { return nil }
    let first = max((visible.minX - extentX.upperBound).rounded(.up), -17)
    let last = min((visible.maxX - extentX.lowerBound).rounded(.down), 17)
    guard let lower = Int(exactly: first), let upper = Int(exactly: last), lower <= upper else { return nil }
    return lower...upper
  }

  /// Adds a polygon if it is one of those.
  private mutating func append(_ store: OverlayStore, slot: Int, _ surfaces: StandingSurfaces) {
    guard let row = store.polygonRow(slot), row.bounds != nil, let extrusion = row.extrusion,
      row.isOpaqueBlock == (surfaces == .opaque)
    else { return }
    // Fine enough for any view of it from which its height can be told.
    let refinement = CurveRefinement(tolerance: CurveRefinement.tolerance(atZoom: Self.curveZoom))
    if geometries[slot]?.isCurrent(key: row.key, version: row.geometryVersion, isFilled: true, wanted: refinement) != true {
      geometries[slot] = ShapeGeometry(row, refinement: refinement)
    }
    guard let geometry = geometries[slot], let region = geometry.region, let triangles = geometry.triangles,
      let bounds = geometry.bounds
    else { return }
    let reached = bounds.widened(byMeters: extrusion.reachMeters)
    extentX = min(extentX?.lowerBound ?? reached.minX, reached.minX)...max(extentX?.upperBound ?? reached.maxX, reached.maxX)
    let middle = WorldPoint(x: 0, y: (bounds.minY + bounds.maxY) / 2).coordinate.latitude
    let worldPerMeter = 1 / Mercator.metersPerWorldUnit(atLatitude: middle)
    if extrusion.height.isFinite { tallest = max(tallest, extrusion.height * worldPerMeter) }
    // What cannot be seen hides nothing.
    if extrusion.wallColor.alpha > 0 { appendWalls(region, extrusion, worldPerMeter) }
    if extrusion.roofColor.alpha > 0 { appendRoof(region, triangles, extrusion, worldPerMeter) }
    edges.append(row.stroke, geometry, altitude: extrusion.height * worldPerMeter)
  }

  private static let curveZoom = 14.0

  private mutating func appendWalls(_ region: WorldRegion, _ extrusion: Extrusion, _ worldPerMeter: Double) {
    let color = extrusion.wallColor.packedPremultiplied
    for ring in region.ringStarts.indices {
      let start = region.ringStarts[ring]
      let end = ring + 1 < region.ringStarts.count ? region.ringStarts[ring + 1] : region.points.count
      let inwards = region.isInteriorRight(ofRing: ring) ? 1.0 : -1
      for i in start..<end where region.isBorder[i] {
        let (a, b) = (region.points[i], region.points[i + 1 < end ? i + 1 : start])
        let length = hypot(b.x - a.x, b.y - a.y)
        guard length > 0 else { continue }
        let normal = SIMD2(a.y - b.y, b.x - a.x) * (inwards / length)
        let corner = UInt32(truncatingIfNeeded: vertices.count)
        for (p, isTop) in [(a, false), (b, false), (a, true), (b, true)] {
          append(p, SIMD3(normal.x, normal.y, 0), isTop: isTop, color, extrusion, worldPerMeter)
        }
        for offset: UInt32 in [0, 1, 2, 2, 1, 3] { indices.append(corner &+ offset) }
      }
    }
  }

  private mutating func appendRoof(
    _ region: WorldRegion, _ triangles: Triangulation, _ extrusion: Extrusion, _ worldPerMeter: Double
  ) {
    let color = extrusion.roofColor.packedPremultiplied
    let first = UInt32(truncatingIfNeeded: vertices.count)
    for p in region.points { append(p, SIMD3(0, 0, 1), isTop: true, color, extrusion, worldPerMeter) }
    for p in triangles.addedPoints { append(p, SIMD3(0, 0, 1), isTop: true, color, extrusion, worldPerMeter) }
    for index in triangles.indices { indices.append(first &+ index) }
  }

  private mutating func append(
    _ point: WorldPoint, _ normal: SIMD3<Double>, isTop: Bool, _ color: UInt32, _ extrusion: Extrusion, _ worldPerMeter: Double
  ) {
    let altitude = (isTop ? extrusion.height : extrusion.base) * worldPerMeter
    vertices.append(
      BlockVertex(
        place: point.split,
        normalAndAltitude: SIMD4(Float(normal.x), Float(normal.y), Float(normal.z), Float(altitude)), base: Float(extrusion.base),
        height: Float(extrusion.height), end: (isTop ? 1 : 0) + (extrusion.hasVerticalGradient ? 0 : 2), color: color))
  }
}
