import Overlook
import OverlookFormats
import OverlookPlatform
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import Testing

/// Towers of every kind behind and before each other, seen from the south, compared with what a ray through each pixel meets
/// first.
@MainActor @Suite struct SharedDepthTests {
  enum Kind: CaseIterable { case building, block, polygons, columns, model }

  /// On a square of 22 m.
  private struct Tower {
    let kind: Kind
    let latitude: Double
    let longitude: Double
    let height: Double
    let color: Color
  }

  /// Half a side, in degrees.
  private static let half = 0.0001
  private static let metersPerDegree = 40_075_016.686 / 360
  private static let size = ScreenSize(width: 400, height: 300)

  private let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 17.8))
  private let loop: HeadlessLoop

  init() throws {
    map.isStill = true
    map.isBare = true
    map.maximumViewingAngle = { _ in 60 }
    map.camera = CameraPosition(
      target: LocationCoordinate(latitude: 0, longitude: 0), zoom: 17.8, bearing: 0, viewingAngle: 60)
    loop = try HeadlessLoop(content: map, size: Self.size)
  }

  /// Five towers from the south to the north, the first of the kind with this number.
  private func towers(firstKind: Int) -> [Tower] {
    let places = [
      (-0.0005, -0.0002, 16.0), (-0.0002, 0, 50), (0.0001, -0.0002, 40), (0.0004, 0.0001, 90), (0.0007, -0.0001, 100),
    ]
    let colors = [
      Color.red, .green, .blue, Color(red: 0.8, green: 0.8, blue: 0), Color(red: 0.8, green: 0, blue: 0.8),
    ]
    return places.indices.map { index in
      Tower(
        kind: Kind.allCases[(index + firstKind) % 5], latitude: places[index].0, longitude: places[index].1,
        height: places[index].2, color: colors[index])
    }
  }

  private func ring(_ tower: Tower) -> [LocationCoordinate] {
    [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
      LocationCoordinate(latitude: tower.latitude + $0.1 * Self.half, longitude: tower.longitude + $0.0 * Self.half)
    }
  }

  /// A style that has the tower, or none.
  private func style(_ tower: Tower?) throws -> MapStyle {
    let corners = tower.map { ring($0) + [ring($0)[0]] } ?? []
    let text = corners.map { "[\($0.longitude), \($0.latitude)]" }.joined(separator: ", ")
    let (red, green, blue) = tower.map { ($0.color.red, $0.color.green, $0.color.blue) } ?? (0, 0, 0)
    return try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "Feature", "properties": {},
         "geometry": {"type": "Polygon", "coordinates": [[\(text)]]}}}}, "layers": [
         {"id": "back", "type": "background", "paint": {"background-color": "#fff"}},
         {"id": "house", "type": "fill-extrusion", "source": "s", "paint": {
          "fill-extrusion-color": "rgb(\(255 * red), \(255 * green), \(255 * blue))",
          "fill-extrusion-height": \(tower?.height ?? 0)}}]}
        """)
  }

  /// The overlay that shows a tower at an opacity; nil for what the style shows.
  private func overlay(_ tower: Tower, opacity: Double) throws -> Overlay? {
    switch tower.kind {
    case .building: return nil
    case .block:
      let block = Polygon(path: Path(ring(tower)))
      block.fillColor = tower.color.withAlpha(Float(opacity))
      block.height = tower.height
      return block
    case .polygons:
      let layer = PolygonLayer(polygons: [[ring(tower)]])
      layer.fillColor = .constant(tower.color)
      layer.height = .constant(tower.height)
      layer.opacity = opacity
      return layer
    case .columns:
      let layer = ColumnLayer(positions: [LocationCoordinate(latitude: tower.latitude, longitude: tower.longitude)])
      layer.shape = .square
      layer.radius = Self.half * Self.metersPerDegree * 2.0.squareRoot()
      layer.fillColor = .constant(tower.color)
      layer.height = .constant(tower.height)
      layer.opacity = opacity
      return layer
    case .model:
      var file = GLBWriter()
      let (side, height) = (Float(2 * Self.half * Self.metersPerDegree), Float(tower.height))
      let box = ModelSurface.box(center: SIMD3(0, height / 2, 0), size: SIMD3(side, height, side))
      _ = file.addNode(file.addMesh([(box, file.addMaterial(tower.color, roughness: 1))]))
      let model = ModelOverlay(
        model: try Model(bytes: file.bytes),
        position: LocationCoordinate(latitude: tower.latitude, longitude: tower.longitude))
      model.opacity = opacity
      return model
    }
  }

  /// Answers the overlays, in the order of the towers.
  @discardableResult private func show(_ towers: [Tower], isReversed: Bool) throws -> [Overlay?] {
    map.mapStyle = try style(towers.first { $0.kind == .building })
    let overlays = try towers.map { try overlay($0, opacity: 1) }
    for overlay in isReversed ? overlays.reversed() : overlays { overlay?.map = map }
    return overlays
  }

  private func setHeight(of overlay: Overlay, _ height: Double) {
    switch overlay {
    case let block as Polygon: block.height = height
    case let layer as PolygonLayer: layer.height = .constant(height)
    case let layer as ColumnLayer: layer.height = .constant(height)
    default: Issue.record("no tower")
    }
  }

  private func pixels() throws -> [UInt8] {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    #expect(map.graphicsError == nil)
    return Array(try #require(loop.pixels()))
  }

  // MARK: Rays

  /// The tower that the ray through a point of the view meets first; nil for the ground.
  private func seen(_ x: Double, _ y: Double, _ towers: [Tower], _ view: ViewTransform) -> Int? {
    let (origin, direction) = view.ray(through: ScreenPoint(x: x, y: y))
    var nearest: (index: Int, way: Double)?
    for (index, tower) in towers.enumerated() {
      let (latitude, longitude) = (tower.latitude, tower.longitude)
      let southWest = LocationCoordinate(latitude: latitude - Self.half, longitude: longitude - Self.half)
      let northEast = LocationCoordinate(latitude: latitude + Self.half, longitude: longitude + Self.half)
      let (west, south) = view.centeredPoints(for: WorldPoint(southWest))
      let (east, north) = view.centeredPoints(for: WorldPoint(northEast))
      let points = view.pointsPerWorld / (360 * Self.metersPerDegree)
      let (low, high) = (SIMD3(west, north, 0), SIMD3(east, south, tower.height * points))
      var (entry, exit) = (0.0, Double.infinity)
      for axis in 0..<3 where direction[axis] != 0 {
        let (a, b) = ((low[axis] - origin[axis]) / direction[axis], (high[axis] - origin[axis]) / direction[axis])
        (entry, exit) = (max(entry, min(a, b)), min(exit, max(a, b)))
      }
      if entry < exit, entry < nearest?.way ?? .infinity { nearest = (index, entry) }
    }
    return nearest?.index
  }

  /// Which of red, green and blue are strong: all of them on the ground.
  private func hue(_ pixels: [UInt8], _ at: Int) -> [Bool] {
    let parts = pixels[at..<at + 3]
    return parts.map { 2 * Int($0) > Int(parts.max() ?? 0) }
  }

  /// How many pixels away from edges differ from what their ray meets, of every ninth; with it how many show each tower.
  private func compare(_ pixels: [UInt8], _ towers: [Tower]) throws -> (wrong: Int, counts: [Int]) {
    let view = try #require(map.lastPlan).view
    let hues = towers.map { [$0.color.red > 0.5, $0.color.green > 0.5, $0.color.blue > 0.5] }
    var (wrong, counts) = (0, [Int](repeating: 0, count: towers.count))
    for row in stride(from: 0, to: 300, by: 3) {
      for column in stride(from: 0, to: 400, by: 3) {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let tower = seen(x, y, towers, view)
        let isEdge = [(-1.5, 0.0), (1.5, 0), (0, -1.5), (0, 1.5)].contains { seen(x + $0.0, y + $0.1, towers, view) != tower }
        if isEdge { continue }
        if let tower { counts[tower] += 1 }
        if hue(pixels, 4 * (400 * row + column)) != tower.map({ hues[$0] }) ?? [true, true, true] { wrong += 1 }
      }
    }
    return (wrong, counts)
  }

  // MARK: Tests

  @Test(arguments: 0..<5, [false, true]) func whatIsNearerHidesWhatIsBehindIt(firstKind: Int, isReversed: Bool) throws {
    let towers = towers(firstKind: firstKind)
    try show(towers, isReversed: isReversed)
    let (wrong, counts) = try compare(try pixels(), towers)
    #expect(wrong == 0)
    // Each is seen.
    #expect(counts.allSatisfy { $0 > 20 }, "\(counts)")
    loop.close()
  }

  /// Without a model, which alone would bring the depths of the scene; what shrinks leaves none of its own behind.
  @Test(arguments: [Kind.block, .polygons, .columns], [false, true])
  func aBuildingAndOneOverlayHideEachOther(kind: Kind, isBehind: Bool) throws {
    var shown: Overlay?
    for height in [60.0, 45, 30] {
      let towers = [
        Tower(
          kind: isBehind ? .building : kind, latitude: -0.0003, longitude: 0, height: isBehind ? 20 : height / 2, color: .red),
        Tower(
          kind: isBehind ? kind : .building, latitude: 0.0001, longitude: 0.00005, height: isBehind ? height : 60, color: .blue),
      ]
      if height == 60 { shown = try show(towers, isReversed: false)[isBehind ? 1 : 0] }
      setHeight(of: try #require(shown), towers[isBehind ? 1 : 0].height)
      let (wrong, counts) = try compare(try pixels(), towers)
      #expect(wrong == 0)
      #expect(counts.allSatisfy { $0 > 20 }, "\(counts)")
    }
    loop.close()
  }

  /// Half of what the opaque one shows and half of what is there without it: where it is hidden nothing, and never two of its
  /// walls.
  @Test(arguments: [Kind.block, .polygons, .columns, .model], [false, true])
  func whatIsBehindATranslucentTowerIsSeenThroughItsNearestSurface(kind: Kind, isReversed: Bool) throws {
    let index = try #require(Kind.allCases.firstIndex(of: kind))
    // The second of five: before three others and behind one.
    let towers = towers(firstKind: index + 4)
    try #require(towers[1].kind == kind)
    var others = towers
    others.remove(at: 1)
    let first = try overlay(towers[1], opacity: 0.5)
    if isReversed { first?.map = map }
    try show(others, isReversed: isReversed)
    first?.map = map
    if kind == .model {
      // Smooth edges are mixed with what lies beside them.
      _ = try pixels()
      map.renderer?.smoothsModels = false
      loop.renderFrame(force: true)
    }
    let translucent = try pixels()
    first?.map = nil
    let without = try pixels()
    try overlay(towers[1], opacity: 1)?.map = map
    let opaque = try pixels()
    #expect(stride(from: 0, to: opaque.count, by: 4).count { opaque[$0..<$0 + 3] != without[$0..<$0 + 3] } > 2000)
    let wrong = opaque.indices.count { abs(2 * Int(translucent[$0]) - Int(opaque[$0]) - Int(without[$0])) > 4 }
    #expect(wrong == 0)
    loop.close()
  }

  @Test(arguments: [Kind.block, .polygons, .columns]) func framesInWhichOneGrowsHideTheSameAndKeepTheBasePlane(_ kind: Kind)
    throws
  {
    let index = try #require(Kind.allCases.firstIndex(of: kind))
    var towers = towers(firstKind: index + 4)
    let grown = try #require(try show(towers, isReversed: false)[1])
    _ = try pixels()
    var drawn: Int?
    for height in [30.0, 44, 52] {
      towers[1] = Tower(
        kind: kind, latitude: towers[1].latitude, longitude: towers[1].longitude, height: height, color: towers[1].color)
      setHeight(of: grown, height)
      #expect(try compare(try pixels(), towers).wrong == 0)
      let count = try #require(map.renderer).baseDrawCount
      // The first frame in which only an overlay changed begins to keep the base plane.
      if let drawn { #expect(count == drawn) }
      drawn = count
    }
    loop.close()
  }

  /// Something on the ground across all towers.
  private enum Flat: CaseIterable { case polygon, line, area, paths, points }

  private func flat(_ kind: Flat) -> Overlay {
    let places = stride(from: -0.0006, through: 0.0009, by: 0.00015).flatMap { latitude in
      [-0.0006, 0.0006].map { LocationCoordinate(latitude: latitude, longitude: $0) }
    }
    let ring = [places[0], places[1], places[places.count - 1], places[places.count - 2]]
    switch kind {
    case .polygon:
      let polygon = Polygon(path: Path(ring))
      polygon.fillColor = .black
      return polygon
    case .line:
      let line = Polyline(path: Path(places))
      (line.strokeColor, line.strokeWidth) = (.black, 4)
      return line
    case .area:
      let layer = PolygonLayer(polygons: [[ring]])
      layer.fillColor = .constant(.black)
      return layer
    case .paths:
      let layer = PathLayer(paths: [places])
      (layer.strokeColor, layer.strokeWidth) = (.constant(.black), .constant(4))
      return layer
    case .points:
      let layer = PointLayer(positions: places)
      (layer.fillColor, layer.radius) = (.constant(.black), .constant(6))
      return layer
    }
  }

  /// Whether it was to be drawn below the towers or above them, also where it is seen through them.
  @Test(arguments: Flat.allCases, [1.0, 0.5])
  private func whatLiesOnTheGroundIsBehindWallsInWhateverOrder(_ kind: Flat, opacity: Double) throws {
    let towers = towers(firstKind: 0)
    map.mapStyle = try style(towers.first { $0.kind == .building })
    let flat = flat(kind)
    for tower in towers { try overlay(tower, opacity: opacity)?.map = map }
    flat.zIndex = -1
    flat.map = map
    let below = try pixels()
    flat.zIndex = 1
    let above = try pixels()
    let differing = zip(below, above).count { abs(Int($0) - Int($1)) > 8 }
    // Along the foot of a wall the two meet at one depth.
    #expect(differing < below.count / 500, "\(differing)")
    flat.map = nil
    #expect(try zip(below, pixels()).count { $0 != $1 } > below.count / 200, "it is seen")
    loop.close()
  }

  /// Whatever they are and whichever was added first, and more of the nearer one.
  @Test(arguments: [Kind.block, .polygons, .columns], [Kind.block, .polygons, .columns])
  func ofTwoTranslucentTowersTheFartherShowsThroughTheNearer(near: Kind, far: Kind) throws {
    map.mapStyle = try style(nil)
    let towers = [
      Tower(kind: near, latitude: -0.0003, longitude: 0, height: 60, color: .red),
      Tower(kind: far, latitude: 0.0002, longitude: 0, height: 90, color: .blue),
    ]
    var pictures: [[UInt8]] = []
    for isReversed in [false, true] {
      let overlays = try towers.compactMap { try overlay($0, opacity: 0.5) }
      for overlay in isReversed ? overlays.reversed() : overlays { overlay.map = map }
      pictures.append(try pixels())
      for overlay in overlays { overlay.map = nil }
    }
    #expect(pictures[0] == pictures[1])
    // Where both are: red over blue over white, and so more of red than of blue, but not none of that.
    let view = try #require(map.lastPlan).view
    var count = 0
    for row in stride(from: 0, to: 300, by: 3) {
      for column in stride(from: 0, to: 400, by: 3) {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        guard seen(x, y, [towers[0]], view) == 0, seen(x, y, [towers[1]], view) == 0 else { continue }
        let at = 4 * (400 * row + column)
        let (red, green, blue) = (Int(pictures[0][at]), Int(pictures[0][at + 1]), Int(pictures[0][at + 2]))
        if red > blue + 20, blue > green + 10 { count += 1 }
      }
    }
    // Polygons are one batch, of which each pixel shows the nearest surface alone.
    #expect(near == .block && far == .block ? count == 0 : count > 50, "\(count)")
    loop.close()
  }
}
