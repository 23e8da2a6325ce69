internal import Foundation
package import OverlookFormats
internal import OverlookRoads
internal import OverlookSearch
internal import OverlookTileBuilder

/// One of the files that a region is made of, and what makes it.
struct RegionPart: Sendable {
  /// What the parts are made from.
  struct Input {
    var data: OSMData
    /// Of the region.
    var name: String
    /// Of the data (ISO 8601).
    var date: String?
    /// For errors.
    var path: String
  }

  /// Of the file, in the folder.
  var file: String
  var stage: RegionBuilder.Stage
  /// Of the file's format.
  var version: Int
  /// Makes the file at a path, and tells how much of it is done, 0 ... 1. False: the data have nothing for it, and there is no file.
  var make: @Sendable (Input, String, inout RegionDescription.Counts, (Double) -> Void) throws(FormatError) -> Bool

  /// All of them, in the order in which they are made.
  static let all: [RegionPart] = [tiles, roads, search]

  private static let tiles = RegionPart(file: RegionFiles.tiles, stage: .tiles, version: 1) {
    input, path, counts, progress throws(FormatError) in
    let summary = try CityTiles.build(input.data, input: input.path, output: path, name: input.name) { stage, done in
      progress(stage == .cutting ? done * 0.9 : stage == .writing ? 0.9 + done * 0.1 : 0)
    }
    counts.tiles = summary.tiles
    return true
  }

  private static let roads = RegionPart(file: RegionFiles.roads, stage: .roads, version: Int(RoadGraphFile.version)) {
    input, path, _, progress throws(FormatError) in
    let (graph, report) = try RoadGraphBuilder.build(input.data, thing: input.path, progress: { progress($0 * 0.9) })
    guard report.roads > 0 else { return false }
    // Of a large region the first hierarchies are made quicker.
    try RoadGraphFile.write(graph.arcCount >= RoadGraph.orderedArcCount ? graph.ordered() : graph, to: path)
    progress(1)
    return true
  }

  private static let search = RegionPart(file: RegionFiles.search, stage: .search, version: 1) {
    input, path, _, progress throws(FormatError) in
    let description = SearchIndexDescription(name: input.name, credit: CitySchema.attribution, date: input.date ?? "")
    try SearchIndexBuilder.write(input.data, to: path, description, progress: progress)
    return true
  }
}
