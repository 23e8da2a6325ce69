import OverlookGeometry
import OverlookSupport

/// Sorts the places of a layer on a thread of its own. Main thread only.
///
/// The places are those of the layer, not a copy; a layer that changes meanwhile gets new ones.
@MainActor final class PlaceSorting {
  private let outcome = Mailbox<PlaceNeighbourhoods> {}
  private var found: PlaceNeighbourhoods?

  /// Where no thread is to be had, nothing is ever found.
  init(_ places: ContiguousArray<FixedPlace>) {
    let outcome = outcome
    try? ServiceThread.start("overlook-places", stackBytes: 512 << 10) { outcome.post(PlaceNeighbourhoods(places)) }
  }

  /// Nil until they are sorted.
  var neighbourhoods: PlaceNeighbourhoods? {
    if found == nil { found = outcome.drain().last }
    return found
  }
}
