import Overlook
import OverlookFormats
import OverlookSearch
import OverlookSupport

/// Places that were found, as text and as JSON.
enum PlaceReport {
  static func text(_ results: [PlaceResult]) -> String {
    results.map { result in
      let place = CoordinateText.decimal(result.coordinate)
      let distance = result.distance.map { ", \(Self.distance($0))" } ?? ""
      return "\(OutsideText.cleaned(result.summary)) (\(result.kind), \(place)\(distance))"
    }.joined(separator: "\n")
  }

  static func text(_ places: [WayPlace]) -> String {
    places.map { found in
      let place = CoordinateText.decimal(found.place.coordinate)
      let (along, aside) = (distance(found.position.along), distance(found.position.aside))
      return "\(OutsideText.cleaned(found.place.summary)) (\(found.place.kind), \(place), after \(along), \(aside) aside)"
    }.joined(separator: "\n")
  }

  private static func distance(_ meters: Double) -> String {
    meters < 1000 ? "\(Int(clamping: Int64(meters.rounded()))) m" : "\((meters / 100).rounded() / 10) km"
  }

  static func json(_ results: [PlaceResult]) -> JSONValue { .array(results.map(json)) }

  static func json(_ places: [WayPlace]) -> JSONValue {
    .array(
      places.map { found in
        JSONValue(
          members:
            members(of: found.place) + [
              ("along_m", .number(found.position.along.rounded())), ("aside_m", .number(found.position.aside.rounded())),
            ])
      })
  }

  private static func json(_ result: PlaceResult) -> JSONValue { JSONValue(members: members(of: result)) }

  private static func members(of result: PlaceResult) -> [(String, JSONValue)] {
    let (bounds, address) = (result.bounds, result.address)
    return [
      ("name", .string(result.name)), ("kind", .string(result.kind)), ("lat", .number(rounded(result.coordinate.latitude))),
      ("lon", .number(rounded(result.coordinate.longitude))),
      (
        "bbox",
        .array(
          [
            bounds.southWest.longitude, bounds.southWest.latitude, bounds.northEast.longitude, bounds.northEast.latitude,
          ].map { .number(rounded($0)) })
      ),
      ("address", json(address)), ("lines", .array(address.lines.map { .string($0) })),
      ("score", .number((result.score * 1e4).rounded() / 1e4)),
      ("distance_m", result.distance.map { .number($0.rounded()) } ?? .null), ("source", .string(result.source)),
    ]
  }

  private static func json(_ address: Address) -> JSONValue {
    let members: [(String, String?)] = [
      ("thoroughfare", address.thoroughfare), ("sublocality", address.subLocality), ("locality", address.locality),
      ("administrative_area", address.administrativeArea), ("postal_code", address.postalCode), ("country", address.country),
      ("country_code", address.countryCode),
    ]
    return JSONValue(members: members.compactMap { name, text in text.map { (name, .string($0)) } })
  }

  /// A tenth of a metre.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }
}
