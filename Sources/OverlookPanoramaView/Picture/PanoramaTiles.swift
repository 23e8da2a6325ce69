import OverlookGPU
import OverlookPanorama
import OverlookPasses
import OverlookSupport

/// The tiles of one picture: asks for those that a view wants, coarse ones first, keeps what was drawn last within a budget, and has
/// them brought to the driver a little in each frame.
@MainActor final class PanoramaTiles {
  /// What came of a tile.
  private struct Arrival: Sendable {
    let id: PanoramaTileID
    let load: Int
    let result: Result<(image: Image, copies: [PanoramaCopy]), PanoramaError>
  }

  /// A request for a tile. Its number tells it from one before, which was given up and may still answer.
  private struct Load {
    let number: Int
    let task: Task<Void, Never>
  }

  /// So many are asked for at once.
  private static let maximumLoads = 4
  /// Bytes of pixels that are kept.
  static let budgetBytes = 160 << 20
  /// Rows that are brought to the driver in one go are at least so many bytes.
  private static let stripBytes = 1 << 19

  let picture: PanoramaPicture
  /// Whether a tile of each level goes all around, and its texture begins anew.
  let wraps: Bool
  /// Those that the present frame draws.
  private(set) var drawn: [PanoramaTile] = []
  /// What the view wants and could not be had.
  private(set) var faults: [PanoramaError] = []
  /// Whether a piece of the present frame has fewer pixels than even the coarsest level.
  private(set) var isMinified = false
  /// Whether pixels, and smaller copies of them, stay in main memory, too, once the driver has them.
  var keepsImages = false
  private var tiles: [PanoramaTileID: PanoramaTile] = [:]
  private var wishes: [PanoramaTile] = []
  private var frame = 0
  private var loads: [PanoramaTileID: Load] = [:]
  private var loadCount = 0
  private let arrivals: Mailbox<Arrival>

  init(_ picture: PanoramaPicture, wake: @escaping @Sendable () -> Void) {
    self.picture = picture
    arrivals = Mailbox(wake: wake)
    wraps = picture.goesAroundInEachTile
  }

  deinit {
    for load in loads.values { load.task.cancel() }
  }

  // MARK: A frame

  /// Begins to look at a view anew.
  func beginFrame() {
    frame += 1
    isMinified = false
    drawn.removeAll(keepingCapacity: true)
    wishes.removeAll(keepingCapacity: true)
  }

  /// The coarsest level that has so many pixels a radian, or nearly; else the finest.
  func level(pixelsPerRadian: Double) -> Int {
    let radians = picture.layout.faceRadians
    if Double(picture.levels[0].width) / radians > 1.6 * pixelsPerRadian { isMinified = true }
    return picture.levels.firstIndex { Double($0.width) / radians >= 0.8 * pixelsPerRadian } ?? picture.levels.count - 1
  }

  /// The same for a square of so many pixels a side, from the radians along its upper and left sides, or those across from them. Along the rim
  /// of a view, beyond which there is nothing, perhaps one is known, or none: then as in the middle.
  func level(pixels: Double, across: Double?, down: Double?, middlePixelsPerRadian: Double) -> Int {
    guard let first = across ?? down, let second = down ?? across else {
      return level(pixelsPerRadian: middlePixelsPerRadian)
    }
    let radians = (first * second).squareRoot()
    return radians > 0 ? level(pixelsPerRadian: pixels / radians) : 0
  }

  /// Calls `body` with the tiles of a level that meet `bounds`, and what they cover.
  func forEach(in bounds: PanoramaBounds, level: Int, face: Int, _ body: (PanoramaTileID, PanoramaBounds) -> Void) {
    let size = picture.levels[level]
    guard bounds.left < bounds.right, bounds.top < bounds.bottom else { return }
    let columns = Self.range(bounds.left, bounds.right, size.width, size.tileWidth, size.columns)
    let rows = Self.range(bounds.top, bounds.bottom, size.height, size.tileHeight, size.rows)
    for row in rows {
      for column in columns {
        let part = size.bounds(column: column, row: row)
        body(
          PanoramaTileID(level: level, face: face, column: column, row: row),
          PanoramaBounds(left: part.left, top: part.top, right: part.right, bottom: part.bottom))
      }
    }
  }

  private static func range(_ from: Double, _ to: Double, _ pixels: Int, _ tile: Int, _ count: Int) -> ClosedRange<Int> {
    func cell(_ share: Double) -> Int {
      min(max(Int(exactly: (share * Double(pixels) / Double(tile)).rounded(.down)) ?? 0, 0), count - 1)
    }
    return cell(from)...max(cell(from), cell(to))
  }

  /// A tile that the view wants to show.
  func want(_ id: PanoramaTileID, distance: Double) -> PanoramaTile {
    let tile = tiles[id] ?? PanoramaTile(id)
    if tile.lastWish != frame {
      if tile.lastWish == 0 { tiles[id] = tile }
      tile.lastWish = frame
      tile.lastUse = frame
      tile.distance = distance
      wishes.append(tile)
    }
    tile.distance = min(tile.distance, distance)
    return tile
  }

  /// A tile that is here, wanted or not.
  func known(_ id: PanoramaTileID) -> PanoramaTile? { tiles[id] }

  /// The mesh appends to the triangles of `tile`.
  func willDraw(_ tile: PanoramaTile) {
    guard tile.lastDraw != frame else { return }
    tile.lastDraw = frame
    tile.lastUse = frame
    tile.vertices.removeAll(keepingCapacity: true)
    tile.exact.removeAll(keepingCapacity: true)
    drawn.append(tile)
  }

  /// Whether everything that the last frame wanted is here or will not come.
  var isComplete: Bool {
    wishes.allSatisfy { tile in
      switch tile.state {
      case .ready, .failed: true
      case .absent, .loading, .arrived: false
      }
    }
  }

  /// Whether anything can be drawn.
  var hasPicture: Bool { tiles.values.contains { $0.isReady } }

  /// Whether what the last frame wanted of the coarsest level is here, or will not come, and there is anything to see.
  var isCoarseComplete: Bool {
    hasPicture
      && wishes.allSatisfy { tile in
        if tile.id.level > 0 { return true }
        switch tile.state {
        case .ready, .failed: return true
        case .absent, .loading, .arrived: return false
        }
      }
  }

  /// Whether nothing of the coarsest level will come.
  var isLost: Bool {
    !hasPicture && !wishes.isEmpty
      && wishes.allSatisfy { tile in
        if case .failed = tile.state { return true }
        return false
      }
  }

  var byteCount: Int { tiles.values.reduce(0) { $0 + $1.byteCount } }

  // MARK: Loading

  /// Asks for what the last frame wanted, and gives up what no frame wants any more.
  func load() {
    for tile in tiles.values where tile.lastWish != frame {
      guard case .loading = tile.state, tile.id.level > 0 else { continue }
      loads.removeValue(forKey: tile.id)?.task.cancel()
      tile.state = .absent
    }
    while loads.count < Self.maximumLoads, let tile = nextWish { start(tile) }
  }

  /// Of the coarsest level first, then nearest to the middle of the view.
  private var nextWish: PanoramaTile? {
    var next: PanoramaTile?
    for tile in wishes {
      guard case .absent = tile.state else { continue }
      guard let other = next else {
        next = tile
        continue
      }
      let (a, b) = (tile.id.level == 0, other.id.level == 0)
      if a != b ? a : tile.distance < other.distance { next = tile }
    }
    return next
  }

  private func start(_ tile: PanoramaTile) {
    tile.state = .loading
    loadCount += 1
    let task = Task.detached { [picture, arrivals, number = loadCount, id = tile.id, makesCopies = keepsImages] in
      do throws(PanoramaError) {
        let image = try await picture.image(for: id)
        let copies = makesCopies ? PanoramaCopy.copies(of: image, as: id, in: picture) : []
        arrivals.post(Arrival(id: id, load: number, result: .success((image, copies))))
      } catch {
        arrivals.post(Arrival(id: id, load: number, result: .failure(error)))
      }
    }
    loads[tile.id] = Load(number: loadCount, task: task)
  }

  /// Takes what came; true when something did.
  func takeArrivals() -> Bool {
    let came = arrivals.drain()
    for arrival in came {
      guard loads[arrival.id]?.number == arrival.load else { continue }
      loads[arrival.id] = nil
      guard let tile = tiles[arrival.id] else { continue }
      switch arrival.result {
      case .success(let came):
        tile.state = .arrived(came.image, rows: 0)
        tile.copies = came.copies
      case .failure(.cancelled): tile.state = .absent
      case .failure(let fault):
        tile.state = .failed
        if case .notFound = fault, tile.id.level > 0 { continue }
        faults.append(fault)
      }
    }
    return !came.isEmpty
  }

  // MARK: The driver

  /// Whether something waits to be brought to the driver.
  var hasUploads: Bool {
    wishes.contains { tile in
      if case .arrived = tile.state { return true }
      return false
    }
  }

  /// Brings what came to the driver while `budget` has time, coarse tiles first; true when a tile was finished.
  func upload(_ device: GPUDevice, _ budget: UploadBudget) throws(GPUError) -> Bool {
    var isFinished = false
    for pass in 0..<2 {
      for tile in wishes where (tile.id.level == 0) == (pass == 0) {
        guard case .arrived(let image, var rows) = tile.state else { continue }
        let texture = try texture(of: tile, image, device)
        rows = Self.upload(image, from: rows, to: texture, budget)
        tile.state = .arrived(image, rows: rows)
        guard rows == image.height else { return isFinished }
        if texture.texture.isMipmapped { texture.texture.generateMipmaps(from: image.pixels) }
        if keepsImages { tile.keep(image) } else { (tile.image, tile.copies) = (nil, []) }
        tile.state = .ready
        isFinished = true
      }
    }
    if isFinished { makeRoom() }
    return isFinished
  }

  /// Brings rows from `row` on while there is time; the first that was not.
  private static func upload(_ image: Image, from row: Int, to held: HeldTexture, _ budget: UploadBudget) -> Int {
    let pixels = image.pixels
    let rowBytes = 4 * image.width
    let strip = max(stripBytes / rowBytes, 1)
    var row = row
    while row < image.height {
      let count = min(strip, image.height - row)
      guard budget.hasTime(bytes: count * rowBytes) else { break }
      let start = budget.start()
      held.texture.upload(
        pixels.span.extracting(row * rowBytes..<(row + count) * rowBytes), x: 0, y: row, width: image.width, height: count)
      budget.stop(start, bytes: count * rowBytes)
      row += count
    }
    return row
  }

  private func texture(of tile: PanoramaTile, _ image: Image, _ device: GPUDevice) throws(GPUError) -> HeldTexture {
    if let texture = tile.texture { return texture }
    let made = try HeldTexture(
      device, width: image.width, height: image.height, isMipmapped: tile.id.level == 0, wraps: wraps,
      label: "panorama tile")
    tile.texture = made
    return made
  }

  /// Forgets what was drawn longest ago, but the coarsest level.
  private func makeRoom() {
    var bytes = byteCount
    guard bytes > Self.budgetBytes else { return }
    let old = tiles.values.filter { $0.lastUse != frame && $0.id.level > 0 && $0.isReady }.sorted { $0.lastUse < $1.lastUse }
    for tile in old where bytes > Self.budgetBytes {
      bytes -= tile.byteCount
      tiles[tile.id] = nil
    }
  }

  /// Forgets all that is in the driver's memory; it is asked for again.
  func forgetTextures() {
    for tile in tiles.values {
      tile.texture = nil
      tile.image = nil
      switch tile.state {
      case .ready:
        tile.state = .absent
        tile.copies = []
      case .arrived(let image, _): tile.state = .arrived(image, rows: 0)
      case .absent, .loading, .failed: break
      }
    }
    drawn = []
  }

  /// Gives back what the last frame did not draw.
  func trim() {
    for tile in tiles.values where tile.lastUse != frame && tile.isReady { tiles[tile.id] = nil }
  }
}

extension PanoramaPicture {
  /// Whether a tile of each level goes all around: of those of other pictures some end where others begin.
  var goesAroundInEachTile: Bool { layout.goesAround && levels.allSatisfy { $0.columns == 1 } }
}

extension PanoramaLayout {
  /// Whether its left edge adjoins its right.
  var goesAround: Bool {
    switch self {
    case .equirectangular(let extent), .cylindrical(let extent): extent.isFullTurn
    case .cube, .dualFisheye: false
    }
  }
}

extension SIMD3<Double> {
  /// From one direction to another, as a chord of the sphere; nil where one of them is nothing.
  func chord(to other: SIMD3<Double>) -> Double? {
    let way = other - self
    let length = (way * way).sum().squareRoot()
    return length.isFinite ? length : nil
  }
}
