import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookRouting

/// Reads traces from files of people.
enum FixFile {
  /// The positions of all features, in the order of the file.
  static func fixes(of path: String) throws(FormatError) -> [TraceFix] {
    let shapes = try FileFormats.read(path: path).shapes
    return (0..<shapes.positionCount).map { position in
      TraceFix(
        shapes.place(position), time: shapes.time(position), speed: shapes.measure(PointMeasure.speed, at: position),
        course: shapes.measure(PointMeasure.course, at: position), accuracy: shapes.measure("accuracy", at: position))
    }
  }
}
