import Foundation
import OverlookFormats
import OverlookNetwork
import OverlookStyle
import OverlookSupport

/// Where a map's traffic comes from. A value; any thread.
///
/// - Lines along roads have the property `congestion`, one of "low", "moderate", "heavy" and "severe", or `closed` ("yes" or
///   true) where nobody passes. Lines without either are not drawn.
/// - Points are incidents when they have the property `incident`: the raw value of a `TrafficIncident.Kind`, or anything else for
///   `other`. `title` and `description` tell people more of them.
///
/// No traffic of the whole world is free to use, so that of a city, a fleet or a sensor network is to be given here. While it is
/// shown, what lies in a file or behind an address is kept up to date.
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

  enum Content: Sendable {
    /// GeoJSON that stays as it is.
    case fixed(JSONValue)
    /// GeoJSON that was in a file when that looked so.
    case file(path: String, stamp: FileStamp, JSONValue)
    /// Nil: it is asked once.
    case address(String, refreshSeconds: Double?)
    /// The source of a style, and the layer of its tiles.
    case tiles(JSONObject, layer: String)
  }

  let content: Content

  /// The traffic in a GeoJSON text.
  public init(geoJSON: String) throws(Problem) {
    content = .fixed(try Self.parsed(Array(geoJSON.utf8), name: "the traffic"))
  }

  /// The traffic in a GeoJSON file of at most 32 MiB. It is read on the calling thread; a map that shows it reads it again, on
  /// another thread, when it was written: within a second where the kernel tells of that, within a minute where it does not (over
  /// a network, through links in folders above), and less often where reading it takes long.
  public init(path: String) throws(Problem) {
    // Looked at first: what is written while it is read is read again.
    let stamp = FileStamp(path: path)
    let bytes: [UInt8]
    do throws(FormatError) {
      bytes = try WholeFile.read(path, byteLimit: Self.byteLimit)
    } catch {
      throw .unusable("\(error)")
    }
    content = .file(path: path, stamp: stamp, try Self.parsed(bytes, name: path))
  }

  /// The traffic in GeoJSON of at most 32 MiB on a server, which is asked when a map begins to show it and then again and again;
  /// `MapView.trafficError` says what goes wrong.
  ///
  /// - Parameters:
  ///   - address: http, https, or a protocol that was set.
  ///   - refreshSeconds: From one answer to the next question, 60 by default; at least 1. A number that is not finite: it is
  ///     asked once each time a map begins to show it.
  public init(address: String, refreshSeconds: Double = 60) {
    content = .address(address, refreshSeconds: refreshSeconds.isFinite ? max(refreshSeconds, 1) : nil)
  }

  /// The traffic of vector tiles, which are loaded as those of a style.
  ///
  /// - Parameters:
  ///   - tiles: An address with `{z}/{x}/{y}`, the address of a TileJSON document, or an archive behind `pmtiles://` or
  ///     `mbtiles://`.
  ///   - sourceLayer: The layer of the tiles that holds the lines and points.
  public init(tiles: String, sourceLayer: String = "traffic") {
    var source = JSONObject()
    source["type"] = .string("vector")
    if tiles.contains("{z}") {
      source["tiles"] = .array([.string(tiles)])
    } else {
      source["url"] = .string(tiles)
    }
    content = .tiles(source, layer: sourceLayer)
  }

  /// The traffic in a GeoJSON file, or at an address of http, https or a protocol that was set.
  public static func open(_ location: String) throws(Problem) -> TrafficSource {
    let isAddress = HTTPAddress(location) != nil || CustomProtocols.shared.answers(location)
    return isAddress ? TrafficSource(address: location) : try TrafficSource(path: location)
  }

  static let byteLimit = JSONLimits.document.byteCount

  static func parsed(_ bytes: [UInt8], name: String) throws(Problem) -> JSONValue {
    let value: JSONValue
    do throws(FormatError) {
      value = try JSONParser.parse(bytes, thing: name)
    } catch {
      throw .unusable("\(error)")
    }
    guard value.object != nil else { throw .unusable("\(name) is no GeoJSON: an object was expected") }
    return value
  }
}
