import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookRaster
import OverlookStyle
import OverlookSupport

extension StylePage {
  /// A building as it is seen: its walls and its roof.
  struct Building {
    var distance: Double
    var rings: [[SIMD2<Double>]]
    /// Edges along which the polygon was cut: the wall goes on in the next tile.
    var cuts: [[Bool]]
    /// Walls and slopes of a roof that is not flat, in the place of `rings`.
    var faces: [BuildingFace] = []
    var look: Look
  }

  /// What is the same for all polygons of a feature.
  struct Look {
    var foot: Double
    var top: Double
    var heightMeters: Double
    var baseMeters: Double
    var color: StyleColor
    var roofColor: StyleColor
  }

  /// Buildings as drawings have them: walls that face the eye, then the roof, the farthest first. What is translucent is so as a
  /// whole.
  mutating func extrusions(_ layer: StyleFrameLayer, _ tiles: [TileFeatures]) -> [PageElement] {
    var values = LayerValues(layer.properties, zoom: frame.zoom)
    let roofs = BuildingRoofs(layer.layer)
    // A building that tiles cut is drawn whole, once.
    var wholes: Set<WholeBuilding> = []
    var buildings: [Building] = []
    for tile in tiles { buildings += self.buildings(tile, layer, &values, roofs, &wholes) }
    buildings.sort { $0.distance > $1.distance }
    let light = ExtrusionLight(frame.light, zoom: frame.zoom, bearing: view.camera.bearing)
    let hasGradient = values.bool(.fillExtrusionVerticalGradient)
    var elements: [PageElement] = []
    for building in buildings {
      elements +=
        building.faces.isEmpty
        ? self.elements(building, light, hasGradient: hasGradient)
        : self.elements(building.faces, building.look, light, hasGradient: hasGradient)
    }
    return elements
  }

  private func buildings(
    _ tile: TileFeatures, _ layer: StyleFrameLayer, _ values: inout LayerValues, _ roofs: BuildingRoofs?,
    _ wholes: inout Set<WholeBuilding>
  ) -> [Building] {
    let plane = TilePlane(
      tile, view, translate: values.pair(.fillExtrusionTranslate), anchor: values.choice(.fillExtrusionTranslateAnchor),
      overlap: 0,
      margin: 40, isCut: false)
    var context = LayoutContext(tile: tile.tile)
    context.zoom = frame.zoom
    var roofLayout = RoofLayout(layer.layer, layer.properties, tile.features, context)
    var buildings: [Building] = []
    for row in tile.rows {
      let feature = tile.features.features[Int(row)]
      guard feature.kind == .polygon, let look = look(of: row, tile, layer, &values, roofs) else { continue }
      let roof = roofLayout?.look(of: row)
      let metersPerUnit = roofLayout?.metersPerUnit ?? 0
      if let roof, let outline = roof.outline, let whole = building(outline.rings, roof, look, plane, metersPerUnit) {
        let name = WholeBuilding(outline, tile.tile.canonical, heights: SIMD2(look.baseMeters, look.heightMeters))
        // A piece that is cleared leaves the whole to the others.
        let isCleared = tile.clearing?.holds(tile.features, feature) == true
        if !isCleared, wholes.insert(name).inserted { buildings.append(whole) }
        continue
      }
      tile.features.forEachPolygon(of: feature) { parts in
        if let clearing = tile.clearing, clearing.holds(tile.features, parts) { return }
        let found = roof.flatMap { roofed(parts, $0, look, plane, tile.features, metersPerUnit) }
        if let building = found ?? building(parts, look, plane, tile.features) { buildings.append(building) }
      }
    }
    return buildings
  }

  /// Nil for what is not drawn.
  private func look(
    of row: Int32, _ tile: TileFeatures, _ layer: StyleFrameLayer, _ values: inout LayerValues, _ roofs: BuildingRoofs?
  ) -> Look? {
    let seen = tile.features.expressionFeature(row, in: tile.tile.canonical)
    // Nothing stands below the ground, as in windows.
    let height = max(values.number(.fillExtrusionHeight, seen), 0)
    let base = min(max(values.number(.fillExtrusionBase, seen), 0), height)
    guard height >= 0, let color = values.value(.fillExtrusionColor, seen).color, color.alpha > 0 else { return nil }
    return Look(
      foot: base * view.stylePointsPerMeter, top: height * view.stylePointsPerMeter, heightMeters: height, baseMeters: base,
      color: color, roofColor: roofs?.color(over: color, of: seen, layer.properties, zoom: frame.zoom) ?? color)
  }

  /// A polygon with slopes; nil where it has none, was cut, or lies outside of the view.
  private func roofed(
    _ parts: Range<Int32>, _ roof: RoofLayout.Look, _ look: Look, _ plane: TilePlane, _ features: FeatureLayer,
    _ metersPerUnit: Double
  ) -> Building? {
    guard roof.form.shape != .flat else { return nil }
    let rings = parts.map { part in features.points(ofPart: part).map { features.point($0) } }
    // One in the margin alone is the next tile's.
    guard let outer = rings.first, !Self.isOutside(outer.map { SIMD2<Double>($0) }), !rings.contains(where: Self.isCut),
      plane.isInside(rings.joined().map { SIMD2<Double>($0) }) != false
    else {
      return nil
    }
    return building(rings, roof, look, plane, metersPerUnit)
  }

  /// A polygon with a flat roof; nil where nothing of it is in the tile or the view.
  private func building(
    _ parts: Range<Int32>, _ look: Look, _ plane: TilePlane, _ features: FeatureLayer
  ) -> Building? {
    let rings = parts.map { part -> [SIMD2<Double>] in
      let points = plane.points(features, part)
      if Self.isOutside(points) { return [] }
      switch plane.isInside(points) {
      case true?: return points
      case false?: return []
      case nil: return plane.clipper.ring(points)
      }
    }
    guard let corner = rings.first?.first else { return nil }
    return Building(
      distance: distance(plane.world(corner)), rings: rings.map { $0.map { centered(plane.world($0)) } },
      cuts: rings.map(Self.cuts), look: look)
  }

  /// From the eye, squared.
  func distance(_ place: WorldPoint) -> Double {
    let eye = view.eyePlace.ground
    let (dx, dy) = (place.x - eye.x, place.y - eye.y)
    return dx * dx + dy * dy
  }

  /// Whether a ring lies beyond one side of the tile, where the next tile draws it.
  private static func isOutside(_ points: [SIMD2<Double>]) -> Bool {
    let extent = Double(FeatureLayer.extent)
    return points.allSatisfy { $0.x < 0 } || points.allSatisfy { $0.y < 0 } || points.allSatisfy { $0.x > extent }
      || points.allSatisfy { $0.y > extent }
  }

  private static func cuts(_ ring: [SIMD2<Double>]) -> [Bool] {
    let extent = Double(FeatureLayer.extent)
    func isBeyond(_ value: Double) -> Bool { value < 0 || value > extent }
    return ring.indices.map { index in
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      return a.x == b.x && isBeyond(a.x) || a.y == b.y && isBeyond(a.y)
    }
  }

  /// Whether a ring was cut at the edge of its tile.
  private static func isCut(_ ring: [SIMD2<Int32>]) -> Bool { cuts(ring.map { SIMD2<Double>($0) }).contains(true) }

  func centered(_ point: WorldPoint) -> SIMD2<Double> {
    let place = view.centeredPoints(for: point)
    return SIMD2(place.x, place.y)
  }

  func seen(_ point: SIMD2<Double>, _ height: Double) -> SIMD2<Double>? {
    let clip = view.clip(x: point.x, y: point.y, z: height)
    guard clip.w > view.nearDepthPoints else { return nil }
    return SIMD2((1 + clip.x / clip.w) / 2 * view.size.width, (1 - clip.y / clip.w) / 2 * view.size.height)
  }

  private mutating func elements(_ building: Building, _ light: ExtrusionLight, hasGradient: Bool) -> [PageElement] {
    var walls: [PageElement] = []
    var roof = PageOutline()
    for (ring, cuts) in zip(building.rings, building.cuts) where ring.count > 2 {
      let tops = ring.compactMap { seen($0, building.look.top) }
      let feet = ring.compactMap { seen($0, building.look.foot) }
      guard tops.count == ring.count, feet.count == ring.count else { return [] }
      roof.add(LineSimplifier.simplified(ring: tops, tolerance: tolerance), isClosed: true)
      // Heights that nobody sees need no walls.
      let rise = zip(tops, feet).reduce(0.0) { max($0, max(abs($1.0.x - $1.1.x), abs($1.0.y - $1.1.y))) }
      guard rise > tolerance else { continue }
      for index in ring.indices {
        let next = (index + 1) % ring.count
        if cuts[index] { continue }
        let quad = [feet[index], feet[next], tops[next], tops[index]]
        // Outer rings turn clockwise on a screen: a wall faces the eye when its quad turns the same way.
        guard Self.doubledArea(quad) > 1e-6 else { continue }
        let way = ring[next] - ring[index]
        let length = (way.x * way.x + way.y * way.y).squareRoot()
        guard length > 0 else { continue }
        // Inwards, as the light is said to fall.
        let normal = SIMD3(Float(-way.y / length), Float(way.x / length), 0)
        let color = Self.lit(building.look, building.look.color, light, normal: normal, hasGradient: hasGradient, isWall: true)
        walls.append(.path(PagePath(PageOutline(ring: quad), fill: .color(color))))
      }
    }
    guard !roof.isEmpty else { return walls }
    pointCount += 4 * walls.count + roof.points.count
    let color = Self.lit(
      building.look, building.look.roofColor, light, normal: SIMD3(0, 0, 1), hasGradient: hasGradient, isWall: false)
    return walls + [.path(PagePath(roof, fill: .color(color)))]
  }

  static func doubledArea(_ ring: [SIMD2<Double>]) -> Double {
    ring.indices.reduce(0.0) { sum, index in
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      return sum + a.x * b.y - b.x * a.y
    }
  }

  /// As `extrusion_light.glsl` has it; walls in the middle between foot and top.
  static func lit(
    _ look: Look, _ own: StyleColor, _ light: ExtrusionLight, normal: SIMD3<Float>, hasGradient: Bool, isWall: Bool
  ) -> PageColor {
    let color = SIMD3(Float(own.red), Float(own.green), Float(own.blue))
    let luminance = Color.luminance(color)
    let bright = max(1 - luminance + light.intensity, 1)
    let facing = min(max((normal * light.direction).sum(), 0), 1)
    var strength = (1 - light.intensity) * (1 - facing) + bright * facing
    if isWall, hasGradient {
      let least = 0.7 + (0.98 - 0.7) * (1 - light.intensity)
      let rise = Float(max(look.heightMeters, 0) / 150).squareRoot()
      func shade(_ top: Float) -> Float { min(max((top + Float(look.baseMeters)) * rise, least), 1) }
      strength *= (shade(0) + shade(1)) / 2
    }
    let least = (SIMD3(repeating: 1) - light.color) * 0.3
    let lit = ((color + 0.03) * strength * light.color).clamped(lowerBound: least, upperBound: SIMD3(repeating: 1))
    return PageColor(red: Double(lit.x), green: Double(lit.y), blue: Double(lit.z), alpha: look.color.alpha)
  }
}
