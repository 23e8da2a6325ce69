package import OverlookLayout

// Light and time.
extension MapView {
  /// What lights the map. Default `off`, which costs nothing.
  ///
  /// In the Sun's light buildings of the style, models and polygons that stand throw shadows onto the ground and each other, softer
  /// the farther they fall, and the colours of ground and sky are those of the hour. The Sun is that of the middle of the view.
  public var sunLight: SunLight {
    get { watched(\.sunLight, standard.sky.sunLight) }
    set {
      guard newValue != standard.sky.sunLight else { return }
      change(\.sunLight) { standard.sky.sunLight = newValue }
      requestFrame(.tiles)
    }
  }

  /// The time that the map shows.
  public var clock: MapClock { standard.sky.clock }

  /// The style that is drawn in place of that of the day while the Sun stands more than four degrees below the horizon of the middle
  /// of the view, at the time of `sunLight` or else of `clock`, and `mapType` is `normal`. Default nil: the same style at any hour.
  public var nightStyle: MapStyle? {
    get { watched(\.nightStyle, standard.sky.nightStyle) }
    set {
      change(\.nightStyle) { standard.sky.nightStyle = newValue }
      requestFrame(.tiles)
      applyMapType()
    }
  }

  /// `nightStyle` while it is shown.
  var styleOfTheHour: MapStyle? { standard.sky.isNight ? nightStyle : nil }

  /// The light of the present moment; nil for the style's alone.
  package var daylight: Daylight? { standard.sky.daylight }
}
