public import Foundation

/// What lights a map: buildings, models, ground and sky.
public enum SunLight: Hashable, Sendable {
  /// The light of the style; nothing throws shadows, and the ground is as bright at any hour. The default.
  case off
  /// The light of the style, in which buildings, models and polygons that stand throw shadows.
  case style
  /// The Sun at the time of the map's clock (`MapView.clock`), which goes with the machine's unless it is set: its shadows, and the
  /// colours that it gives to ground and sky, dusk and night.
  case now
  /// The same at one moment, whatever the clock says. For times outside the years 1600 to 2600, and such that are none, the light is
  /// that of `off`.
  case date(Date)
}
