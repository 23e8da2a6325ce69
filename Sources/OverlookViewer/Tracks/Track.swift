import Overlook
import OverlookFiles
import OverlookSupport

/// A track of an opened file.
@MainActor final class Track {
  let layer: FileLayer
  /// Of the file.
  let feature: Int
  let title: String
  let statistics: TrackStatistics
  let profile: TrackProfile

  private init?(_ layer: FileLayer, _ document: FileDocument, feature: Int) {
    guard let statistics = TrackStatistics(document.shapes, feature: feature), statistics.profile.count > 1 else { return nil }
    (self.layer, self.feature, self.statistics) = (layer, feature, statistics)
    profile = TrackProfile(statistics, document.shapes)
    title = document.title(of: feature) ?? layer.name
  }

  /// More of a file are not listed: those are no tracks but a map of roads.
  private static let (trackLimit, positionLimit) = (200, 2_000_000)

  /// The lines of the files that a map shows.
  static func all(on map: MapView) -> [Track] {
    map.fileLayers.flatMap { layer -> [Track] in
      guard let document = layer.document else { return [] }
      let shapes = document.shapes
      let lines = (0..<document.featureCount).lazy.filter { feature in
        shapes.shapes(of: feature).contains { shapes.shapes[$0].kind == .lines }
      }
      let features = Array(lines.prefix(trackLimit + 1))
      guard features.count <= trackLimit, shapes.positionCount <= positionLimit else { return [] }
      return features.compactMap { Track(layer, document, feature: $0) }
    }
  }

  var bounds: CoordinateBounds { CoordinateBounds(profile.places) }

  /// Name and value of each figure that is known.
  var figures: [(name: String, value: String)] {
    var lines: [(name: String, value: String)] = [(localized("Length"), TrackText.length(statistics.lengthMeters))]
    if let start = statistics.start, let end = statistics.end, end > start {
      lines.append((localized("Duration"), TrackText.duration(end - start)))
      lines.append((localized("Moving time"), TrackText.duration(statistics.movingSeconds)))
    }
    if let speed = statistics.averageSpeed { lines.append((localized("Average speed"), TrackText.speed(speed))) }
    if let speed = statistics.maximumSpeed { lines.append((localized("Highest speed"), TrackText.speed(speed))) }
    if let ascent = statistics.ascentMeters { lines.append((localized("Ascent"), TrackText.height(ascent))) }
    if let descent = statistics.descentMeters { lines.append((localized("Descent"), TrackText.height(descent))) }
    if let low = statistics.lowest, let high = statistics.highest {
      lines.append((localized("Heights"), "\(TrackText.height(low)) – \(TrackText.height(high))"))
    }
    return lines
  }
}
