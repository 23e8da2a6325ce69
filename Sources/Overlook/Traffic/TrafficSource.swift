import Foundation
import OverlookFormats
import OverlookStyle
import OverlookSupport

/// Where a map's traffic comes from: lines along roads with the property `congestion`, one of "low", "moderate", "heavy" and
/// "severe", or `closed` ("yes" or true) where nobody passes. Lines without either are not drawn. A value; any thread.
///
/// No traffic of the whole world is free to use, so that of a city, a fleet or a sensor network is to be given here; an app that
/// gets news sets `MapView.trafficSource` again.
public struct TrafficSource: Sendable {
  /// Why traffic cannot be shown.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is no JSON object, or the file cannot be had; one line for people.
    case unusable(String)

    /// One line for people.
    public var description: String {
      switch self {
      case .unusable(let text): text
      }
    }
  }

  private let source: JSONObject
  private let sourceLayer: String?

  /// The lines in a GeoJSON text.
  public init(geoJSON: String) throws(Problem) {
    try self.init(Array(geoJSON.utf8), name: "the traffic")
  }

  /// The lines in a GeoJSON file, which is read on the calling thread; at most 32 MiB.
  public init(path: String) throws(Problem) {
    let bytes: [UInt8]
    do throws(FormatError) {
      bytes = try WholeFile.read(path, byteLimit: JSONLimits.document.byteCount)
    } catch {
      throw .unusable("\(error)")
    }
    try self.init(bytes, name: path)
  }

  /// The lines of vector tiles.
  ///
  /// - Parameters:
  ///   - tiles: An address with `{z}/{x}/{y}`, the address of a TileJSON document, or an archive behind `pmtiles://` or
  ///     `mbtiles://`.
  ///   - sourceLayer: The layer of the tiles that holds the lines.
  public init(tiles: String, sourceLayer: String = "traffic") {
    var source = JSONObject()
    source["type"] = .string("vector")
    if tiles.contains("{z}") {
      source["tiles"] = .array([.string(tiles)])
    } else {
      source["url"] = .string(tiles)
    }
    (self.source, self.sourceLayer) = (source, sourceLayer)
  }

  private init(_ bytes: [UInt8], name: String) throws(Problem) {
    let value: JSONValue
    do throws(FormatError) {
      value = try JSONParser.parse(bytes, thing: name)
    } catch {
      throw .unusable("\(error)")
    }
    guard value.object != nil else { throw .unusable("\(name) is no GeoJSON: an object was expected") }
    var source = JSONObject()
    source["type"] = .string("geojson")
    source["data"] = value
    (self.source, sourceLayer) = (source, nil)
  }

  /// The lines as layers of a style.
  var document: StyleDocument? {
    var sources = JSONObject()
    sources[Self.sourceID] = .object(source)
    return SupplementLayers.document(sources: sources, layers: Self.layers(sourceLayer.map { JSONWriter.text(.string($0)) }))
  }

  private static let sourceID = "overlook:traffic"

  private static func layers(_ sourceLayer: String?) -> String {
    let data = "\"source\": \"\(sourceID)\"" + (sourceLayer.map { ", \"source-layer\": \($0)" } ?? "")
    let closed = #"["in", ["to-string", ["get", "closed"]], ["literal", ["yes", "true"]]]"#
    let shown = """
      ["all", ["==", ["geometry-type"], "LineString"], \
      ["any", ["in", ["get", "congestion"], ["literal", ["low", "moderate", "heavy", "severe"]]], \(closed)]]
      """
    let worst = """
      ["case", \(closed), 4, ["match", ["get", "congestion"], "severe", 3, "heavy", 2, "moderate", 1, 0]]
      """
    let layout = #""layout": {"line-cap": "round", "line-join": "round", "line-sort-key": \#(worst)}"#
    func width(_ extra: Double) -> String {
      #"["interpolate", ["exponential", 1.4], ["zoom"], 6, \#(0.8 + extra / 2), 12, \#(2 + extra), 18, \#(8 + extra * 1.5)]"#
    }
    return """
      [{"id": "overlook:traffic-casing", "type": "line", \(data), "filter": \(shown), \(layout), "paint": {
        "line-color": "rgba(255, 255, 255, 0.85)", "line-width": \(width(1.6))}},
      {"id": "overlook:traffic", "type": "line", \(data), "filter": \(shown), \(layout), "paint": {
        "line-color": ["case", \(closed), "#5d2530", ["match", ["get", "congestion"],
          "severe", "#9c1f25", "heavy", "#e0453a", "moderate", "#f4a62a", "#3cb371"]],
        "line-width": \(width(0))}}]
      """
  }
}
