import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

/// The pictures of one layer on the disk.
struct KeptPictures: Sendable {
  let cache: DiskCache
  let services: TileServices
  /// What they are filed under.
  let source: String
  let tileSize: Int
  let lifetimeSeconds: Double

  /// Of packing what was delivered, which nobody waits for.
  private static let packingPriority = WorkTicket.backgroundPriority

  private func key(_ tile: TileID) -> CacheKey {
    CacheKey("picture\n\(source)\n\(tile.z)/\(tile.x)/\(tile.y)\n\(tileSize)")
  }

  /// Answers `load` with the picture that is kept, or that none is.
  func find(_ load: TileLoad) {
    let key = key(load.tile)
    cache.find(key, ticket: load.ticket) { [self] answer in
      guard let answer, isGood(answer) else { return load.finish(.notKept) }
      if CacheRules.isAbsence(answer.status) { return load.finish(.missing) }
      services.workers.submit(load.ticket) {
        do throws(FormatError) {
          load.finish(.image(try PictureCodec.decode(answer.body)))
        } catch {
          // Of another version of the program, for instance.
          cache.remove(key)
          load.finish(.notKept)
        }
      }
    }
  }

  /// Nobody is asked while offline, so that there is nothing better.
  private func isGood(_ answer: CachedAnswer) -> Bool {
    services.isOffline() || answer.rules.use(now: cache.clock.now(), validAfter: services.confirmedAfter) == .fresh
  }

  /// Keeps what the layer delivered, soon. May be called on any thread.
  func keep(_ image: Image, of tile: TileID) {
    let key = key(tile)
    if image === TileLayer.noTile { return store([], status: 404, key) }
    services.workers.submit(WorkTicket(priority: Self.packingPriority)) {
      // A picture that cannot be packed is asked for again the next time.
      if let bytes = try? PictureCodec.encode(image) { store(bytes, status: 200, key) }
    }
  }

  private func store(_ bytes: [UInt8], status: Int, _ key: CacheKey) {
    var head = HTTPHead()
    head.cacheControl = "max-age=\(Int(exactly: lifetimeSeconds.rounded()) ?? 0)"
    cache.store(CachedAnswer(source: source, status: status, head: head, body: bytes, receivedAt: cache.clock.now()), key: key)
  }
}
