import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

@testable import OverlookRouting

/// Requests of tests, from a place in a town to others near it.
enum TestRequest {
  static let places = [
    LocationCoordinate(latitude: 53.55, longitude: 13.25), LocationCoordinate(latitude: 53.551, longitude: 13.252),
    LocationCoordinate(latitude: 53.552, longitude: 13.256), LocationCoordinate(latitude: 53.556, longitude: 13.257),
  ]

  static func request(_ count: Int = 2) -> RouteRequest {
    RouteRequest(waypoints: places.prefix(count).map { RouteWaypoint($0) })
  }
}

/// A server that answers everything alike.
func fixture(_ text: String, status: Int = 200) -> FixtureFetcher {
  FixtureFetcher(other: .success(HTTPResponse(status: status, body: Array(text.utf8))))
}

/// Never waits.
let impatient: Retrying = {
  var retrying = Retrying(pause: { _ in })
  retrying.maximumRetries = 0
  return retrying
}()

func encoded(_ places: some Sequence<LocationCoordinate>, _ precision: PolylinePrecision = .six) -> String {
  JSONWriter.text(.string(Path(places).encodedPath(precision: precision)))
}

/// A value with one member of an object in it replaced, wherever in it the path of names and indices leads.
func replaced(_ value: JSONValue, at path: [String], with new: JSONValue?) -> JSONValue {
  guard let first = path.first else { return new ?? .null }
  let rest = Array(path.dropFirst())
  if var object = value.object {
    object[first] = rest.isEmpty ? new : object[first].map { replaced($0, at: rest, with: new) }
    return .object(object)
  }
  guard var array = value.array, let index = Int(first), array.indices.contains(index) else { return value }
  array[index] = rest.isEmpty ? new ?? .null : replaced(array[index], at: rest, with: new)
  return .array(array)
}
