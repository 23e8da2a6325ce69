import Foundation
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookMeasurement
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Testing

@MainActor @Suite struct TileRenderTests {
  private func camera(
    _ latitude: Double = 0, _ longitude: Double = 0, zoom: Double, bearing: Double = 0, tilt: Double = 0
  ) -> CameraPosition {
    CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom, bearing: bearing, viewingAngle: tilt)
  }

  private func mismatch(_ scene: TileScene, _ name: String) throws -> String? {
    try GoldenPicture("tiles/\(name)").mismatch(with: scene.surface.image(scale: scene.scale))
  }

  // MARK: Pictures that were looked at

  @Test func straightDown() throws {
    let scene = try TileScene(InstantLayer { TileScene.picture($0) })
    try scene.settle(camera(20, 10, zoom: 3))
    #expect(try mismatch(scene, "straight-down") == nil)
  }

  @Test func turnedAndBetweenTwoLevels() throws {
    let scene = try TileScene(InstantLayer { TileScene.picture($0) })
    try scene.settle(camera(47, 8, zoom: 9.45, bearing: 30))
    #expect(try mismatch(scene, "turned") == nil)
  }

  @Test func tiltedWithTilesOfSeveralLevels() throws {
    let scene = try TileScene(InstantLayer { TileScene.picture($0) })
    try scene.settle(camera(47, 8, zoom: 16.2, bearing: 20, tilt: 65), background: Color(red: 0.6, green: 0.75, blue: 0.9))
    #expect(try mismatch(scene, "tilted") == nil)
  }

  @Test func tiltedBeyondTheHorizon() throws {
    let scene = try TileScene(InstantLayer { TileScene.picture($0) })
    try scene.settle(camera(47, 8, zoom: 16.2, bearing: 200, tilt: 80), background: Color(red: 0.6, green: 0.75, blue: 0.9))
    #expect(try mismatch(scene, "horizon") == nil)
  }

  @Test func acrossTheAntimeridian() throws {
    let scene = try TileScene(InstantLayer { TileScene.picture($0) })
    try scene.settle(camera(-10, 179, zoom: 3.2, bearing: -15))
    #expect(try mismatch(scene, "antimeridian") == nil)
  }

  @Test func aroundANorthPoleAndASouthPole() throws {
    let scene = try TileScene(InstantLayer { TileScene.picture($0) })
    try scene.settle(camera(85, 0, zoom: 2.5))
    #expect(try mismatch(scene, "north-pole") == nil)
    try scene.settle(camera(-85, 0, zoom: 2.5, bearing: 40, tilt: 30))
    #expect(try mismatch(scene, "south-pole") == nil)
  }

  @Test func theWholeWorldSeveralTimes() throws {
    let scene = try TileScene(InstantLayer { TileScene.picture($0) })
    try scene.settle(camera(0, 0, zoom: 0))
    #expect(try mismatch(scene, "world-copies") == nil)
  }

  @Test func parentsStandInForTilesThatAreNotThere() throws {
    // Every third tile of the level fails for now; level 1 and the root are there.
    let scene = try TileScene(InstantLayer { $0.z < 3 || ($0.x + $0.y) % 3 == 0 ? TileScene.picture($0) : nil })
    try scene.settle(camera(20, 10, zoom: 1))
    for _ in 0..<6 { try scene.frame(camera(20, 10, zoom: 3)) }
    #expect(try mismatch(scene, "parents") == nil)
  }

  @Test func childrenStandInForTilesThatAreNotThere() throws {
    let scene = try TileScene(InstantLayer { $0.z == 5 || $0.z == 2 ? TileScene.picture($0) : nil })
    try scene.settle(camera(20, 10, zoom: 5))
    for _ in 0..<6 { try scene.frame(camera(20, 10, zoom: 4)) }
    #expect(try mismatch(scene, "children") == nil)
  }

  @Test func holesWhereNoTileExists() throws {
    // Only odd columns.
    let scene = try TileScene(InstantLayer { $0.x % 2 == 1 || $0.z < 2 ? TileScene.picture($0) : TileLayer.noTile })
    try scene.settle(camera(20, 10, zoom: 3), background: .white)
    #expect(try mismatch(scene, "odd-columns") == nil)
  }

  @Test func theLastLevelStretched() throws {
    let layer = InstantLayer { TileScene.picture($0) }
    layer.maximumZoom = 2
    let scene = try TileScene(layer)
    try scene.settle(camera(20, 10, zoom: 5.5, bearing: 10, tilt: 30))
    #expect(try mismatch(scene, "overzoom") == nil)
  }

  @Test func aDisplayOfTwoPixelsAPoint() throws {
    let scene = try TileScene(InstantLayer { TileScene.picture($0) }, width: 240, height: 160, scale: 2)
    try scene.settle(camera(20, 10, zoom: 3))
    #expect(try mismatch(scene, "two-pixels-a-point") == nil)
  }

  // MARK: Properties

  /// White tiles over black, and translucent ones: a crack would be dark, an overlap too bright.
  @Test(arguments: [1, 0.5] as [Double])
  func tilesMeetWithoutCracksOrOverlaps(opacity: Double) throws {
    let layer = InstantLayer { _ in TileScene.plain(.white) }
    layer.opacity = opacity
    let scene = try TileScene(layer, width: 300, height: 200)
    let expected = UInt8((opacity * 255).rounded())
    for zoom in [3.0, 8.37, 14.5, 17.93, 22] {
      for (bearing, tilt) in [(0.0, 0.0), (17, 0), (45, 30), (123, 50), (271, 62)] {
        // Mid-latitudes of the first levels end at a pole under tilt.
        if tilt > 0 && zoom < 8 { continue }
        try scene.settle(camera(47.37, 8.54, zoom: zoom, bearing: bearing, tilt: tilt))
        let red = try scene.surface.image().pixels.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        #expect(red.allSatisfy { abs(Int($0) - Int(expected)) <= 1 }, "zoom \(zoom) bearing \(bearing) tilt \(tilt)")
      }
    }
  }

  /// Stand-ins of other levels meet their neighbours just as well.
  @Test func standInsMeetWithoutCracks() throws {
    let scene = try TileScene(
      InstantLayer { tile in
        tile.z >= 7 && (tile.x * 31 + tile.y * 17 + tile.z) % 4 == 0 ? nil : TileScene.plain(.white)
      }, width: 300, height: 200)
    for zoom in [6.0, 10, 9, 10, 8, 7.3] {
      let camera = camera(47, 8, zoom: zoom, bearing: 33, tilt: 25)
      for _ in 0..<6 { try scene.frame(camera) }
      let pixels = try scene.surface.image().pixels
      #expect(pixels.allSatisfy { $0 == 255 }, "zoom \(zoom)")
    }
  }

  @Test func aFadeIsNeverDarkerThanItsTwoPictures() throws {
    // The parent is grey, the tiles are grey too: at every moment of the fade the picture must be grey.
    let grey = Color(red: 0.5, green: 0.5, blue: 0.5)
    for opacity in [1, 0.4] as [Double] {
      let layer = InstantLayer { _ in TileScene.plain(grey) }
      layer.opacity = opacity
      let scene = try TileScene(layer, width: 200, height: 200)
      try scene.settle(camera(47, 8, zoom: 4))
      let before = try scene.surface.pixel(100, 100)
      layer.fadeIn = true
      for _ in 0..<20 {
        try scene.frame(camera(47, 8, zoom: 6))
        // A card rounds sums of products as it likes.
        let differences = try zip(scene.surface.pixel(100, 100), before).map { abs(Int($0) - Int($1)) }
        #expect(differences.allSatisfy { $0 <= (TestDriver.isCard ? 1 : 0) })
        scene.now += 0.02
      }
      #expect(scene.runtime.progress.isComplete)
    }
  }

  @Test func aFadeGoesFromOnePictureToTheOtherInAQuarterOfASecond() throws {
    let layer = InstantLayer { $0.z == 2 ? TileScene.plain(.white) : nil }
    layer.fadeIn = true
    let scene = try TileScene(layer, width: 200, height: 200)
    // Asked for, taken, uploaded: from then on the fade runs.
    for _ in 0..<8 { try scene.frame(camera(30, 30, zoom: 2)) }
    var brightness: [Int] = []
    for _ in 0..<6 {
      try scene.frame(camera(30, 30, zoom: 2))
      brightness.append(Int(try scene.surface.pixel(100, 100)[0]))
      scene.now += 0.05
    }
    for (step, value) in brightness.enumerated() { #expect(abs(value - step * 51) <= 1) }
  }

  @Test func stretchingByTwentyLevelsKeepsItsPlace() throws {
    // The west half of the only tile is red, the east half green: the border is the meridian of Greenwich.
    let pixels = (0..<256 * 256).flatMap { $0 % 256 < 128 ? [255, 0, 0, 255] : [0, 255, 0, 255] as [UInt8] }
    let world = Image(width: 256, height: 256, premultipliedRGBA: pixels)
    let layer = InstantLayer { _ in world }
    layer.maximumZoom = 0
    let scene = try TileScene(layer, width: 200, height: 200)
    // One texel is 4096 screens wide here: across the border the colour changes evenly, half and half at longitude 0.
    try scene.settle(camera(0, 0, zoom: 20))
    let middle = try scene.surface.pixel(100, 100)
    #expect(abs(Int(middle[0]) - 128) <= 1 && abs(Int(middle[1]) - 128) <= 1)
    // A quarter of a texel to either side it is three to one; software renderers weigh texels in rough steps.
    for (side, red) in [(1.0, 64), (-1, 191)] {
      try scene.settle(camera(0, side * 360 / 256 / 4, zoom: 20))
      #expect(abs(Int(try scene.surface.pixel(100, 100)[0]) - red) <= 6)
    }
  }

  @Test func aTileIsDrawnOnItsPlaceToThePixel() throws {
    let scene = try TileScene(InstantLayer { TileScene.plain($0.x % 2 == 0 ? .red : .blue) }, width: 400, height: 100)
    try scene.settle(camera(0, 0, zoom: 9))
    // Longitude 0 is the side between columns 255 and 256.
    #expect(try scene.surface.pixel(199, 50)[2] == 255 && scene.surface.pixel(200, 50)[0] == 255)
  }

  @Test func aBudgetOfTexturesDropsThoseNotInView() throws {
    let layer = InstantLayer { _ in TileScene.plain(.white, side: 64) }
    // Room for about 24 tiles of 64 x 64 with mipmaps.
    let scene = try TileScene(layer, width: 500, height: 500, textureBudget: 24 * 64 * 64 * 4 * 4 / 3)
    for longitude in stride(from: 0.0, to: 160, by: 20) { try scene.settle(camera(0, longitude, zoom: 5)) }
    #expect(scene.textures.byteCount <= 24 * 64 * 64 * 4 * 4 / 3 + 64)
    // What was dropped comes back from memory, without another request.
    let requests = layer.requests
    try scene.settle(camera(0, 0, zoom: 5))
    #expect(layer.requests == requests)
    #expect(try scene.surface.image().pixels.allSatisfy { $0 == 255 })
  }

  /// Where a card draws, tiles have room for their smaller levels from the start; where the processor does, only those that are read.
  @Test(arguments: [false, true]) func memoryForSmallerLevelsIsTakenAheadOrNot(ahead: Bool) throws {
    // Drawn larger than they are.
    let scene = try TileScene(InstantLayer { _ in TileScene.plain(.white, side: 64) })
    scene.surface.device.makesLevelsAhead = ahead
    try scene.settle(camera(0, 0, zoom: 5))
    let plain = 64 * 64 * 4
    #expect(scene.textures.count > 0)
    #expect(scene.textures.byteCount == scene.textures.count * (ahead ? plain + plain / 3 : plain))
  }

  @Test func removedLayersLeaveNoTextures() throws {
    let scene = try TileScene(InstantLayer { _ in TileScene.plain(.white) })
    try scene.settle(camera(0, 0, zoom: 5))
    #expect(scene.textures.count > 0)
    scene.textures.remove(sourceNumber: 1)
    #expect(scene.textures.count == 0 && scene.textures.byteCount == 0)
  }

  @Test func uploadsAreSpreadOverFrames() throws {
    // 4096 x 4096 pixels take far longer than a frame's share; each frame takes one all the same.
    let big = try #require(TileScene.plain(.white, side: 1024))
    let scene = try TileScene(InstantLayer { _ in big }, width: 1000, height: 700)
    try scene.frame(camera(0, 0, zoom: 4))
    try scene.frame(camera(0, 0, zoom: 4))
    let waiting = scene.runtime.uploads.count
    #expect(scene.textures.count >= 1 && scene.textures.count < waiting)
    try scene.settle(camera(0, 0, zoom: 4))
    #expect(scene.runtime.progress.isComplete)
  }

  @Test func aSteadyFrameAllocatesNothing() throws {
    try #require(AllocationCounter.isAvailable)
    let scene = try TileScene(InstantLayer { _ in TileScene.plain(.white) })
    let still = camera(47, 8, zoom: 14, bearing: 20, tilt: 50)
    for step in 0..<60 {
      try scene.settle(camera(47, 8 + Double(step) * 1e-6, zoom: 14, bearing: 20, tilt: 50))
    }
    try scene.settle(still)
    let forced = try AllocationCounter.count { for _ in 0..<20 { try scene.frame(still) } }
    #expect(forced.blocks == 0, "\(forced)")
    // Panning within what is loaded.
    let panning = try AllocationCounter.count {
      for step in 0..<20 { try scene.frame(camera(47, 8 + Double(step) * 1e-6, zoom: 14, bearing: 20, tilt: 50)) }
    }
    #expect(panning.blocks == 0, "\(panning)")
  }
}
