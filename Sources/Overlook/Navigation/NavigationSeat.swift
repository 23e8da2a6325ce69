/// Which navigator has a map, and whether one may.
@MainActor final class NavigationSeat {
  var isAllowed = true
  /// Of the navigator that has the map; nil for none.
  weak var display: NavigationDisplay?
}
