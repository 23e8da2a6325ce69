/// Draws the elements of one layer in one frame; several threads use it at the same time.
protocol BlockPainter {
  /// An element in view, with all that its drawing needs: what lies elsewhere in memory costs more to fetch than to draw.
  associatedtype Element: BitwiseCopyable
  /// What may be looked through apart from each other.
  var chunkCount: Int { get }
  /// Calls `body` with what may be seen of some chunks, in the order of drawing.
  func forEachElement(inChunks range: Range<Int>, _ body: (Element) -> Void)
  /// The corners of a box around an element, in pixels of the picture.
  func box(of element: Element) -> (low: SIMD2<Float>, high: SIMD2<Float>)
  /// Draws `elements`, the topmost last, until nothing more can be seen.
  func draw(_ elements: UnsafeBufferPointer<Element>, into block: inout PictureBlock)
  /// Calls `rasterizer.work(part:worker:)`. A pool reaches rasterizers through a protocol, where no painter is known; here it is, and
  /// the loops are compiled for it: otherwise every element would cost several calls through tables.
  static func run(_ rasterizer: BlockRasterizer<Self>, part: Int, worker: Int)
}

/// Draws elements on the processor, block by block and the topmost first: pixels are written until they are opaque, and elements
/// that lie wholly under others cost a look.
///
/// For drivers that draw on the processor themselves, where a quad costs many times as much, hidden or not. Of a million points
/// in a view all but some ten thousand lie under others. All threads of the pool look through the places, sort what is in view
/// into blocks by counting, and draw blocks, each phase being a loop of its own.
final class BlockRasterizer<Painter: BlockPainter>: SharedLoop {
  private typealias Element = Painter.Element

  private enum Phase { case collect, sort, draw }

  /// What one part of the loops found: neighbours in the order of drawing.
  private final class Part {
    var elements = ContiguousArray<Element>()
    /// For each block, first how many elements meet it, then where the next one goes.
    var places: ContiguousArray<Int>

    init(blocks: Int) { places = ContiguousArray(repeating: 0, count: blocks) }
  }

  /// What the threads draw.
  private struct Job {
    let painter: Painter
    let sheet: PixelSheet
  }

  private let pool: LoopPool
  private var grid = BlockGrid(width: 0, height: 0)
  private var parts: [Part] = []
  /// One for each thread.
  private var blockSheets: [BlockSheet] = []
  private var job: Job?
  private var phase = Phase.collect
  /// Where the members of each block begin; one more than there are blocks.
  private var firsts = ContiguousArray<Int>()
  /// The elements of each block, in their order. Invariant: in the phase `sort` each part writes to places that `firsts` and the
  /// counts of the parts keep for it alone; in `draw` nobody writes.
  private var members: UnsafeMutablePointer<Element>?
  private var memberCapacity = 0

  /// A few for each thread, so that none waits long for the last.
  private static var partCount: Int { 16 }

  init(_ pool: LoopPool) { self.pool = pool }

  deinit {
    members?.deallocate()
  }

  /// Draws elements anew; false when none is in view.
  func draw(_ painter: Painter, to sheet: PixelSheet) -> Bool {
    prepareBlocks(of: sheet)
    job = Job(painter: painter, sheet: sheet)
    defer { job = nil }
    phase = .collect
    pool.run(parts.count, self)
    let total = assignPlaces()
    if total == 0 { return false }
    reserve(total)
    phase = .sort
    pool.run(parts.count, self)
    phase = .draw
    pool.run(grid.count, self)
    return true
  }

  private func prepareBlocks(of sheet: PixelSheet) {
    grid = BlockGrid(width: sheet.width, height: sheet.height)
    guard firsts.count != grid.count + 1 else { return }
    parts = (0..<(pool.workerCount > 1 ? Self.partCount : 1)).map { _ in Part(blocks: grid.count) }
    blockSheets = (0..<pool.workerCount).map { _ in BlockSheet() }
    firsts = ContiguousArray(repeating: 0, count: grid.count + 1)
  }

  func run(part: Int, worker: Int) { Painter.run(self, part: part, worker: worker) }

  /// What `run` does.
  func work(part: Int, worker: Int) {
    guard let job else { return }
    switch phase {
    case .collect: collect(parts[part], part, job.painter)
    case .sort: sort(parts[part], job.painter)
    case .draw: draw(block: part, blockSheets[worker], job)
    }
  }

  private func collect(_ part: Part, _ number: Int, _ painter: Painter) {
    // Locals, so that no access goes through the objects.
    let grid = grid
    var (found, counts) = (ContiguousArray<Element>(), ContiguousArray<Int>())
    swap(&found, &part.elements)
    swap(&counts, &part.places)
    found.removeAll(keepingCapacity: true)
    for block in counts.indices { counts[block] = 0 }
    let chunks = painter.chunkCount
    painter.forEachElement(inChunks: chunks * number / parts.count..<chunks * (number + 1) / parts.count) { element in
      found.append(element)
      let box = painter.box(of: element)
      grid.forEach(from: box.low, to: box.high) { counts[$0] += 1 }
    }
    swap(&found, &part.elements)
    swap(&counts, &part.places)
  }

  /// Turns the counts of the parts into places; answers how many there are.
  private func assignPlaces() -> Int {
    var total = 0
    for block in 0..<grid.count {
      firsts[block] = total
      for part in parts {
        let count = part.places[block]
        part.places[block] = total
        total += count
      }
    }
    firsts[grid.count] = total
    return total
  }

  private func reserve(_ count: Int) {
    guard count > memberCapacity else { return }
    members?.deallocate()
    memberCapacity = count + count / 4
    members = .allocate(capacity: memberCapacity)
  }

  private func sort(_ part: Part, _ painter: Painter) {
    guard let members else { return }
    let grid = grid
    var places = ContiguousArray<Int>()
    swap(&places, &part.places)
    for element in part.elements {
      let box = painter.box(of: element)
      grid.forEach(from: box.low, to: box.high) { block in
        (members + places[block]).initialize(to: element)
        places[block] += 1
      }
    }
    swap(&places, &part.places)
  }

  private func draw(block number: Int, _ blockSheet: BlockSheet, _ job: Job) {
    var block = PictureBlock(
      column: number % grid.across, row: number / grid.across, width: job.sheet.width, height: job.sheet.height,
      sheet: blockSheet)
    let first = firsts[number]
    job.painter.draw(UnsafeBufferPointer(start: members.map { $0 + first }, count: firsts[number + 1] - first), into: &block)
    block.copy(to: job.sheet)
  }
}
