import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

/// The panoramas of a tour.
struct TourPanoramas: PanoramaProvider {
  let tour: PannellumTour
  let resources: PanoramaResources

  func panorama(id: String) async throws(PanoramaError) -> Panorama {
    guard let scene = tour.scenes[id] else {
      throw .notFound("the tour has no scene \"\(OutsideText.cleaned(id, limit: 60))\"")
    }
    return scene.panorama
  }

  /// Tours do not say where their scenes are.
  func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
    throw .notFound("the tour does not say where its panoramas are")
  }

  func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture {
    guard let scene = tour.scenes[panorama.panoramaID] else { throw .notFound("the tour has no such scene") }
    switch scene.source {
    case .multires(let multires):
      return PanoramaPicture(
        layout: .cube, levels: multires.levels, source: MultiresTiles(multires: multires, resources: resources),
        warnings: multires.warnings)
    case .cube(let faces): return try await CubeFiles.picture(faces, resources: resources)
    case .equirectangular(let reference, let extent):
      let (bytes, receipt) = try await resources.bytes(reference, limit: PanoramaPictureFile.maximumBytes)
      let workers = resources.workers
      let file = try await workers.panoramaWork { _ throws(PanoramaError) in
        do throws(FormatError) {
          let isWhole = extent == .full
          return try PanoramaPictureFile(bytes, as: isWhole ? .asItSays : .layout(.equirectangular(extent)), workers: workers)
        } catch { throw PanoramaError(error) }
      }
      receipt?.keep()
      return file.picture
    }
  }
}

/// Six pictures of the faces of a cube, each in a file of its own.
struct CubeFiles: PanoramaTileSource {
  /// In the order of `CubeFace`.
  let faces: [String?]
  let resources: PanoramaResources

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    guard faces.indices.contains(tile.face), let face = faces[tile.face] else {
      throw .notFound("the face of the cube is missing")
    }
    let image = try await resources.image(face)
    guard image.width == image.height else { throw .unusable("the face of the cube is not square") }
    return image
  }

  /// Its size is that of the first face that can be had; faces that cannot be had stay empty.
  static func picture(_ faces: [String?], resources: PanoramaResources) async throws(PanoramaError) -> PanoramaPicture {
    let source = CubeFiles(faces: faces, resources: resources)
    var fault = PanoramaError.unusable("the cube has no faces")
    for (index, face) in faces.enumerated() where face != nil {
      do throws(PanoramaError) {
        let image = try await source.image(for: PanoramaTileID(level: 0, face: index, column: 0, row: 0))
        let missing = faces.count { $0 == nil }
        return PanoramaPicture(
          layout: .cube,
          levels: [PanoramaLevel(width: image.width, height: image.width, tileWidth: image.width, tileHeight: image.width)],
          source: source, warnings: missing > 0 ? ["\(missing) of the six faces of the cube are missing"] : [])
      } catch .cancelled { throw .cancelled } catch { fault = error }
    }
    throw fault
  }
}
