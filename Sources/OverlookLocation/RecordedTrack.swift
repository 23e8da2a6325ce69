import OverlookFiles
package import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Fixes out of a file that somebody recorded: GPX, NMEA and whatever else has positions with times.
package enum RecordedTrack {
  /// In the order of the file; those without a time follow the one before by a second.
  package static func fixes(path: String) throws(FormatError) -> [LocationFix] {
    let document = try FileFormats.read(path: path)
    let shapes = document.shapes
    var fixes: [LocationFix] = []
    var time = 0.0
    for position in 0..<shapes.positionCount {
      let place = shapes.place(position)
      guard place.isValid else { continue }
      let own = shapes.time(position).flatMap { $0.isFinite ? $0 : nil }
      time = own ?? time + 1
      fixes.append(
        LocationFix(
          place, time: time, accuracy: shapes.measure("accuracy", at: position),
          speed: shapes.measure(PointMeasure.speed, at: position),
          course: shapes.measure(PointMeasure.course, at: position), altitude: shapes.height(position), source: .replay))
    }
    guard !fixes.isEmpty else { throw .unsupported(OutsideText.cleaned(path), fault: "it has no positions to play") }
    return fixes
  }
}
