package import Foundation
package import OverlookFormats
package import OverlookGeometry
internal import OverlookSupport

/// What `region.json` says of a region: what it is of, where its data come from, and which files belong to it.
package struct RegionDescription: Hashable, Sendable, Codable {
  /// A file of the region.
  package struct File: Hashable, Sendable, Codable {
    /// Bytes.
    package var size: Int
    /// 64 hexadecimal digits.
    package var sha256: String
    /// Of the file's own format, as the program that wrote it counts.
    package var version: Int

    package init(size: Int, sha256: String, version: Int) {
      self.size = size
      self.sha256 = sha256
      self.version = version
    }
  }

  /// What the data has.
  package struct Counts: Hashable, Sendable, Codable {
    package var nodes = 0
    package var ways = 0
    package var relations = 0
    package var tiles = 0

    package init() {}
  }

  /// The version of the folder and of this document that is written here, and the highest that is read.
  package static let currentVersion = 1

  package var version = Self.currentVersion
  /// Unique among the regions that are installed, whatever their letters' case.
  package var name: String
  /// West, south, east, north, in degrees.
  package var bounds: [Double]
  /// When the data were as they are (ISO 8601); nil when they do not say.
  package var date: String?
  package var license: String
  package var attribution: String
  /// The extract's name, without its folder, and where it was downloaded from, if it was.
  package var source: String
  package var sourceURL: String?
  package var counts = Counts()
  /// By their names in the folder.
  package var files: [String: File] = [:]

  package init(name: String, bounds: OSMData.Bounds, date: String?, license: String, attribution: String, source: String) {
    self.name = name
    self.bounds = [bounds.west, bounds.south, bounds.east, bounds.north]
    self.date = date
    self.license = license
    self.attribution = attribution
    self.source = source
  }

  package var coordinateBounds: CoordinateBounds {
    CoordinateBounds(
      coordinate: LocationCoordinate(latitude: bounds[1], longitude: bounds[0]),
      coordinate: LocationCoordinate(latitude: bounds[3], longitude: bounds[2]))
  }

  /// Square degrees.
  var area: Double { (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]) }

  package func contains(_ coordinate: LocationCoordinate) -> Bool {
    bounds[0] <= coordinate.longitude && coordinate.longitude <= bounds[2] && bounds[1] <= coordinate.latitude
      && coordinate.latitude <= bounds[3]
  }

  // MARK: As a file

  private static let byteLimit = 1 << 20

  package init(contentsOf path: String) throws(FormatError) {
    let bytes = try WholeFile.read(path, byteLimit: Self.byteLimit)
    do {
      self = try JSONDecoder().decode(RegionDescription.self, from: Data(bytes))
    } catch {
      throw .malformed(path, fault: "it does not describe a region")
    }
    guard version <= Self.currentVersion else {
      throw .unsupported(path, fault: "a newer version of Overlook made it (\(version))")
    }
    guard bounds.count == 4, bounds.allSatisfy(\.isFinite), bounds[0] <= bounds[2], bounds[1] <= bounds[3],
      abs(bounds[0]) <= 180, abs(bounds[2]) <= 180, abs(bounds[1]) <= 90, abs(bounds[3]) <= 90
    else { throw .malformed(path, fault: "bounds that are none") }
    guard Self.isName(name) else { throw .malformed(path, fault: "a name that cannot be one") }
    guard files.keys.allSatisfy(RegionFiles.data.contains) else { throw .malformed(path, fault: "files that no region has") }
  }

  /// The same bytes each time.
  package var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(self)).map { [UInt8]($0) } ?? []) + [0x0A]
  }

  /// Names are folders' names too: no separators, nothing hidden, nothing that a terminal acts upon.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".") && !name.contains("/") && !name.utf8.contains(0)
      && OutsideText.cleaned(name) == name
  }
}
