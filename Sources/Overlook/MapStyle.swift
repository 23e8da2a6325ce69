import Foundation
import OverlookAssets
public import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookRegions
package import OverlookStyle
package import OverlookStyledMap
import OverlookSupport
package import OverlookTiles
import Synchronization

/// A style document of MapLibre (style specification, version 8): what a map is drawn from and how. A value; any thread.
public struct MapStyle: Sendable {
  /// Why a style cannot be shown.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document is no style, or cannot be had; one line for people.
    case unusable(String)
    /// There is no embedded style of this name.
    case unknownName(String)

    /// One line for people.
    public var description: String {
      switch self {
      case .unusable(let text): text
      case .unknownName(let name): "there is no style \"\(OutsideText.cleaned(name, limit: 80))\""
      }
    }
  }

  package let document: StyleDocument
  package let base: StyleBase

  package init(document: StyleDocument, base: StyleBase) {
    self.document = document
    self.base = base
  }

  /// The style in a JSON text.
  ///
  /// - Parameters:
  ///   - json: The document. What is wrong in parts of it is left out and told by `warnings`.
  ///   - folder: Where relative references in it lead to; nil for the current folder.
  public init(json: String, folder: String? = nil) throws(Problem) {
    try self.init(Array(json.utf8), name: "the style", place: .folder(folder ?? FileManager.default.currentDirectoryPath))
  }

  /// The style in a file, which is read on the calling thread; relative references in it lead to its folder.
  public init(path: String) throws(Problem) {
    let bytes: [UInt8]
    if let kind = ArchiveOpener.kind(path: path) {
      throw .unusable("\(path) is \(kind) and no style: tiles are named as sources")
    }
    do throws(FormatError) {
      bytes = try WholeFile.read(path, byteLimit: JSONLimits.document.byteCount)
    } catch {
      throw .unusable("\(error)")
    }
    let full = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    try self.init(bytes, name: path, place: .folder((full as NSString).deletingLastPathComponent))
  }

  /// A style that the library ships, by its name: see `embeddedNames`.
  public init(named name: String) throws(Problem) {
    guard Self.embeddedNames.contains(name), let path = Self.embeddedPath(name) else { throw .unknownName(name) }
    try self.init(path: path)
  }

  /// An embedded style, read once, when it is first asked for; nil where there is none of this name.
  static func embedded(_ name: String) -> MapStyle? {
    if let known = embeddedStyles.withLock({ $0[name] }) { return known }
    // Not under the lock, for a style may be written as the changes of another.
    guard let style = try? MapStyle(named: name) else { return nil }
    embeddedStyles.withLock { $0[name] = style }
    return style
  }

  /// Those that were asked for: reading one takes milliseconds, and few programs show more than one or two.
  private static let embeddedStyles = Mutex<[String: MapStyle]>([:])

  private init(_ bytes: [UInt8], name: String, place: StyleBase.Place) throws(Problem) {
    if let changed = try Self.day(changedBy: bytes) {
      (document, base) = (changed.document, changed.base)
      return
    }
    do throws(FormatError) {
      document = try StyleDocument(bytes, thing: name)
    } catch {
      throw .unusable("\(error)")
    }
    base = StyleBase(place: place, asset: Self.asset)
  }

  /// What the document calls itself; nil for nothing.
  public var name: String? { document.name }

  /// What is wrong in the document or not supported, with its place in it, one line each; empty when all is well.
  public var warnings: [String] { document.faults.map { "\($0)" } }

  /// Names of the styles that the library ships.
  public static let embeddedNames = ["day", "night", "satellite-hybrid", "terrain"].filter { embeddedPath($0) != nil }

  private static func embeddedPath(_ name: String) -> String? {
    for path in ["\(name).json", "Styles/\(name).json"] {
      if let found = try? ResourceLocator.path(path, inTarget: "OverlookAssets") { return found }
    }
    return nil
  }

  /// What the styles that the library ships call their source of the tiles of all regions.
  package static let regionSource = "city"

  /// What styles call the tiles of all regions, `pmtiles://asset://regions`.
  private static let regionsName = "regions"

  private static var regionsLocation: String? {
    ArchiveUnion.location(of: InstalledRegions().regions.compactMap(\.tilesPath))
  }

  /// The style with the tiles of the regions that are there now, where it draws regions: another document when they have changed.
  func withRegions() -> MapStyle {
    var document = document
    for index in document.sources.indices {
      guard case .vector(var tiles) = document.sources[index].kind, tiles.url == "pmtiles://asset://\(Self.regionsName)",
        let location = Self.regionsLocation
      else { continue }
      tiles.url = "pmtiles://\(location)"
      document.sources[index].kind = .vector(tiles)
    }
    return MapStyle(document: document, base: base)
  }

  /// A file that the library ships.
  private static let asset: @Sendable (String) -> String? = { name in
    guard !name.contains("..") else { return nil }
    if name == regionsName { return regionsLocation }
    for path in [name, (name as NSString).lastPathComponent] {
      if let found = try? ResourceLocator.path(path, inTarget: "OverlookAssets") { return found }
    }
    return nil
  }

  /// The style at a location: a file, an address of http, https or a protocol that was set, or the name of an embedded style.
  public static func open(_ location: String) async throws(Problem) -> MapStyle {
    try await open(location, services: MapThreads.shared.services)
  }

  /// As the other form, with the threads and the network of a map.
  package static func open(_ location: String, services: TileServices) async throws(Problem) -> MapStyle {
    let start = location.prefix(8).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") || CustomProtocols.shared.answers(location) else {
      if embeddedNames.contains(location) { return try MapStyle(named: location) }
      if start.hasPrefix("file://") {
        guard let path = URL(string: location)?.path else { throw .unusable("\(location) is no address of a file") }
        return try MapStyle(path: path)
      }
      guard FileManager.default.fileExists(atPath: location) || location.contains("/") || location.contains(".") else {
        throw .unknownName(location)
      }
      return try MapStyle(path: location)
    }
    let fetcher = StyleFetcher(services: services, cacheName: Redactor.identity(location))
    switch await fetcher.document(at: .web(location), kind: .style, limit: JSONLimits.document.byteCount) {
    case .success(let bytes):
      let style = try MapStyle(bytes.bytes, name: Redactor.redacted(location), place: .web(location))
      bytes.keep?.keep()
      return style
    case .failure(let fault): throw .unusable(fault.message)
    }
  }
}

extension MapStyle {
  /// Where the document wants to be looked at from, in our zoom, one more than the style's; nil when it does not say. What it
  /// leaves out is 0.
  public var camera: CameraPosition? {
    guard document.center != nil || document.zoom != nil || document.bearing != nil || document.pitch != nil else { return nil }
    return CameraPosition(
      target: document.center ?? LocationCoordinate(latitude: 0, longitude: 0), zoom: (document.zoom ?? 0) + 1,
      bearing: document.bearing ?? 0, viewingAngle: document.pitch ?? 0)
  }
}
