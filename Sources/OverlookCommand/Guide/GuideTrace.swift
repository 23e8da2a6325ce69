import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookRouting

/// Reads the fixes of a drive from files of people.
enum GuideTrace {
  /// In the order of the file; a second apart where it has no times.
  static func fixes(of path: String) throws -> [LocationFix] {
    let trace: [TraceFix]
    do throws(FormatError) { trace = try FixFile.fixes(of: path) } catch { throw CommandFailure(description: "\(error)") }
    guard !trace.isEmpty else { throw CommandFailure(description: "\(path): there are no positions in it") }
    var time = -1.0
    return trace.map { fix in
      time = fix.time ?? time + 1
      return LocationFix(fix.coordinate, time: time, accuracy: fix.accuracy, speed: fix.speed, course: fix.course)
    }
  }
}
