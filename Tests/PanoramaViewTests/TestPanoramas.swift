import Foundation
import OverlookGeometry
import OverlookPanorama
import OverlookSupport
import Synchronization

/// Pictures whose every place is known by a formula.
enum TestPicture {
  /// Degrees from one line of the grid to the next; a whole number of texels of all pictures here.
  static let gridDegrees = 11.25

  /// Fields in black and white, all around; twice as wide as high.
  static func checkered(width: Int) -> Image {
    let field = width / 32
    return Image(width: width, height: width / 2, scale: 1) { column, row in
      gray((column / field + row / field) % 2 == 0 ? 230 : 20)
    }
  }

  /// A face of a cube with fields, eight a side.
  static func checkeredFace(side: Int) -> Image {
    let field = side / 8
    return Image(width: side, height: side, scale: 1) { column, row in
      gray((column / field + row / field) % 2 == 0 ? 230 : 20)
    }
  }

  static func plain(_ red: UInt8, _ green: UInt8, _ blue: UInt8, width: Int = 64, height: Int = 32) -> Image {
    Image(width: width, height: height, scale: 1) { _, _ in SIMD4(red, green, blue, 255) }
  }

  /// A landscape: sky, a hazy horizon, hills, a street to the west and houses beside it.
  static func landscape(width: Int) -> Image {
    let height = width / 2
    return Image(width: width, height: height, scale: 1) { column, row in
      let heading = (Double(column) + 0.5) / Double(width) * 360 - 180
      let pitch = 90 - (Double(row) + 0.5) / Double(height) * 180
      return landscape(heading: heading, pitch: pitch)
    }
  }

  private static func landscape(heading: Double, pitch: Double) -> SIMD4<UInt8> {
    let hills = 2.5 + 1.5 * sin(heading * .pi / 40) + 0.8 * sin(heading * .pi / 13)
    let toStreet = abs(remainder(heading + 90, 360))
    if pitch > hills {
      // Houses stand on both sides of the street, lower the farther they are away.
      let house = 6 + 22 * max(0, 1 - abs(toStreet - 55) / 45)
      let isHouse = toStreet > 8 && toStreet < 100 && pitch < house
      if isHouse { return Int(toStreet / 9) % 2 == 0 ? SIMD4(178, 150, 128, 255) : SIMD4(150, 120, 104, 255) }
      let share = min(pitch / 70, 1)
      return SIMD4(UInt8(170 - 100 * share), UInt8(205 - 85 * share), UInt8(240 - 45 * share), 255)
    }
    if pitch > 0 { return SIMD4(96, 122, 92, 255) }
    let aside = sin(remainder(heading + 90, 360) * .pi / 180) / tan(max(-pitch, 0.3) * .pi / 180) * 2.5
    if abs(aside) < 4 { return abs(aside) < 0.12 ? SIMD4(225, 225, 215, 255) : SIMD4(104, 106, 110, 255) }
    return SIMD4(112, 138, 86, 255)
  }

  private static func gray(_ value: UInt8) -> SIMD4<UInt8> { SIMD4(value, value, value, 255) }
}

/// Gives panoramas from memory, when it is let: a test opens the gate of each.
final class TestProvider: PanoramaProvider {
  private struct State {
    var panoramas: [String: Panorama] = [:]
    var pictures: [String: PanoramaPicture] = [:]
    var held: Set<String> = []
  }

  private let state = Mutex(State())

  func add(_ panorama: Panorama, _ picture: PanoramaPicture) {
    state.withLock {
      $0.panoramas[panorama.panoramaID] = panorama
      $0.pictures[panorama.panoramaID] = picture
    }
  }

  /// No answer about it comes until it is let go.
  func hold(_ name: String) { state.withLock { _ = $0.held.insert(name) } }
  func letGo(_ name: String) { state.withLock { _ = $0.held.remove(name) } }

  func panorama(id: String) async throws(PanoramaError) -> Panorama {
    while state.withLock({ $0.held.contains(id) }) {
      if Task.isCancelled { throw .cancelled }
      try? await Task.sleep(nanoseconds: 2_000_000)
    }
    guard let found = state.withLock({ $0.panoramas[id] }) else { throw .notFound("there is no panorama \(id)") }
    return found
  }

  func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
    let near = state.withLock { state in
      state.panoramas.values.compactMap { panorama in
        panorama.coordinate.map { (panorama, SphericalGeometry.distance(from: $0, to: coordinate)) }
      }.filter { $0.1 <= radius }.min { $0.1 < $1.1 }?.0
    }
    guard let near else { throw .notFound("no panorama lies within \(radius) m") }
    return near
  }

  func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture {
    guard let picture = state.withLock({ $0.pictures[panorama.panoramaID] }) else { throw .unusable("it has no picture") }
    return picture
  }
}

/// Cuts one picture into levels of tiles, each half as large as the next.
final class TestTiles: PanoramaTileSource {
  private let levels: [Image]
  let layout: [PanoramaLevel]
  /// Levels of which nothing comes.
  private let missing: Set<Int>
  private let fault: PanoramaError
  private let held = Mutex(Set<Int>())
  private let asked = Mutex<[PanoramaTileID]>([])

  init(
    _ finest: Image, levels count: Int, tileSide: Int, missing: Set<Int> = [],
    fault: PanoramaError = .notFound("the panorama has no such tile")
  ) {
    var images = [finest]
    for _ in 1..<max(count, 1) { images.insert(Self.halved(images[0]), at: 0) }
    levels = images
    layout = images.map { PanoramaLevel(width: $0.width, height: $0.height, tileWidth: tileSide, tileHeight: tileSide) }
    self.missing = missing
    self.fault = fault
  }

  var requests: [PanoramaTileID] { asked.withLock { $0 } }
  func hold(level: Int) { held.withLock { _ = $0.insert(level) } }
  func letGo(level: Int) { held.withLock { _ = $0.remove(level) } }

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    asked.withLock { $0.append(tile) }
    if missing.contains(tile.level) { throw fault }
    while held.withLock({ $0.contains(tile.level) }) {
      if Task.isCancelled { throw .cancelled }
      try? await Task.sleep(nanoseconds: 2_000_000)
    }
    let (image, level) = (levels[tile.level], layout[tile.level])
    let size = level.size(column: tile.column, row: tile.row)
    let (left, top) = (tile.column * level.tileWidth, tile.row * level.tileHeight)
    return Image(width: size.width, height: size.height, scale: 1) { column, row in
      let at = 4 * ((top + row) * image.width + left + column)
      return SIMD4(image.pixels[at], image.pixels[at + 1], image.pixels[at + 2], image.pixels[at + 3])
    }
  }

  private static func halved(_ image: Image) -> Image {
    Image(width: image.width / 2, height: image.height / 2, scale: 1) { column, row in
      let at = 4 * (2 * row * image.width + 2 * column)
      return SIMD4(image.pixels[at], image.pixels[at + 1], image.pixels[at + 2], image.pixels[at + 3])
    }
  }
}
