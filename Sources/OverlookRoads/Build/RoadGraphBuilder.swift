package import OverlookFormats

/// Makes a `RoadGraph` from OpenStreetMap data.
package struct RoadGraphBuilder {
  /// What the data lacked or was not understood.
  package struct Report: Hashable, Sendable {
    package var roads = 0
    /// Nodes of roads that are not in the data: roads end there.
    package var missingNodes = 0
    /// Roads with less than two places.
    package var uselessRoads = 0
    /// Conditions that are no times, or are not understood.
    package var unknownConditions = 0
    package var restrictions = 0
    /// Restrictions whose members do not fit together.
    package var brokenRestrictions = 0
  }

  /// A graph of more would not fit its numbers.
  static let segmentLimit = 1 << 28

  private let data: OSMData
  private let thing: String
  var reader = WayReader()
  private(set) var report = Report()

  private init(_ data: OSMData, thing: String) {
    self.data = data
    self.thing = thing
  }

  /// The graph of all roads in `data`; a graph without roads where there are none. `progress` is told 0 ... 1. `thing` names the data
  /// in errors. Any thread.
  package static func build(
    _ data: OSMData, thing: String = "OSM data", progress: (Double) -> Void = { _ in }
  ) throws(FormatError) -> (graph: RoadGraph, report: Report) {
    var builder = RoadGraphBuilder(data, thing: thing)
    var network = RoadNetwork()
    builder.readNodes(into: &network)
    progress(0.15)
    builder.readWays(into: &network)
    progress(0.5)
    try network.cut(limit: segmentLimit, thing: thing)
    progress(0.65)
    let restrictions = builder.readRestrictions(network)
    progress(0.75)
    var columns = network.columns(restrictions: restrictions, texts: &builder.reader)
    columns.rows = builder.reader.rows
    columns.conditions = builder.reader.conditions
    columns.times = builder.reader.times.words
    columns.textStart = builder.reader.texts.starts
    columns.textBytes = builder.reader.texts.bytes
    progress(0.9)
    builder.report.unknownConditions = builder.reader.unknownConditions
    let graph = try RoadGraph(columns, thing: thing)
    progress(1)
    return (graph, builder.report)
  }

  private func readNodes(into network: inout RoadNetwork) {
    for node in data.nodes {
      let tags = data.tags(node.tags)
      guard tags["highway"] != nil || tags["barrier"] != nil || tags["railway"] != nil || tags["junction"] != nil else {
        continue
      }
      if let traits = NodeReader(RoadTags(tags)) { network.traits[node.id] = traits }
    }
  }

  private mutating func readWays(into network: inout RoadNetwork) {
    for way in data.ways {
      let tags = data.tags(way.tags)
      let highway = tags["highway"]
      guard let (roadClass, isLink) = WayReader.roadClass(highway, route: highway == nil ? tags["route"] : nil) else { continue }
      let runs = runs(of: way)
      guard !runs.isEmpty else {
        report.uselessRoads += 1
        continue
      }
      let row = reader.row(RoadTags(tags), roadClass, isLink: isLink) {
        runs.reduce(0) { $0 + RoadNetwork.length($1.map(\.coordinate)) }
      }
      guard let row else { continue }
      report.roads += 1
      for run in runs { network.add(run, way: way.id, row: row) }
    }
  }

  /// The parts of a way whose nodes are all there, without nodes that are said twice in a row.
  private mutating func runs(of way: OSMData.Way) -> [[RoadNetwork.Place]] {
    var runs: [[RoadNetwork.Place]] = []
    var run: [RoadNetwork.Place] = []
    for id in data.references[way.references] {
      guard let coordinate = data.location(ofNode: id) else {
        report.missingNodes += 1
        if run.count > 1 { runs.append(run) }
        run = []
        continue
      }
      if run.last?.id != id { run.append(RoadNetwork.Place(id: id, coordinate: coordinate)) }
    }
    if run.count > 1 { runs.append(run) }
    return runs
  }

  private mutating func readRestrictions(_ network: RoadNetwork) -> [RoadRestriction] {
    var restrictions = RestrictionReader(data: data, network: network)
    restrictions.read()
    report.restrictions = restrictions.count
    report.brokenRestrictions = restrictions.broken
    reader.countUnknown(restrictions.unknown)
    return restrictions.restrictions
  }
}
