import OverlookGeometry
import OverlookSupport

/// One tile for whoever waits for it.
struct TileRequest: Sendable {
  let source: TileSource
  let services: TileServices

  /// What the source has for `tile`; nil when the task was cancelled meanwhile.
  func content(of tile: TileID) async -> TileContent? {
    let ticket = WorkTicket()
    let answer = OneAnswer<TileContent?>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.set(continuation)
        source.provider.fetch(tile, ticket: ticket, services: services) { answer.give($0) }
      }
    } onCancel: {
      ticket.cancel()
      answer.give(nil)
    }
  }
}
