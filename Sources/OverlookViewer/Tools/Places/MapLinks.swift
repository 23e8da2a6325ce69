import Foundation
import Overlook

/// Other maps on the web that show a place: the one list of their addresses. Nothing is opened unless a person chooses one.
struct MapLink: Sendable {
  /// A name of its own, in no language.
  let name: String
  /// With {lat}, {lon} and {zoom}, a whole number, in their places.
  let template: String

  static let all = [
    MapLink(name: "OpenStreetMap", template: "https://www.openstreetmap.org/?mlat={lat}&mlon={lon}#map={zoom}/{lat}/{lon}"),
    MapLink(name: "Google Maps", template: "https://www.google.com/maps/@?api=1&map_action=map&center={lat}%2C{lon}&zoom={zoom}"),
    MapLink(name: "Apple Maps", template: "https://maps.apple.com/?ll={lat},{lon}&z={zoom}"),
    MapLink(name: "Bing Maps", template: "https://www.bing.com/maps?cp={lat}~{lon}&lvl={zoom}"),
    MapLink(name: "HERE WeGo", template: "https://wego.here.com/?map={lat},{lon},{zoom}"),
    MapLink(name: "Mapillary", template: "https://www.mapillary.com/app/?lat={lat}&lng={lon}&z={zoom}"),
  ]

  /// The address for a place; nil for what is none.
  func address(_ place: LocationCoordinate, zoom: Double) -> String? {
    guard place.isValid, zoom.isFinite else { return nil }
    func number(_ degrees: Double) -> String { String(format: "%.5f", locale: Locale(identifier: "en_US_POSIX"), degrees) }
    let whole = Int(exactly: min(max(zoom, 0), 21).rounded()) ?? 0
    return template.replacingOccurrences(of: "{lat}", with: number(place.latitude))
      .replacingOccurrences(of: "{lon}", with: number(place.normalized.longitude))
      .replacingOccurrences(of: "{zoom}", with: "\(whole)")
  }
}

/// Hands an address to the program that the desktop has for it.
enum DesktopOpening {
  /// False where there is no xdg-open. The program goes on by itself.
  static func open(_ address: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    guard let program = folders.map({ "\($0)/xdg-open" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      return false
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }
}
