import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookRouting

/// Reads traces from files of people.
enum FixFile {
  /// The positions of all features, in the order of the file. Of GPX with tracks those of the tracks alone: its routes and waypoints are
  /// places to go to, and no fixes.
  static func fixes(of path: String) throws(FormatError) -> [TraceFix] {
    let document = try FileFormats.read(path: path)
    let shapes = document.shapes
    let tracks = document.format == "GPX" ? document.folders.firstIndex { $0.name == DocumentFolder.gpxTracks } : nil
    let features = (0..<shapes.count).filter { tracks == nil || Int(shapes.records.folder(of: $0)) == tracks }
    return features.flatMap { feature in
      shapes.positions(ofFeature: feature).map { position in
        TraceFix(
          shapes.place(position), time: shapes.time(position), speed: shapes.measure(PointMeasure.speed, at: position),
          course: shapes.measure(PointMeasure.course, at: position), accuracy: shapes.measure("accuracy", at: position))
      }
    }
  }
}
