import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookStyle
import Testing

@testable import OverlookLayout

/// Places behind, before and in one building of 80 x 80 tile units around the middle of tile 0/0/0, 40,000 km / 8192 = 4.9 km a
/// unit.
@Suite struct BuildingOcclusionTests {
  private let height = 1_000_000.0

  private func layer(
    _ rings: [[(Int32, Int32)]], paint: String, zoom: Double = 0
  ) throws -> StyleFrameLayer {
    let style = """
      {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "b", "type": "fill-extrusion", "source": "s", "paint": \(paint)}]}
      """
    let document = try StyleDocument(Array(style.utf8))
    var builder = FeatureLayerBuilder(name: FeatureTile.geoJSONLayer)
    for ring in rings {
      for (x, y) in ring { builder.append(SIMD2(Double(x), Double(y))) }
      builder.endPart()
      builder.endFeature(.polygon, id: .null)
    }
    let tile = OverscaledTile(TileID(z: 0, x: 0, y: 0))
    let features = FeatureLayer(builder)
    let bucket = try #require(
      ExtrusionLayout.bucket(
        document.layers[0], features, selected: rings.indices.map { Int32($0) }, LayoutContext(tile: tile)))
    return StyleFrameLayer(
      layer: document.layers[0], properties: LayerProperties(document.layers[0]),
      content: .tiles([StyleTileDraw(tile: tile, worldCopy: 0, bucket: .fillExtrusion(bucket))]))
  }

  private func square(_ x: Int32, _ y: Int32, half: Int32 = 40) -> [(Int32, Int32)] {
    [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
  }

  private func view(tilt: Double, bearing: Double = 0) -> ViewTransform {
    ViewTransform(
      camera: CameraPosition(
        target: LocationCoordinate(latitude: 0, longitude: 0), zoom: 5, bearing: bearing, viewingAngle: tilt),
      size: ScreenSize(width: 800, height: 600))
  }

  private func hides(_ layers: [StyleFrameLayer], _ view: ViewTransform, x: Double, y: Double) -> Bool {
    BuildingOcclusion(layers, view, zoom: 4).hides(WorldPoint(x: x / 8192, y: y / 8192))
  }

  @Test func hidesWhatLiesBehindABuildingSeenFromTheSouth() throws {
    let layers = [try layer([square(4096, 4096)], paint: #"{"fill-extrusion-height": 1000000}"#)]
    let tilted = view(tilt: 60)
    #expect(hides(layers, tilted, x: 4096, y: 4000))
    #expect(!hides(layers, tilted, x: 4096, y: 4200))
    #expect(!hides(layers, tilted, x: 4300, y: 4000))
  }

  @Test func theShadowIsAsLongAsTheHeightAndTheAngleSay() throws {
    // The middle of the view is seen under 60 degrees: the line to the eye is 1 / tan 30 = 1.73 units away where it is one unit
    // high.
    let layers = [try layer([square(4096, 4096)], paint: #"{"fill-extrusion-height": 100000}"#)]
    let tilted = view(tilt: 60)
    let units = 100_000 / (2 * Double.pi * 6_371_008.8) * 8192
    let eye = (tilted.eyePlace.ground.y * 8192, tilted.eyePlace.heightPoints / tilted.pointsPerWorld * 8192)
    // From the northern wall, y = 4056, up to the roof's edge, and on to the ground.
    let length = (eye.0 - 4056) / (eye.1 - units) * units
    #expect(length > 30 && length < 40)
    #expect(hides(layers, tilted, x: 4096, y: 4056 - length + 0.5))
    #expect(!hides(layers, tilted, x: 4096, y: 4056 - length - 0.5))
  }

  @Test func turnsWithTheMap() throws {
    let layers = [try layer([square(4096, 4096)], paint: #"{"fill-extrusion-height": 1000000}"#)]
    // With east up, the eye is in the west.
    let turned = view(tilt: 60, bearing: 90)
    #expect(hides(layers, turned, x: 4200, y: 4096))
    #expect(!hides(layers, turned, x: 4000, y: 4096))
    #expect(!hides(layers, turned, x: 4096, y: 4000))
  }

  @Test func aBuildingDoesNotHideItsOwnLabelNorThoseOfItsRow() throws {
    let own = [try layer([square(4096, 4096)], paint: #"{"fill-extrusion-height": 1000000}"#)]
    #expect(!hides(own, view(tilt: 60), x: 4096, y: 4096))
    // The northern one shares a wall with the southern one; or there is a street between.
    let row = [try layer([square(4096, 4016), square(4096, 4096)], paint: #"{"fill-extrusion-height": 1000000}"#)]
    #expect(!hides(row, view(tilt: 60), x: 4096, y: 4016))
    let parts = [try layer([square(4096, 4036, half: 100), square(4096, 4096)], paint: #"{"fill-extrusion-height": 1000000}"#)]
    #expect(!hides(parts, view(tilt: 60), x: 4096, y: 4000))
    let street = [try layer([square(4096, 4006), square(4096, 4096)], paint: #"{"fill-extrusion-height": 1000000}"#)]
    #expect(hides(street, view(tilt: 60), x: 4096, y: 4006))
  }

  @Test func whatStandsOnStiltsIsSeenUnder() throws {
    let paint = #"{"fill-extrusion-height": 1000000, "fill-extrusion-base": 900000}"#
    let layers = [try layer([square(4096, 4096)], paint: paint)]
    // 100 units high is the base at this place only far to the north.
    #expect(!hides(layers, view(tilt: 60), x: 4096, y: 4040))
  }

  @Test func wallsOfGlassHideNothing() throws {
    let paint = #"{"fill-extrusion-height": 1000000, "fill-extrusion-opacity": 0.4}"#
    #expect(!hides([try layer([square(4096, 4096)], paint: paint)], view(tilt: 60), x: 4096, y: 4000))
  }

  @Test func heightsOfFeaturesCount() throws {
    let paint = #"{"fill-extrusion-height": ["case", ["==", ["id"], 7], 1, 1000000]}"#
    #expect(hides([try layer([square(4096, 4096)], paint: paint)], view(tilt: 60), x: 4096, y: 4000))
  }

  @Test func labelsBehindBuildingsAreNotShownAndMayBeAskedToBe() throws {
    let plain = #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24}"#
    let buildings = [try layer([square(4096, 4096)], paint: #"{"fill-extrusion-height": 1000000}"#)]
    var labels = try TestSymbols.layer(plain)
    let bucket = try #require(TestSymbols.bucket(labels, TestSymbols.features([("abc", 4096, 4030), ("d", 4096, 4200)])))
    func texts() -> [Bool] {
      let tile = SymbolPlacementLayer.Tile(tile: OverscaledTile(TileID(z: 0, x: 0, y: 0)), worldCopy: 0, bucket: bucket)
      let result = SymbolPlacement.place(
        [SymbolPlacementLayer(layer: labels, tiles: [tile])], view: view(tilt: 50), previous: nil, now: 0, fadeSeconds: 0,
        buildings: buildings)
      return TestSymbols.texts(result, bucket)
    }
    #expect(texts() == [false, true])
    labels.metadata = try JSONParser.parse(Array(#"{"overlook:behind-buildings": "shown"}"#.utf8))
    #expect(texts() == [true, true])
  }

  // MARK: Roofs

  private func roofHeight(_ layers: [StyleFrameLayer], _ view: ViewTransform, x: Double, y: Double) -> Double {
    BuildingOcclusion(layers, view, zoom: 4).roofHeight(at: WorldPoint(x: x / 8192, y: y / 8192))
  }

  @Test func aPlaceInABuildingIsAsHighAsItsRoof() throws {
    let layers = try [
      layer([square(4096, 4096)], paint: #"{"fill-extrusion-height": 1000}"#),
      layer([square(4096, 4096, half: 10)], paint: #"{"fill-extrusion-height": 3000, "fill-extrusion-base": 2000}"#),
    ]
    #expect(roofHeight(layers, view(tilt: 60), x: 4080, y: 4070) == 1000)
    #expect(roofHeight(layers, view(tilt: 0), x: 4096, y: 4096) == 3000)
    #expect(roofHeight(layers, view(tilt: 60), x: 4146, y: 4096) == 0)
    // What towers above the eye is not said to be behind it.
    let tower = try [layer([square(4096, 4096)], paint: #"{"fill-extrusion-height": 1e9}"#)]
    let tilted = view(tilt: 60)
    let eyeMeters = tilted.eyePlace.heightPoints / tilted.stylePointsPerMeter
    #expect(roofHeight(tower, tilted, x: 4096, y: 4096) == 0.75 * eyeMeters)
  }

  /// A roof whose ridge leads from the west to the east.
  @Test func aSlopeIsAsHighAsItIsThere() throws {
    func corner(_ x: Int16, _ y: Int16) -> ExtrusionVertex {
      ExtrusionVertex(position: SIMD2(x, y), normal: .zero, top: 1, isRoof: 1, edgeDistance: 0)
    }
    let outline = [corner(0, 0), corner(100, 0), corner(100, 100), corner(0, 100)]
    let slope = [corner(0, 0), corner(100, 0), corner(100, 50), corner(0, 0), corner(100, 50), corner(0, 50)]
    let eaves = RoofVertex(share: 65_535 / 2)
    let roofs = [RoofVertex](repeating: RoofVertex(), count: 4) + [eaves, eaves, RoofVertex(), eaves, RoofVertex(), RoofVertex()]
    let block = BuildingFootprint(outline: 0..<4, row: 0, slopes: 4..<10)
    for (y, share) in [(0.0, 0.5), (25, 0.75), (50, 1)] {
      #expect(abs(block.roofShare(at: SIMD2(60, y), outline + slope, roofs) - share) < 1e-4, "\(y)")
    }
    // Where no slope was drawn.
    #expect(block.roofShare(at: SIMD2(60, 80), outline + slope, roofs) == 1)
    #expect(block.roofShare(at: SIMD2(60, 25), outline + slope, []) == 1)
    // A piece that ends flat at its eaves.
    let flat = BuildingFootprint(outline: 0..<4, row: 0)
    #expect(abs(flat.roofShare(at: SIMD2(60, 25), outline, [RoofVertex](repeating: eaves, count: 4)) - 0.5) < 1e-4)
  }

  @Test func aRoofIsHiddenByWhatIsHigherAlone() throws {
    let layers = [try layer([square(4096, 4096)], paint: #"{"fill-extrusion-height": 100000}"#)]
    let occlusion = BuildingOcclusion(layers, view(tilt: 60), zoom: 4)
    let behind = WorldPoint(x: 4096 / 8192, y: 4050.0 / 8192)
    #expect(occlusion.hides(behind) && occlusion.hides(behind, height: 50_000))
    #expect(!occlusion.hides(behind, height: 100_000) && !occlusion.hides(behind, height: .infinity))
  }

  /// The box that takes the room, which is also what a click meets, is where the label is drawn: above the ground.
  @Test func labelsStandOnTheRoofsOfTheirBuildings() throws {
    let plain = #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24}"#
    let buildings = [try layer([square(4096, 4096)], paint: #"{"fill-extrusion-height": 400000}"#)]
    var labels = try TestSymbols.layer(plain)
    let bucket = try #require(TestSymbols.bucket(labels, TestSymbols.features([("a", 4096, 4096)])))
    let tilted = view(tilt: 50)
    func middle(_ buildings: [StyleFrameLayer]) -> (box: SIMD2<Double>, drawn: SIMD2<Double>) {
      let placement = TestSymbols.place([(labels, bucket)], view: tilted, buildings: buildings)
      var box = SIMD2(repeating: 0.0)
      for y in stride(from: 0.0, to: 600, by: 2) {
        let found = placement.symbols(in: ScreenRect(x: 398, y: y, width: 4, height: 1))
        if !found.isEmpty { box += SIMD2(y, 1) }
      }
      var frame = StyleFrame(zoom: 4, pixelsPerPoint: 1, timeSeconds: 0)
      frame.placement = placement
      let draw = StyleTileDraw(tile: bucket.tile, worldCopy: 0, bucket: .symbol(bucket))
      let shown = StyleFrameLayer(layer: labels, properties: LayerProperties(labels), content: .tiles([draw]))
      let quads = SymbolRecordBuilder.quads(shown, frame, tilted)
      let corners = quads.map { ($0.topRight + $0.bottomLeft) / 2 }.reduce(SIMD2(repeating: 0), +)
      var memory = SymbolRecordMemory()
      SymbolRecordBuilder.build(shown, frame, tilted, origin: tilted.center, into: &memory)
      #expect(memory.symbols.records.count == quads.count)
      #expect(memory.symbols.records.allSatisfy { ($0.anchor.meters > 0) == !placement.heights.isEmpty })
      return (SIMD2(box.x / box.y, box.y), corners / Double(max(quads.count, 1)))
    }
    let (ground, roof) = (middle([]), middle(buildings))
    // 400 km are 0.01 of the way around the world, and so 82 points; the sine of the tilt of them is seen, and more nearer to the eye.
    let rise = ground.drawn.y - roof.drawn.y
    #expect(rise > 55 && rise < 110, "\(rise)")
    #expect(abs(ground.box.x - roof.box.x - rise) < 4, "\(ground.box.x - roof.box.x)")
    labels.metadata = try JSONParser.parse(Array(#"{"overlook:behind-buildings": "shown"}"#.utf8))
    #expect(middle(buildings).drawn == ground.drawn)
    labels = try TestSymbols.layer(
      #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "text-pitch-alignment": "map"}"#)
    #expect(middle(buildings).drawn == middle([]).drawn)
  }
}
