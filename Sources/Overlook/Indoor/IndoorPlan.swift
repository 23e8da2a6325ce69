import Foundation
import OverlookFormats
package import OverlookGeometry
import OverlookSupport

/// A map of the inside of buildings: their levels, and rooms, ways, stairs and doors on each. A value; any thread.
public struct IndoorPlan: Sendable {
  /// Why a plan cannot be shown.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The files are no plan, or cannot be had; one line for people.
    case unusable(String)

    /// One line for people.
    public var description: String {
      switch self {
      case .unusable(let text): text
      }
    }
  }

  let venue: IndoorVenue
  /// The buildings that levels can be chosen of; names in the language that was asked for.
  public let buildings: [IndoorBuilding]

  /// Reads a plan on the calling thread.
  ///
  /// - Parameters:
  ///   - path: A folder of the Indoor Mapping Data Format (IMDF), or a GeoJSON file of OpenStreetMap data with Simple Indoor
  ///     Tagging (`indoor`, `level`, and `building` around them). At most 64 MiB a file.
  ///   - language: Of the names of buildings and levels, as a BCP 47 tag; what has none in it keeps its first. Nil: the first.
  public init(path: String, language: String? = nil) throws(Problem) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .unusable(OutsideText.cleaned("\(path): there is no such file", limit: 600))
    }
    do throws(FormatError) {
      self.init(try isFolder.boolValue ? IMDFReader.venue(folder: path) : IndoorTagging.venue(path: path), language: language)
    } catch {
      throw .unusable("\(error)")
    }
  }

  init(_ venue: IndoorVenue, language: String?) {
    self.venue = venue
    let levels = venue.levels.map { level in
      IndoorLevel(
        id: level.id, ordinal: level.ordinal, name: level.name.text(in: language) ?? "",
        shortName: level.shortName.text(in: language) ?? "")
    }
    buildings = venue.buildings.map { building in
      IndoorBuilding(building, name: building.name.text(in: language), levels: building.levels.map { levels[$0] })
    }
  }

  /// Where its buildings stand; nil when there are none.
  package var bounds: CoordinateBounds? {
    Self.bounds(around: buildings.map(\.bounds))
  }

  /// Around all of `parts`; nil for none.
  package static func bounds(around parts: [CoordinateBounds]) -> CoordinateBounds? {
    let valid = parts.filter(\.isValid)
    return valid.isEmpty ? nil : CoordinateBounds(valid.flatMap { [$0.southWest, $0.northEast] })
  }

  /// What of the files had to be left out, one line each; empty when all is well.
  public var warnings: [String] { venue.warnings }
}
