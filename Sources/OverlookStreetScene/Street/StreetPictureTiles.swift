import OverlookPanorama
import OverlookSupport
import Synchronization

/// Pixels along the horizon of the pictures of a street: of the one that is made first, and of the full one. Both are powers of two within
/// `StreetPicture.widthLimit`.
package struct StreetPictureWidths: Hashable, Sendable {
  package let small: Int
  package let full: Int

  package static let usual = StreetPictureWidths(small: 1_024, full: 4_096)

  package init(small: Int, full: Int) {
    (self.small, self.full) = (small, full)
  }
}

/// The picture of a street as it is made: small at first, then in full, each the first time that a part of it is wanted.
final class StreetPictureTiles: PanoramaTileSource {
  private static let tilePixels = 1_024

  private let widths: StreetPictureWidths
  private let workers: WorkerPool
  private let draw: @Sendable (_ width: Int, _ isCancelled: () -> Bool) throws(PanoramaError) -> Image?
  private let made = Mutex<[Int: Image]>([:])
  private let full = Mutex<SharedWork?>(nil)

  /// A picture that is being made, and how many wait for it.
  private struct SharedWork {
    var task: Task<Result<Image, PanoramaError>, Never>
    var waiting: Int
  }

  /// `draw` makes the picture of a width, on a worker; nil when it was cancelled.
  init(
    workers: WorkerPool, widths: StreetPictureWidths,
    draw: @escaping @Sendable (_ width: Int, _ isCancelled: () -> Bool) throws(PanoramaError) -> Image?
  ) {
    (self.workers, self.widths, self.draw) = (workers, widths, draw)
  }

  var picture: PanoramaPicture {
    let levels = [widths.small, widths.full].map { width in
      PanoramaLevel(
        width: width, height: width / 2, tileWidth: min(Self.tilePixels, width), tileHeight: min(Self.tilePixels, width / 2))
    }
    return PanoramaPicture(layout: .equirectangular(.full), levels: levels, source: self)
  }

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    if tile.level == 0 { return try await image(width: widths.small) }
    let whole = try await fullImage()
    let side = Self.tilePixels
    guard
      let part = whole.part(
        left: tile.column * side, top: tile.row * side, width: min(side, whole.width), height: min(side, whole.height))
    else {
      throw .notFound("the panorama has no such tile")
    }
    return part
  }

  private func image(width: Int) async throws(PanoramaError) -> Image {
    if let image = made.withLock({ $0[width] }) { return image }
    let draw = self.draw
    let image = try await workers.panoramaWork { ticket throws(PanoramaError) in
      guard let image = try draw(width, { ticket.isCancelled }) else { throw .cancelled }
      return image
    }
    made.withLock { $0[width] = image }
    return image
  }

  /// All parts of the full picture wait for one; nobody's picture is not made.
  private func fullImage() async throws(PanoramaError) -> Image {
    let task = full.withLock { shared in
      var work =
        shared
        ?? SharedWork(
          task: Task { [self] in
            do throws(PanoramaError) { return .success(try await image(width: widths.full)) } catch { return .failure(error) }
          }, waiting: 0)
      work.waiting += 1
      shared = work
      return work.task
    }
    let leaving = Mutex(false)
    let leave: @Sendable () -> Void = { [self] in
      guard
        leaving.withLock({ left in
          defer { left = true }
          return !left
        })
      else { return }
      full.withLock { shared in
        shared?.waiting -= 1
        guard let work = shared, work.waiting == 0, made.withLock({ $0[widths.full] == nil }) else { return }
        work.task.cancel()
        shared = nil
      }
    }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      leave()
    }
    leave()
    return try result.get()
  }
}
