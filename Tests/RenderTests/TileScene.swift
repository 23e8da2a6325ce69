import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookNetwork
import OverlookPasses
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import OverlookTiles

/// A layer that answers at once.
@MainActor final class InstantLayer: TileLayer {
  private let picture: (TileID) -> Image?
  private(set) var requests = 0

  init(_ picture: @escaping (TileID) -> Image?) {
    self.picture = picture
    super.init()
    fadeIn = false
  }

  override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    requests += 1
    receiver.receiveTile(x: x, y: y, zoom: zoom, image: picture(TileID(z: zoom, x: x, y: y)))
  }
}

/// One tile layer drawn into a target, without a map.
@MainActor final class TileScene {
  let surface: TestSurface
  let textures: TileTextures
  let pass: RasterTilePass
  let workers = WorkerPool(threadCount: 1)
  let layer: InstantLayer
  let runtime: TileLayerRuntime
  private let runtimes: [TileLayerRuntime]
  let scale: Double
  var now = 0.0

  init(_ layer: InstantLayer, width: Int = 480, height: Int = 320, scale: Double = 1, textureBudget: Int = 512 << 20) throws {
    self.layer = layer
    self.scale = scale
    surface = try TestSurface(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    textures = TileTextures(surface.device, budgetBytes: textureBudget)
    pass = RasterTilePass(surface.device)
    runtime = TileLayerRuntime(
      layer: layer, number: 1, services: TileServices(workers: workers, http: FixtureFetcher())
    ) {}
    runtimes = [runtime]
  }

  var size: ScreenSize {
    ScreenSize(width: Double(surface.target.width) / scale, height: Double(surface.target.height) / scale)
  }

  func view(_ camera: CameraPosition) -> ViewTransform { ViewTransform(camera: camera, size: size) }

  func frame(_ camera: CameraPosition, background: Color = .black) throws {
    surface.device.beginFrame()
    let view = view(camera)
    _ = runtime.accept(now: now)
    _ = runtime.update(view: view, pixelsPerPoint: scale, now: now)
    for runtime in runtimes { runtime.drainForgotten { textures.forget($0) } }
    textures.uploads.beginFrame()
    let result = textures.update(runtimes)
    for runtime in runtimes { runtime.take(result, now: now) }
    surface.clear(background)
    try pass.draw(runtime.draws, view: view, pixelsPerPoint: scale, opacity: Float(layer.opacity), textures: textures)
  }

  /// Frames until everything is there.
  func settle(_ camera: CameraPosition, background: Color = .black) throws {
    for _ in 0..<200 {
      try frame(camera, background: background)
      now += 0.016
      if runtime.progress.isComplete && !textures.needsFrame { break }
    }
    try frame(camera, background: background)
  }

  /// What a person can check by eye: one colour a level, lighter and darker squares of an eighth of a tile that run on from tile
  /// to tile, a thin line along the tile's north and west sides, and in the middle its column and row as bars (upper: x, lower:
  /// y, in binary, the highest bit left).
  static func picture(_ tile: TileID) -> Image? {
    let palette: [SIMD3<Double>] = [
      SIMD3(0.86, 0.36, 0.31), SIMD3(0.93, 0.61, 0.25), SIMD3(0.93, 0.82, 0.33), SIMD3(0.47, 0.73, 0.37), SIMD3(0.29, 0.66, 0.69),
      SIMD3(0.31, 0.49, 0.79), SIMD3(0.55, 0.41, 0.73), SIMD3(0.80, 0.45, 0.66),
    ]
    let base = palette[tile.z % palette.count]
    let line = pixel(SIMD3(repeating: 0.15))
    var pixels: [UInt8] = []
    for y in 0..<64 {
      var row: [UInt8] = []
      for x in 0..<64 {
        var color = (x / 8 + y / 8) % 2 == 0 ? base * 0.88 : base
        if let bar = bar(tile, x, y) { color = SIMD3(repeating: bar ? 1 : 0.25) }
        let cell = pixel(color)
        row += x == 0 ? line + line + cell + cell : cell + cell + cell + cell
      }
      for index in 0..<4 { pixels += y == 0 && index < 2 ? Array(repeatElement(line, count: 256).joined()) : row }
    }
    return Image(width: 256, height: 256, premultipliedRGBA: pixels)
  }

  private static func pixel(_ color: SIMD3<Double>) -> [UInt8] {
    (0..<3).map { UInt8((color[$0] * 255).rounded()) } + [255]
  }

  /// The bit shown at a place of a tile of 64 x 64 cells.
  private static func bar(_ tile: TileID, _ x: Int, _ y: Int) -> Bool? {
    let bits = min(max(tile.z, 1), 10)
    let (column, row) = ((x - 32 + bits * 2) / 4, (y - 24) / 8)
    guard x - 32 + bits * 2 >= 0, column < bits, y >= 24, row < 2, (y - 24) % 8 < 6, (x - 32 + bits * 2) % 4 < 3 else {
      return nil
    }
    return (row == 0 ? tile.x : tile.y) >> (bits - 1 - column) & 1 == 1
  }

  static func plain(_ color: Color, side: Int = 4) -> Image? {
    let channels = color.premultiplied * 255
    let pixel = (0..<4).map { UInt8(channels[$0].rounded()) }
    return Image(width: side, height: side, premultipliedRGBA: (0..<side * side).flatMap { _ in pixel })
  }
}
