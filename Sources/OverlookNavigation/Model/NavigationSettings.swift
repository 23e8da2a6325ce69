package import OverlookRouting

/// What somebody wants of guidance, and from where on a speed is told as too high.
package struct NavigationSettings: Hashable, Sendable {
  /// The language of announcements, by its code of BCP 47; default "en".
  package var language = "en"
  /// What distances are told in; default metres and kilometres.
  package var units = DistanceUnits.metric
  /// Whether sentences are made at all: without guidance places and progress are told, and nothing is announced. Default true.
  package var isGuiding = true
  /// Kilometres per hour above the limit from which a speed is a little too high; default 6.
  package var minorExcess = 6.0
  /// Kilometres per hour above the limit from which a speed is much too high; default 20.
  package var majorExcess = 20.0
  /// Seconds without a usable fix after which the signal counts as lost; default 5.
  package var lostSeconds = 5.0
  /// Seconds for which a place is reckoned from the last speed when there are no fixes; default 180.
  package var reckoningSeconds = 180.0

  /// The settings that fit most.
  package init() {}
}
