import OverlookGeometry
import OverlookSupport

/// Sorts the places of a layer on a thread of its own. Main thread only.
///
/// The places are those of the layer, not a copy; a layer that changes meanwhile gets new ones.
@MainActor final class PlaceSorting {
  /// Starts the work on a thread; throws where none is to be had.
  typealias Start = (@escaping @Sendable () -> Void) throws -> Void

  static let onOwnThread: Start = { try ServiceThread.start("overlook-places", stackBytes: 512 << 10, $0) }

  private let outcome = Mailbox<PlaceNeighbourhoods> {}
  private let hasStarted: Bool
  private var found: PlaceNeighbourhoods?

  /// Where no thread is to be had, nothing is ever found.
  init(_ places: ContiguousArray<FixedPlace>, start: Start) {
    let outcome = outcome
    do {
      try start { outcome.post(PlaceNeighbourhoods(places)) }
      hasStarted = true
    } catch {
      hasStarted = false
    }
  }

  /// Whether something will be found that is not yet.
  var isRunning: Bool { hasStarted && neighbourhoods == nil }

  /// Nil until they are sorted.
  var neighbourhoods: PlaceNeighbourhoods? {
    if found == nil { found = outcome.drain().last }
    return found
  }
}
