import FuzzSupport
import OverlookFormats
import OverlookGeometry
import OverlookRoads

/// A graph of roads whose checksum nobody looks at: what is read can be asked for everything, and searched.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let graph = try? RoadGraphFile.graph(of: bytes, thing: "roads", isDigestChecked: false), !graph.isEmpty else { return 0 }
  demand(
    (try? RoadGraphFile.graph(of: RoadGraphFile.bytes(of: graph), thing: "again")) != nil, "a graph that cannot be read again")
  let time = RoadTime(weekday: 2, minute: 600)
  let metric = RoadMetric(graph: graph, options: PathOptions(mode: .car, departure: time))
  for arc in 0..<min(graph.arcCount, 200) {
    let road = graph.attributes(arc)
    _ = (road.name, road.ref, road.destinations, road.turnLanes, road.speedLimit(at: time), graph.label(ofNode: graph.head(arc)))
    for place in graph.shape(of: arc) { demand(place.isValid, "a shape off the globe") }
  }
  let ends = [PathEnd(RoadPosition(arc: graph.arcCount - 1, fraction: 0.5))]
  let starts = [PathEnd(RoadPosition(arc: 0, fraction: 0.5))]
  let plain = try? DijkstraSearch(metric: metric).path(from: starts, to: ends)
  let other = try? BidirectionalSearch(metric: metric).path(from: starts, to: ends)
  demand(plain?.cost == other?.cost, "searches that differ")
  _ = graph.snaps(near: graph.coordinate(ofNode: 0), within: 500)
  return 0
}
