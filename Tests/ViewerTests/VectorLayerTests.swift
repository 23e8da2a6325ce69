import Foundation
import Overlook
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookPlatform
import OverlookStyle
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookViewer

/// Archives of vector tiles in a window: what they hold lies on the map, in the order of the layers.
@MainActor @Suite(.serialized) final class VectorLayerTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/vector-layers-\(UUID().uuidString)"
  private let window: ViewerWindow
  private let loop: HeadlessLoop
  private let content: LayersPart.Content
  private var said: [String] = []

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let map = MapView(showsBaseMap: false)
    map.mapType = .none
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 900, height: 700))
    window = ViewerWindow(map: map)
    let part = try #require(window.part(LayersPart.self))
    content = try #require(part.content)
    part.onFault = { [unowned self] in said.append($0) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var list: LayerList { content.list }

  /// Runs the window until something is so.
  @discardableResult private func run(until isDone: () -> Bool) async -> Bool {
    await eventually {
      loop.advance(by: 0.05, framesPerSecond: 20)
      return isDone()
    }
  }

  /// Zoom 1: a field that lies on both sides of the meridian of Greenwich, north of the equator, as tiles have it: with a margin of the
  /// neighbour; and one point that both tiles know.
  private func writeFields(layers: [String] = ["fields"], _ name: String = "fields.pmtiles") throws -> String {
    var header = TileArchiveHeader(tileFormat: .mvt, minimumZoom: 1, maximumZoom: 1)
    header.vectorLayers = Array("[\(layers.map { #"{"id": "\#($0)", "fields": {}}"# }.joined(separator: ","))]".utf8)
    var writer = PMTilesWriter(header: header)
    for (x, ring) in [
      (0, [(2048, 2048), (4160, 2048), (4160, 3072), (2048, 3072)]), (1, [(-64, 2048), (2048, 2048), (2048, 3072), (-64, 3072)]),
    ] {
      var tile = VectorTileWriter()
      for layer in layers {
        tile.add(
          layer: layer, id: 7, .polygons, [ring.map { SIMD2(Int32($0.0), Int32($0.1)) }],
          tags: [("name", .string("Long field")), ("hectares", .int(12)), ("isWet", .bool(true))])
      }
      tile.add(layer: layers[0], .points, [[SIMD2(x == 0 ? 4106 : 10, 1024)]], tags: [("name", .string("Well"))])
      try writer.add(tile.bytes(), at: TileID(z: 1, x: x, y: 0))
    }
    let path = "\(folder)/\(name)"
    try Data(writer.file()).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func openFields() async throws -> (entry: LayerEntry, layer: FileLayer) {
    window.open(FileDrop(paths: [try writeFields()]))
    window.map.camera = CameraPosition(latitude: 50, longitude: 0, zoom: 1)
    #expect(await run { (self.list.entries.first?.content as? FileContent)?.layer.document?.featureCount ?? 0 > 0 })
    let entry = try #require(list.entries.first)
    return (entry, try #require(entry.content as? FileContent).layer)
  }

  @Test func dataOfItsOwnLiesOnTheMapWithAllThatLayersHave() async throws {
    let (entry, layer) = try await openFields()
    #expect(await run { entry.state == .ready })
    #expect(content.base.chosen == "day" && content.base.own.isEmpty && said.isEmpty)
    #expect(entry.kind == .tiles && entry.title == "fields.pmtiles" && entry.detail == "PMTiles tiles")
    #expect(entry.content?.abilities == [.opacity, .color, .labels, .base])
    #expect(layer.propertyNames.sorted() == ["hectares", "isWet", "name"] && entry.labelProperty == "name")
    // Two halves of the field, and one well: the tile in which it lies tells of it.
    let titles = (0..<3).map { layer.feature($0)?.title }
    #expect(layer.document?.featureCount == 3 && titles.count { $0 == "Well" } == 1)
    list.setOpacity(0.4, of: entry)
    #expect(layer.opacity == 0.4)
    list.setVisible(false, of: entry)
    #expect(!layer.isVisible)
  }

  @Test func whatLiesInSeveralTilesHasNoSeamBetweenThem() async throws {
    let (_, layer) = try await openFields()
    let document = try #require(layer.document)
    let shapes = document.shapes
    var (area, meridian) = (0.0, 0)
    for shape in shapes.shapes.indices {
      for part in shapes.parts(of: shape) {
        let places = shapes.positions(of: part).map { shapes.place($0) }
        switch shapes.shapes[shape].kind {
        case .polygon:
          // In the plane of the map, by the surveyor's formula.
          let points = places.map { WorldPoint($0) }
          area += zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
        case .lines:
          meridian += zip(places, places.dropFirst()).count { abs($0.longitude) < 1e-9 && abs($1.longitude) < 1e-9 }
        case .points: break
        }
      }
    }
    // Half a tile on either side, a quarter high, of tiles that are half the world: nothing twice, nothing missing.
    #expect(abs(abs(area) - 0.5 * 0.125) < 1e-6)
    #expect(meridian == 0)
  }

  @Test func theFieldUnderAClickTellsItsProperties() async throws {
    let (entry, _) = try await openFields()
    let map = window.map
    let point = map.projection.point(for: WorldPoint(x: 0.4, y: 0.3).coordinate)
    #expect(await run { !self.content.taps.found(at: point, in: map).isEmpty })
    let found = try #require(content.taps.found(at: point, in: map).first)
    #expect(found.title == "Long field" && found.detail == entry.title)
    #expect(found.facts.contains(FactTable.Fact("hectares", "12")) && found.facts.contains(FactTable.Fact("isWet", "true")))
  }

  /// The colour in the middle of the left half of the field.
  private func pixel() throws -> SIMD4<UInt8> {
    loop.advance(by: 0.5)
    let image = try #require(loop.image())
    let point = window.map.projection.point(for: WorldPoint(x: 0.4, y: 0.3).coordinate)
    let start = 4 * (Int(point.y) * image.width + Int(point.x))
    return SIMD4(image.pixels[start], image.pixels[start + 1], image.pixels[start + 2], image.pixels[start + 3])
  }

  @Test func theOrderOfTheListIsThatOfThePicture() async throws {
    let (entry, layer) = try await openFields()
    let area =
      ##"{"type":"Feature","properties":{"fill":"#0000ff","fill-opacity":1},"geometry":{"type":"Polygon","##
      + #""coordinates":[[[-80,20],[80,20],[80,75],[-80,75],[-80,20]]]}}"#
    let path = "\(folder)/area.geojson"
    try Data(area.utf8).write(to: URL(fileURLWithPath: path))
    window.open(FileDrop(paths: [path]))
    #expect(await run { self.list.entries.count == 2 && self.list.entries.allSatisfy { $0.state == .ready } })
    window.map.camera = CameraPosition(latitude: 50, longitude: 0, zoom: 1)
    // Opened last, it lies above: opaque blue, and nothing of the field.
    let covered = try pixel()
    #expect(covered.x < 5 && covered.z > 250)
    #expect(await run { layer.document?.featureCount == 3 })
    list.move(entry, to: 0)
    let above = try pixel()
    #expect(above.x > 30 && above.z < covered.z)
    list.setOpacity(0, of: entry)
    #expect(try pixel() == covered)
    #expect(window.perform("edit.undo") && window.perform("edit.undo"))
    #expect(list.entries.last === entry)
  }

  @Test func severalLayersOfTilesHaveColoursAndTellWhichOneAFeatureIsOf() async throws {
    window.open(FileDrop(paths: [try writeFields(layers: ["fields", "woods"], "two.pmtiles")]))
    #expect(await run { (self.list.entries.first?.content as? FileContent)?.layer.document?.featureCount ?? 0 > 0 })
    let layer = try #require((list.entries.first?.content as? FileContent)?.layer)
    let document = try #require(layer.document)
    #expect(list.entries.first?.content?.abilities.contains(.color) == false)
    let colors = Set((0..<document.featureCount).map { document.look(of: $0).strokeColor })
    #expect(colors.count == 2 && !colors.contains(nil))
    let names = Set((0..<document.featureCount).map { document.properties.value($0, named: "layer")?.text })
    #expect(names == ["fields", "woods"])
  }

  @Test func anArchiveThatIsWrittenAnewIsReadAgainAndLooksAsBefore() async throws {
    let (entry, old) = try await openFields()
    list.setOpacity(0.4, of: entry)
    _ = try writeFields(layers: ["fields", "woods"])
    func layer() -> FileLayer? { (entry.content as? FileContent)?.layer }
    #expect(await run { layer() !== old && layer()?.document?.featureCount == 5 })
    #expect(layer()?.opacity == 0.4 && list.entries.count == 1 && window.map.fileLayers.count == 1)
    // What is no archive any more is said, and what there was stays.
    let new = layer()
    try Data("PMTiles\u{3}and then nothing".utf8).write(to: URL(fileURLWithPath: entry.location))
    #expect(await run { self.said.contains { $0.contains("fields.pmtiles") } })
    #expect(layer() === new && layer()?.document?.featureCount == 5)
  }

  @Test func theBaseMapShowsWhatItsFileHoldsNow() async throws {
    let (entry, _) = try await openFields()
    content.opener.reopen(entry.location, asBase: true)
    #expect(await run { self.content.base.chosen == entry.location })
    func layers() -> Int { window.map.mapStyle?.document.layers.count ?? 0 }
    let before = layers()
    _ = try writeFields(layers: ["fields", "woods"])
    // The style gives each layer of the tiles one of its own.
    #expect(await run { layers() > before })
    #expect(content.base.chosen == entry.location && content.base.own.count == 1)
  }

  @Test func aLayerBecomesTheBaseMapAndIsOneAgainInTheNextSession() async throws {
    let (entry, _) = try await openFields()
    content.opener.reopen(entry.location, asBase: true)
    #expect(await run { self.content.base.chosen == entry.location })
    #expect(list.entries.isEmpty)
    content.opener.reopen(entry.location, asBase: false)
    #expect(await run { self.list.entries.first?.state == .ready })
    #expect(content.base.chosen == "day" && content.base.own.isEmpty)

    let part = try #require(window.part(LayersPart.self))
    let session = try #require(part.session)
    let other = ViewerWindow(map: MapView(showsBaseMap: false))
    let again = try #require(other.part(LayersPart.self))
    let otherLoop = try HeadlessLoop(content: other.map, size: ScreenSize(width: 400, height: 300))
    defer { otherLoop.close() }
    again.restore(session)
    let layers = try #require(again.content)
    #expect(
      await eventually {
        otherLoop.advance(by: 0.05, framesPerSecond: 20)
        return layers.list.entries.first?.state == .ready
      })
    #expect(layers.list.entries.first?.content is FileContent && layers.base.chosen == "day")
  }

  @Test func tilesThatAreDamagedAreCountedAndTheOthersShown() async throws {
    var header = TileArchiveHeader(tileFormat: .mvt, minimumZoom: 1, maximumZoom: 1)
    header.vectorLayers = Array(#"[{"id": "fields", "fields": {}}]"#.utf8)
    var writer = PMTilesWriter(header: header)
    var tile = VectorTileWriter()
    tile.add(layer: "fields", .points, [[SIMD2(2000, 2000)]], tags: [("name", .string("Whole"))])
    try writer.add(tile.bytes(), at: TileID(z: 1, x: 0, y: 0))
    try writer.add([0x1A, 0xFF, 0xFF, 0xFF, 0x7F, 1, 2, 3], at: TileID(z: 1, x: 1, y: 0))
    let path = "\(folder)/damaged.pmtiles"
    try Data(writer.file()).write(to: URL(fileURLWithPath: path))
    window.open(FileDrop(paths: [path]))
    window.map.camera = CameraPosition(latitude: 50, longitude: 0, zoom: 1)
    #expect(await run { (self.list.entries.first?.content as? FileContent)?.layer.document?.featureCount == 1 })
    #expect(list.entries.first?.faultCount == 1)
  }
}
