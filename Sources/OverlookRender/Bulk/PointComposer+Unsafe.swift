import OverlookCamera
import OverlookGeometry
import OverlookScene

/// Draws points on the processor, block by block and the topmost first: pixels are written until they are opaque, and points that
/// lie wholly under others cost a look.
///
/// For drivers that draw on the processor themselves, where a sprite costs many times as much, hidden or not. Of a million points
/// in a view all but some ten thousand lie under others. The picture is that of the sprites, but for the last bits of soft edges.
final class PointComposer {
  /// A point in view, with all that its drawing needs: what lies elsewhere in memory costs more to fetch than to draw.
  private struct Candidate: BitwiseCopyable {
    var middle: SIMD2<Float>
    /// As in the columns; not used where all are the same.
    var color: UInt32
    var radius: Float
  }

  /// Of the picture, in pixels.
  let width: Int
  let height: Int
  /// Premultiplied RGBA, the top row first.
  private let pixels: UnsafeMutablePointer<UInt32>
  private let scratch: UnsafeMutablePointer<UInt64>
  private let blocksAcross: Int
  private let blocksDown: Int
  private var candidates = ContiguousArray<Candidate>()
  /// Where the members of each block begin; one more than there are blocks.
  private var firsts: ContiguousArray<Int>
  /// The candidates of each block, in their order.
  private var members = ContiguousArray<Candidate>()
  /// By four times the radius in pixels.
  private var stamps: [DiscStamps?] = []

  /// The largest radius that is drawn here, in pixels, outline included.
  static let maximumRadiusPixels = 30.0

  init(width: Int, height: Int) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    pixels = .allocate(capacity: self.width * self.height)
    pixels.initialize(repeating: 0, count: self.width * self.height)
    scratch = .allocate(capacity: PictureBlock.side)
    scratch.initialize(repeating: 0, count: PictureBlock.side)
    blocksAcross = (self.width + PictureBlock.side - 1) / PictureBlock.side
    blocksDown = (self.height + PictureBlock.side - 1) / PictureBlock.side
    firsts = ContiguousArray(repeating: 0, count: blocksAcross * blocksDown + 1)
  }

  deinit {
    pixels.deallocate()
    scratch.deallocate()
  }

  /// The picture.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: pixels, count: 4 * width * height))
  }

  /// Draws the layer's points anew; false when none is in view.
  @MainActor
  func draw(
    _ columns: PointColumns, _ style: PointStyle, view: ViewTransform, pixelsPerPoint: Double, visibleRect: WorldRect
  ) -> Bool {
    candidates.removeAll(keepingCapacity: true)
    for copy in WorldCopy.around(view, in: visibleRect) {
      collect(
        columns, style, PointScreen(view, pixelsPerPoint: pixelsPerPoint, visibleRect: visibleRect, worldCopy: copy))
    }
    if candidates.isEmpty { return false }
    sort(reach: Float(Double(style.largestRadius + style.strokeWidthPoints / 2) * pixelsPerPoint + 1))
    let dot = Dot(style, pixelsPerPoint: pixelsPerPoint)
    for row in 0..<blocksDown {
      for column in 0..<blocksAcross { drawBlock(column, row, style, dot) }
    }
    return true
  }

  /// Finds the points in one copy of the world, in their order.
  @MainActor
  private func collect(_ columns: PointColumns, _ style: PointStyle, _ screen: PointScreen) {
    // References of their own, so that reading the elements does not go through the layer.
    let (places, colors, radii) = (columns.places.elements, columns.colors.elements, columns.radii.elements)
    let values = style.shownValues == nil ? [] : columns.filterValues.elements
    let shown = style.shownValues ?? 0...0
    var found = ContiguousArray<Candidate>()
    swap(&found, &candidates)
    for (chunk, box) in columns.chunks.boxes.enumerated() where screen.meets(box) {
      let first = chunk * PlaceChunks.size
      for index in first..<min(first + PlaceChunks.size, places.count) {
        guard let middle = screen.pixel(of: places[index]) else { continue }
        if !values.isEmpty, !shown.contains(values[index]) { continue }
        found.append(
          Candidate(middle: middle, color: colors.isEmpty ? 0 : colors[index], radius: radii.isEmpty ? 0 : radii[index]))
      }
    }
    swap(&found, &candidates)
  }

  // MARK: Blocks

  /// Sorts the candidates into blocks, by counting.
  private func sort(reach: Float) {
    let grid = BlockGrid(across: blocksAcross, down: blocksDown, reach: reach)
    // Locals, so that no access goes through the object.
    var (firsts, members) = (ContiguousArray<Int>(), ContiguousArray<Candidate>())
    swap(&firsts, &self.firsts)
    swap(&members, &self.members)
    for block in firsts.indices { firsts[block] = 0 }
    for candidate in candidates {
      grid.forEach(candidate.middle) { firsts[$0] += 1 }
    }
    var total = 0
    for block in firsts.indices {
      let count = firsts[block]
      firsts[block] = total
      total += count
    }
    if members.count < total {
      let none = Candidate(middle: .zero, color: 0, radius: 0)
      members.append(contentsOf: repeatElement(none, count: total - members.count))
    }
    for candidate in candidates {
      grid.forEach(candidate.middle) { block in
        members[firsts[block]] = candidate
        firsts[block] += 1
      }
    }
    // Each block's first has become the next one's.
    for block in firsts.indices.dropFirst().reversed() { firsts[block] = firsts[block - 1] }
    firsts[0] = 0
    swap(&firsts, &self.firsts)
    swap(&members, &self.members)
  }

  private func drawBlock(_ column: Int, _ row: Int, _ style: PointStyle, _ dot: Dot) {
    var dot = dot
    var stamp = stamp(radiusPixels: dot.radius)
    let block = row * blocksAcross + column
    var picture = PictureBlock(column: column, row: row, of: pixels, width: width, height: height, scratch: scratch)
    let members = members
    for member in members[firsts[block]..<firsts[block + 1]].reversed() {
      if style.radius == nil {
        dot.setRadius(member.radius)
        stamp = self.stamp(radiusPixels: dot.radius)
      }
      guard let stamp else { continue }
      dot.middle = member.middle
      if style.color == nil { dot.setColor(member.color) }
      picture.draw(dot, stamp)
      if picture.isFull { break }
    }
  }

  /// The stamps for a radius, made when it is met first; nil when it is not one.
  private func stamp(radiusPixels: Float) -> DiscStamps? {
    guard radiusPixels > 0, radiusPixels <= Float(Self.maximumRadiusPixels),
      let nearest = Int(exactly: (radiusPixels * 4).rounded())
    else { return nil }
    let key = max(nearest, 1)
    if stamps.count <= key { stamps.append(contentsOf: repeatElement(nil, count: key + 1 - stamps.count)) }
    if let made = stamps[key] { return made }
    // An eighth of a pixel is what the radius may differ from its stamp's, a quarter for the smallest.
    let made = DiscStamps(radiusPixels: Double(key) / 4, slack: key == 1 ? 0.25 : 0.125)
    stamps[key] = made
    return made
  }
}

/// The blocks of a picture that something may meet.
private struct BlockGrid {
  let across: Int
  let down: Int
  /// Of anything from its middle, in pixels.
  let reach: Float

  @inline(__always)
  func forEach(_ middle: SIMD2<Float>, _ body: (_ block: Int) -> Void) {
    let low = (middle - reach) * (1 / Float(PictureBlock.side))
    let high = (middle + reach) * (1 / Float(PictureBlock.side))
    guard high.x >= 0, high.y >= 0, low.x < Float(across), low.y < Float(down) else { return }
    // Places lie within a million pixels.
    let columns = max(Int(low.x), 0)...min(Int(high.x), across - 1)
    for row in max(Int(low.y), 0)...min(Int(high.y), down - 1) {
      for column in columns { body(row * across + column) }
    }
  }
}
