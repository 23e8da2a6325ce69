import FuzzSupport
import OverlookFormats
import OverlookGeometry
import OverlookRouting

/// Answers of routing servers, and routes that were kept: whatever is read is a route that can be followed, told and kept.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var request = RouteRequest(
    waypoints: [
      RouteWaypoint(LocationCoordinate(latitude: 53, longitude: 13)),
      RouteWaypoint(LocationCoordinate(latitude: 54, longitude: 13), isStop: false),
      RouteWaypoint(LocationCoordinate(latitude: 55, longitude: 13)),
    ])
  request.options.alternatives = 2
  for form in RoutingServerForm.allCases {
    guard let routes = try? form.routes(in: bytes, for: request, thing: "host") else { continue }
    demandRoutes(routes)
  }
  if let routes = try? RouteReader.routes(bytes) { demandRoutes(routes) }
  return 0
}

private func demandRoutes(_ routes: [Route]) {
  demand(!routes.isEmpty, "no routes")
  for route in routes {
    demand(route.geometry.count >= 2 && route.geometry.allSatisfy(\.isValid), "geometry")
    demand(route.distance >= 0 && route.duration >= 0, "measures of the route")
    for step in route.legs.flatMap(\.steps) {
      demand(step.range.lowerBound >= 0 && step.range.upperBound < route.geometry.count, "range")
      demand(step.distance >= 0 && step.duration >= 0, "measures of a step")
      demand(!step.instruction.isEmpty, "instruction")
      demand((0..<360).contains(step.maneuver.bearingBefore) && (0..<360).contains(step.maneuver.bearingAfter), "bearings")
    }
  }
  _ = RouteGPX.text(routes)
  _ = JSONWriter.text(RouteGeoJSON.value(routes))
  let kept = JSONWriter.text(RouteDocument.value(routes))
  demand((try? RouteReader.routes(Array(kept.utf8))) != nil, "what was kept is not read")
}
