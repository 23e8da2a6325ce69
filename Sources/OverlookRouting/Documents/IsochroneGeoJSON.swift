package import OverlookFormats
import OverlookGeometry
package import OverlookRoads

/// Areas that are reached in some time, as a feature collection of RFC 7946.
package enum IsochroneGeoJSON {
  /// A feature for each number of minutes, in their order.
  package static func value(_ isochrones: [(minutes: Double, isochrone: Isochrone)], mode: TravelMode) -> JSONValue {
    let features = isochrones.map { minutes, isochrone in
      let polygons = isochrone.areas.map { area in
        JSONValue.array(([area.outer] + area.holes).map { .array($0.map(RouteDocument.place)) })
      }
      return RouteGeoJSON.feature(
        "MultiPolygon", .array(polygons), [("minutes", .number(minutes)), ("mode", .string(mode.rawValue))])
    }
    return RouteDocument.object([("type", .string("FeatureCollection")), ("features", .array(features))])
  }
}
