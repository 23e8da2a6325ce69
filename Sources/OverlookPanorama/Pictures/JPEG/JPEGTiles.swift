import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Synchronization

/// The tiles of a large JPEG file: the lowest level is all of it at once at an eighth, the others are decoded out of the parts they show.
///
/// Work is done on the workers, and ends soon when nobody wants it.
final class JPEGTiles: PanoramaTileSource {
  private let bytes: [UInt8]
  private let plan: JPEGPlan
  private let workers: WorkerPool
  let levels: [PanoramaLevel]
  /// Of each level.
  private let divisors: [Int]
  private let parts = Mutex<JPEGParts?>(nil)

  private static let tilePixels = 512
  private static let limits = ImageLimits(maximumSide: 8192, maximumByteCount: 128 << 20)

  /// Nil for pictures whose parts cannot be had alone.
  init?(_ bytes: [UInt8], _ plan: JPEGPlan, workers: WorkerPool) {
    guard plan.isSequential else { return nil }
    (self.bytes, self.plan, self.workers) = (bytes, plan, workers)
    // Down to what is not worth a level.
    divisors = [8, 4, 2, 1].filter { plan.width / $0 >= 1024 || $0 == 1 }
    let lowest = divisors.first
    levels = divisors.map { divisor in
      let (width, height) = ((plan.width - 1) / divisor + 1, (plan.height - 1) / divisor + 1)
      return divisor == lowest
        ? PanoramaLevel(width: width, height: height, tileWidth: width, tileHeight: height)
        : PanoramaLevel(width: width, height: height, tileWidth: Self.tilePixels, tileHeight: Self.tilePixels)
    }
  }

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    try await workers.panoramaWork { [self] ticket throws(PanoramaError) in try decode(tile, ticket) }
  }

  private func decode(_ tile: PanoramaTileID, _ ticket: WorkTicket) throws(PanoramaError) -> Image {
    do throws(FormatError) {
      if tile.level == 0 { return try ScaledJPEG.decode(bytes, divisor: divisors[0], limits: Self.limits) }
    } catch { throw PanoramaError(error) }
    let parts = try index(ticket)
    let (divisor, level) = (divisors[tile.level], levels[tile.level])
    let pixels = divisor * Self.tilePixels
    let (left, top) = (tile.column * pixels, tile.row * pixels)
    let size = level.size(column: tile.column, row: tile.row)
    guard
      let file = parts.file(
        left: left, top: top, width: min(size.width * divisor, plan.width - left),
        height: min(size.height * divisor, plan.height - top))
    else { throw PanoramaError(FormatError.truncated(JPEGPlan.thing)) }
    do throws(FormatError) {
      return try ScaledJPEG.decode(file, divisor: divisor, limits: Self.limits)
    } catch { throw PanoramaError(error) }
  }

  /// The index, made when it is wanted first. Others that want it meanwhile wait: two would take as long again.
  private func index(_ ticket: WorkTicket) throws(PanoramaError) -> JPEGParts {
    let made = parts.withLock { parts -> Result<JPEGParts, PanoramaError> in
      if let parts { return .success(parts) }
      do throws(PanoramaError) {
        let new = try JPEGParts(bytes, plan) { !ticket.isCancelled }
        parts = new
        return .success(new)
      } catch { return .failure(error) }
    }
    return try made.get()
  }
}
