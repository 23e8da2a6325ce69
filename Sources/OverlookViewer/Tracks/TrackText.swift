import OverlookSupport

/// Figures of tracks as people read them.
enum TrackText {
  static func length(_ meters: Double) -> String { MeasureFormat.current.length(meters) }

  static func height(_ meters: Double) -> String { MeasureFormat.current.height(meters) }

  /// Of metres a second.
  static func speed(_ speed: Double) -> String { MeasureFormat.current.speed(speed) }

  static func duration(_ seconds: Double) -> String { MeasureFormat.current.duration(seconds) }
}
