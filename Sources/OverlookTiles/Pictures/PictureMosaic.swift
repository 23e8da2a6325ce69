import OverlookFormats
import OverlookSupport
import Synchronization

/// Makes one picture of the tiles of a block as they come. What is missing of it stays transparent; without any tile there is no
/// picture.
final class PictureMosaic: Sendable {
  private struct State: Sendable {
    var tiles: [Int: Image] = [:]
    var waiting: Int
    var fault: PictureFault?
  }

  private let block: TileBlock
  private let state: Mutex<State>
  private let workers: WorkerPool
  private let ticket: WorkTicket
  private let completion: @Sendable (Result<Image, PictureFault>) -> Void

  /// `completion` is called once when all tiles of `block` were taken, on a worker.
  init(
    _ block: TileBlock, workers: WorkerPool, ticket: WorkTicket,
    completion: @escaping @Sendable (Result<Image, PictureFault>) -> Void
  ) {
    self.block = block
    self.workers = workers
    self.ticket = ticket
    self.completion = completion
    state = Mutex(State(waiting: block.columnCount * block.rowCount))
  }

  /// Takes the tile `index`, counted row after row from the north-west; each once, from any thread.
  func take(_ result: Result<Image, PictureFault>, at index: Int) {
    let whole = state.withLock { state -> State? in
      switch result {
      case .success(let image): state.tiles[index] = image
      case .failure(let fault): state.fault = state.fault ?? fault
      }
      state.waiting -= 1
      return state.waiting == 0 ? state : nil
    }
    guard let whole else { return }
    workers.submit(ticket) { [self] in completion(Self.picture(whole, block)) }
  }

  private static func picture(_ state: State, _ block: TileBlock) -> Result<Image, PictureFault> {
    guard let first = state.tiles.min(by: { $0.key < $1.key })?.value else {
      return .failure(state.fault ?? PictureFault("there is no tile of this time"))
    }
    // All tiles of a block are of one size; others are stretched to that of the first.
    let (side, height) = (first.width, first.height)
    return .success(
      Image(width: side * block.columnCount, height: height * block.rowCount, scale: 1) { column, row in
        guard let tile = state.tiles[row / height * block.columnCount + column / side] else { return SIMD4() }
        let at = 4 * ((row % height) * tile.height / height * tile.width + (column % side) * tile.width / side)
        return SIMD4(tile.pixels[at], tile.pixels[at + 1], tile.pixels[at + 2], tile.pixels[at + 3])
      })
  }
}
