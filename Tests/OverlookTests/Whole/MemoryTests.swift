import Overlook
import OverlookGPU
import OverlookInput
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Testing

/// What a map keeps to be quick is known cache by cache, and given back when nothing happens.
@MainActor @Suite(.serialized) struct MemoryTests {
  /// Of what is given back. Which glyphs came on the way, and so whether they took another page, depends on how quickly the tiles did;
  /// how many pictures are brought to the driver before a view needs them, on the time that frames had left.
  private static func total(_ map: MapView) -> Int {
    let others: Set = ["glyphs and icons of the style", "textures of tiles"]
    return map.memoryUse.reduce(0) { others.contains($1.name) ? $0 : $0 + $1.byteCount }
  }

  private static func bytes(of name: String, _ map: MapView) throws -> Int {
    try #require(map.memoryUse.first { $0.name == name }).byteCount
  }

  /// Drags and turns of the wheel at random, and all tiles of where they lead.
  private func roam(_ scene: WholeMapScene, steps: Int) throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<steps {
      let (x, y) = (Double.random(in: -500...500, using: &generator), Double.random(in: -500...500, using: &generator))
      scene.map.moveCamera(.scrollBy(x: x, y: y))
      scene.map.moveCamera(.zoom(by: Double.random(in: -1...1, using: &generator)))
      let isAtRest = scene.loop.run(timeoutSeconds: 90) { scene.map.isAtRest }
      try #require(isAtRest)
    }
  }

  @Test func anIdleMapGivesBackWhatItsViewDoesWithout() throws {
    let scene = try WholeMapScene(tilt: 0, bearing: 0)
    let home = scene.map.camera
    _ = try scene.picture()
    // Four tiles of the view, and four of the next zoom out, which come when there is time.
    let isAllThere = scene.loop.run(timeoutSeconds: 90) {
      (try? Self.bytes(of: "pictures of tiles", scene.map)) ?? 0 >= 8 * 256 * 256 * 4
    }
    try #require(isAllThere)
    let atStart = Self.total(scene.map)
    try roam(scene, steps: 30)
    scene.map.camera = home
    let before = try scene.picture()
    let grown = Self.total(scene.map)
    #expect(grown > 2 * atStart, "\(atStart) bytes became \(grown)")
    let texturesGrown = try Self.bytes(of: "textures of tiles", scene.map)
    scene.loop.advance(by: 59, framesPerSecond: 1)
    #expect(Self.total(scene.map) > grown / 2, "not before it is idle")
    scene.loop.advance(by: 4, framesPerSecond: 1)
    let idle = Self.total(scene.map)
    #expect(idle <= atStart, "\(grown) bytes became \(idle), \(atStart) at the start")
    let (textures, pictures) = try (
      Self.bytes(of: "textures of tiles", scene.map), Self.bytes(of: "pictures of tiles", scene.map)
    )
    #expect(textures <= pictures && texturesGrown > 2 * textures, "\(texturesGrown) bytes of textures became \(textures)")
    #expect(try scene.picture().pixels == before.pixels)
  }

  @Test func aMapThatNobodySeesHoldsNothingOfTheDriver() throws {
    let scene = try WholeMapScene(tilt: 0, bearing: 0)
    let before = try scene.picture()
    let device = try #require(scene.map.device)
    scene.map.useContext? { scene.map.windowContent.releaseMemory(isSeen: false) }
    #expect(scene.map.renderer == nil && device.trash.count == 0)
    #expect(try scene.picture().pixels == before.pixels)
  }

  @Test func everyCacheHasANameOfItsOwn() throws {
    let scene = try WholeMapScene(tilt: 0, bearing: 0)
    _ = try scene.picture()
    let names = scene.map.memoryUse.map(\.name)
    #expect(Set(names).count == names.count)
    for name in [
      "pictures of tiles", "tiles of the style", "textures of tiles", "composed planes", "glyphs and icons of the style",
    ] {
      #expect(names.contains(name))
    }
  }
}
