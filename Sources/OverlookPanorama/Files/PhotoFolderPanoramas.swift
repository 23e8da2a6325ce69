import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// The panoramas of a folder of photographs.
struct PhotoFolderPanoramas: PanoramaProvider {
  let folder: PhotoFolder
  let resources: PanoramaResources
  private let places: [String: Int]

  init(folder: PhotoFolder, resources: PanoramaResources) {
    (self.folder, self.resources) = (folder, resources)
    places = Dictionary(folder.panoramas.enumerated().map { ($1.panoramaID, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func panorama(id: String) async throws(PanoramaError) -> Panorama {
    guard let place = places[id] else {
      throw .notFound("the folder has no panorama \"\(OutsideText.cleaned(id, limit: 60))\"")
    }
    return folder.panoramas[place]
  }

  func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
    guard let found = folder.nearest(to: coordinate, radius: radius) else {
      throw .notFound("the folder has no panorama within \(radius) m")
    }
    return found
  }

  func coverage(in bounds: CoordinateBounds) async -> PanoramaCoverageShape {
    PanoramaCoverageShape(places: folder.panoramas.compactMap(\.coordinate).filter(bounds.contains))
  }

  func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture {
    guard places[panorama.panoramaID] != nil else { throw .notFound("the folder has no such panorama") }
    let (bytes, _) = try await resources.bytes(panorama.panoramaID, limit: PanoramaPictureFile.maximumBytes)
    let workers = resources.workers
    return try await workers.panoramaWork { _ throws(PanoramaError) in
      do throws(FormatError) {
        return try PanoramaPictureFile(bytes, workers: workers).picture
      } catch { throw PanoramaError(error.inside(OutsideText.cleaned(panorama.panoramaID))) }
    }
  }
}
