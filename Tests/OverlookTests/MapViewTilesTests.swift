import Foundation
import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookTestSupport
import Testing

/// Tile layers and archives on a map.
@MainActor @Suite struct MapViewTilesTests {
  @Test func aLayerIsOnOneMapAtATimeAndLeavesWithNil_TL16() {
    let (first, second) = (MapFixture().map, MapFixture().map)
    let layer = SyncTileLayer()
    layer.map = first
    #expect(layer.map === first && first.tileLayers.count == 1)
    layer.map = second
    #expect(layer.map === second && first.tileLayers.isEmpty && second.tileLayers.count == 1)
    layer.map = nil
    #expect(layer.map == nil && second.tileLayers.isEmpty)
  }

  @Test func layersAreDrawnByZIndexAndThenInTheOrderOfAdding_TL17() {
    let map = MapFixture().map
    let layers = (0..<3).map { _ in SyncTileLayer() }
    for layer in layers { layer.map = map }
    layers[0].zIndex = 100
    #expect(map.tileLayers.map { ObjectIdentifier($0.layer) } == [1, 2, 0].map { ObjectIdentifier(layers[$0]) })
    layers[0].zIndex = 0
    #expect(map.tileLayers.map { ObjectIdentifier($0.layer) } == [0, 1, 2].map { ObjectIdentifier(layers[$0]) })
  }

  @Test func eachCreditOfAVisibleLayerIsShownOnce() {
    let map = MapFixture().map
    let layers = ["one", "two", "one", ""].map { credit in
      let layer = SyncTileLayer()
      layer.attribution = credit
      layer.map = map
      return layer
    }
    #expect(map.attributions == ["one", "two"])
    layers[1].opacity = 0
    #expect(map.attributions == ["one"])
    layers[1].opacity = 0.5
    layers[1].zIndex = -1
    #expect(map.attributions == ["two", "one"])
  }

  @Test(
    arguments: [
      { $0.opacity = 0.5 }, { $0.zIndex = 3 }, { $0.tileSize = 512 }, { $0.fadeIn = false }, { $0.clearTileCache() },
      { $0.map = nil },
    ] as [@MainActor @Sendable (TileLayer) -> Void])
  func aChangeOfALayerAsksForAFrame_TL18_TL19_TL20_TL21(change: @MainActor @Sendable (TileLayer) -> Void) {
    let map = MapFixture().map
    let layer = SyncTileLayer()
    layer.map = map
    map.takeReasons()
    change(layer)
    #expect(map.reasons.contains(.tiles))
  }

  @Test func tilesThatComeWhileOthersAreOnTheirWayShareAFrame() throws {
    let map = MapFixture().map
    let layer = HeldLayer()
    layer.map = map
    #expect(map.prepareFrame(now: 200))
    map.takeReasons()
    layer.answer(1)
    #expect(!map.prepareFrame(now: 200.005))
    #expect(abs((map.nextDeadline(now: 200.005) ?? 0) - 200 - 1.0 / 60) < 1e-9)
    #expect(map.prepareFrame(now: 200.017))
    map.takeReasons()
    layer.answer(2)
    #expect(!map.prepareFrame(now: 200.02))
    // A person who moves the map is not made to wait, and neither is the last tile.
    map.moveCamera(.scrollBy(x: 1, y: 0))
    #expect(map.prepareFrame(now: 200.021))
    map.takeReasons()
    layer.answer(.max)
    #expect(map.prepareFrame(now: 200.022))
  }

  @Test func aRasterArchiveBecomesALayerOfItsBoundsAndCredit() throws {
    let map = MapFixture().map
    let file = try ArchiveFile(.png)
    let (layer, bounds) = try map.addArchive(path: file.path, zIndex: 7)
    #expect(layer.map === map && layer.zIndex == 7 && layer.maximumZoom == 0)
    #expect(map.attributions == ["the credit"])
    #expect(bounds.southWest == LocationCoordinate(latitude: -10, longitude: 20))
    #expect(bounds.northEast == LocationCoordinate(latitude: 30, longitude: 40))
  }

  @Test func anArchiveThatCannotBeShownIsRefusedAndAddsNothing() throws {
    let map = MapFixture().map
    let file = try ArchiveFile(.mvt)
    #expect(throws: ArchiveError.holdsVectorTiles(path: file.path)) { try map.addArchive(path: file.path) }
    #expect(throws: FormatError.self) { try map.addArchive(path: file.path + ".missing") }
    // One may have to decode much of it to know its colours, which is nothing for the main thread.
    let picture = NSTemporaryDirectory() + "/overlook-\(UUID().uuidString).dat"
    defer { try? FileManager.default.removeItem(atPath: picture) }
    try Data(GeoTIFFFile { _, _, _ in 7 }.bytes()).write(to: URL(fileURLWithPath: picture))
    #expect(throws: ArchiveError.isGeoTIFF(path: picture)) { try map.addArchive(path: picture) }
    #expect(map.tileLayers.isEmpty && map.attributions.isEmpty)
  }

  @Test func theBaseMapLiesBelowEveryLayerAndComesBackBelow_TL22_MV24() {
    let map = MapView()
    map.mapType = .satellite
    let layer = SyncTileLayer()
    layer.zIndex = -100
    layer.map = map
    #expect(map.tileLayers.last?.layer === layer && map.tileLayers.count == 2)
    map.mapType = .none
    #expect(map.tileLayers.map { $0.layer === layer } == [true])
    map.mapType = .satellite
    #expect(map.tileLayers.last?.layer === layer && map.tileLayers.count == 2)
    #expect(map.baseMapError == nil)
  }
}

/// An archive of one tile, on disk for as long as the value lives.
private final class ArchiveFile {
  let path = NSTemporaryDirectory() + "/overlook-map-\(UUID().uuidString).pmtiles"

  init(_ format: TileArchiveHeader.TileFormat) throws {
    var writer = PMTilesWriter(
      header: TileArchiveHeader(
        tileFormat: format, minimumZoom: 0, maximumZoom: 0, southWest: LocationCoordinate(latitude: -10, longitude: 20),
        northEast: LocationCoordinate(latitude: 30, longitude: 40), attribution: "the credit"))
    try writer.add([1, 2, 3], at: TileID(z: 0, x: 0, y: 0))
    try Data(writer.file()).write(to: URL(fileURLWithPath: path))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// A layer that answers when it is told to.
@MainActor private final class HeldLayer: TileLayer {
  private var waiting: [(x: Int, y: Int, zoom: Int, receiver: any TileReceiver)] = []

  override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    waiting.append((x, y, zoom, receiver))
  }

  func answer(_ count: Int) {
    for request in waiting.prefix(count) {
      request.receiver.receiveTile(x: request.x, y: request.y, zoom: request.zoom, image: Image())
    }
    waiting.removeFirst(min(count, waiting.count))
  }
}
