import OverlookSupport
import OverlookTiles

/// Why something of a map could not be loaded.
public struct LoadingFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line for people that names the host or the file and the cause, without secrets.
  public let description: String
  /// Whether the map asks again by itself: a server may come back. Otherwise somebody has to do something about it, and the map
  /// asks again when the network returns, and now and then when the view moves.
  public let isPassing: Bool
  /// Whether nothing of the source can be had, rather than single tiles.
  public let concernsSource: Bool

  init(_ fault: LoadFault) {
    description = fault.message
    isPassing = fault.isPassing
    concernsSource = fault.concernsSource
  }
}

/// How the tiles that a view needs stand.
public struct LoadingState: Hashable, Sendable {
  /// Tiles that are shown.
  public let readyCount: Int
  /// Tiles that are on their way, or failed and are asked for again.
  public let loadingCount: Int
  /// Tiles that do not exist.
  public let missingCount: Int
  /// Tiles that were refused or given up.
  public let failedCount: Int
  /// Why tiles of the view are not shown, each cause once.
  public let faults: [LoadingFault]

  init(_ counts: TileCounts, _ faults: [LoadingFault]) {
    (readyCount, loadingCount) = (counts.ready, counts.loading)
    (missingCount, failedCount) = (counts.missing, counts.failed)
    self.faults = faults
  }
}
