import Foundation
import Observation
import OverlookFormats
package import OverlookGeometry
package import OverlookSupport

/// What a person has chosen for all windows: kept in `$XDG_CONFIG_HOME/overlook/settings.json`.
@MainActor @Observable package final class ViewerSettings {
  /// What lengths are shown in.
  package enum Units: String, CaseIterable {
    case automatic, metric, imperial, nautical
  }

  /// Colours of window and map.
  package enum Theme: String, CaseIterable {
    case desktop, light, dark
  }

  /// Whether movements that only please are left out.
  package enum Motion: String, CaseIterable {
    case desktop, full, reduced
  }

  /// Whether detailed maps may come from the network.
  package enum Network: String, CaseIterable {
    case allowed, refused
  }

  @ObservationIgnored private let document: KeptDocument
  /// Read when one is asked for first.
  @ObservationIgnored private var readKeys: KeptDocument?
  /// Told of every change, by its key.
  @ObservationIgnored package var onChange: [@MainActor (String) -> Void] = []

  package var units: Units { didSet { keep("units", .string(units.rawValue), units != oldValue) } }
  package var coordinates: CoordinateFormat {
    didSet { keep("coordinates", .string(coordinates.rawValue), coordinates != oldValue) }
  }
  /// Of the interface, as a BCP 47 tag; nil for that of the desktop.
  package var language: String? { didSet { keep("language", language.map { .string($0) }, language != oldValue) } }
  /// Of names on the map; nil for what the map's style says.
  package var labelLanguage: String? {
    didSet { keep("labelLanguage", labelLanguage.map { .string($0) }, labelLanguage != oldValue) }
  }
  package var theme: Theme { didSet { keep("theme", .string(theme.rawValue), theme != oldValue) } }
  package var motion: Motion { didSet { keep("motion", .string(motion.rawValue), motion != oldValue) } }
  /// Nil until the person has answered.
  package var network: Network? { didSet { keep("network", network.map { .string($0.rawValue) }, network != oldValue) } }
  /// Where detailed maps come from: a TileJSON document, an archive or a template of addresses.
  package var server: String { didSet { keep("server", .string(server), server != oldValue) } }
  /// How large the cache on the disk may grow.
  package var cacheMegabytes: Int {
    didSet { keep("cacheMegabytes", .number(Double(cacheMegabytes)), cacheMegabytes != oldValue) }
  }

  package static let cacheRange = 0...100_000

  /// Reads the settings at `path`, where what is missing or no value of its kind is the default.
  package init(path: String? = KeptDocument.path("settings.json", in: .configuration)) {
    let document = KeptDocument(path: path)
    self.document = document
    func text(_ key: String) -> String? { document[key]?.string }
    units = text("units").flatMap(Units.init) ?? .automatic
    coordinates = text("coordinates").flatMap(CoordinateFormat.init) ?? .decimal
    language = text("language")
    labelLanguage = text("labelLanguage")
    theme = text("theme").flatMap(Theme.init) ?? .desktop
    motion = text("motion").flatMap(Motion.init) ?? .desktop
    network = text("network").flatMap(Network.init)
    server = text("server") ?? MapServer.standard.address
    let megabytes = document["cacheMegabytes"]?.number.flatMap { Int(exactly: $0.rounded()) }
    cacheMegabytes = megabytes.map { min(max($0, Self.cacheRange.lowerBound), Self.cacheRange.upperBound) } ?? 512
  }

  /// Whether somebody has chosen the cache's size.
  var hasCacheSize: Bool { document["cacheMegabytes"] != nil }

  /// What went wrong with the file since it was asked last, one line each.
  package func takeFaults() -> [String] { document.takeFaults() + (readKeys?.takeFaults() ?? []) }

  // MARK: Keys

  /// Of servers, by their addresses: in a file beside the settings that nobody else may read.
  private var keys: KeptDocument {
    if let readKeys { return readKeys }
    let path = document.path.map { ($0 as NSString).deletingLastPathComponent + "/keys.json" }
    let keys = KeptDocument(path: path, isPrivate: true)
    readKeys = keys
    return keys
  }

  /// What a server wants to know before it answers; nil where the person gave it nothing.
  func key(of address: String) -> String? { keys[Self.plain(address)]?.string }

  /// Keeps it; nil forgets it.
  func keep(key: String?, of address: String) { keys.change([(Self.plain(address), key.map { .string($0) })]) }

  /// What the addresses of one server have in common. Letters of a host have no case, those of a path do.
  private static func plain(_ address: String) -> String {
    let plain = address.withoutTrailingSlashes
    guard let mark = plain.range(of: "://") else { return plain }
    let end = plain[mark.upperBound...].firstIndex { "/?#".contains($0) } ?? plain.endIndex
    let host = plain[mark.upperBound..<end].lastIndex(of: "@").map(plain.index(after:)) ?? mark.upperBound
    return plain[..<mark.upperBound].lowercased() + plain[mark.upperBound..<host] + plain[host..<end].lowercased() + plain[end...]
  }

  private func keep(_ key: String, _ value: JSONValue?, _ isNew: Bool) {
    guard isNew else { return }
    document.change([(key, value)])
    for told in onChange { told(key) }
  }
}
