public import Foundation
import OverlookFormats
import OverlookGeometry
public import OverlookPanorama
public import OverlookPanoramaView
import OverlookRegions
package import OverlookStreetScene
import OverlookSupport
import Synchronization

/// Panoramas that are made of the regions of the machine, and what stands around other ones there.
public struct InstalledStreets: Sendable {
  /// Makes the panoramas: one every ten metres of each street, drawn as they are asked for.
  public var provider: any PanoramaProvider { panoramas }
  package let panoramas: StreetPanoramas

  /// The regions that are installed when a panorama is asked for first, and those that the program brings along. `date`: of the sun in the pictures, asked as each is made on
  /// any thread; nil, the default, for the light of an afternoon.
  public init(date: @escaping @Sendable () -> Date? = { nil }) { self.init(widths: .usual, date) }

  /// With pictures of other widths, pixels: small ones are soon made.
  package init(small: Int, full: Int, date: @escaping @Sendable () -> Date?) {
    self.init(widths: StreetPictureWidths(small: small, full: full), date)
  }

  private init(widths: StreetPictureWidths, _ date: @escaping @Sendable () -> Date?) {
    let archives = RegionArchives()
    panoramas = StreetPanoramas(workers: MapThreads.shared.services.workers, date: date, widths: widths) {
      place throws(FormatError) in try archives.archive(at: place)
    }
  }

  /// Whether a panorama is one of those that are made.
  package static func makes(_ panorama: Panorama) -> Bool { StreetPanoramas.isStreet(panorama.panoramaID) }

  /// Lets a view know what stands around its panoramas, photographs too: what houses hide, how streets are called, and what walks lead
  /// through.
  @MainActor public func surround(_ view: PanoramaView) { view.streets = panoramas }
}

/// The vector tiles of regions, opened once each.
private final class RegionArchives: Sendable {
  /// Read when they are asked for first: many a map is never looked around in.
  private let regions = Mutex<InstalledRegions?>(nil)
  private let opened = Mutex<[String: any TileArchive]>([:])

  func archive(at place: LocationCoordinate) throws(FormatError) -> (any TileArchive)? {
    let regions = regions.withLock { known in
      let regions = known ?? InstalledRegions()
      known = regions
      return regions
    }
    guard let path = regions.regions(containing: place).lazy.compactMap(\.tilesPath).first else { return nil }
    if let archive = opened.withLock({ $0[path] }) { return archive }
    let archive = try ArchiveOpener.open(path: path)
    opened.withLock { $0[path] = archive }
    return archive
  }
}
