import Overlook
import OverlookPanorama

/// Where the window takes panoramas from: what a person has opened, and where that has none, the streets of the regions.
struct PanoramaSources: PanoramaProvider {
  /// What was opened; nil for nothing.
  let opened: OpenedPanoramas?
  let streets: any PanoramaProvider
  /// Called, on any thread, when what was opened fails, and not because it has nothing there: the streets take its place.
  var onFault: @Sendable (PanoramaError) -> Void = { _ in }

  func panorama(id: String) async throws(PanoramaError) -> Panorama {
    // No service is told which street is looked at.
    guard let opened, !InstalledStreets.makes(Panorama(panoramaID: id)) else { return try await streets.panorama(id: id) }
    return try await opened.provider.panorama(id: id)
  }

  func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
    guard let opened else { return try await streets.panorama(near: coordinate, radius: radius) }
    do throws(PanoramaError) {
      return try await opened.provider.panorama(near: coordinate, radius: radius)
    } catch .cancelled { throw .cancelled } catch {
      let fault = error
      if case .notFound = fault { return try await streets.panorama(near: coordinate, radius: radius) }
      do throws(PanoramaError) {
        let street = try await streets.panorama(near: coordinate, radius: radius)
        onFault(fault)
        return street
      } catch .cancelled { throw .cancelled } catch { throw fault }
    }
  }

  func coverage(in bounds: CoordinateBounds) async -> PanoramaCoverageShape {
    let (streets, own) = (await streets.coverage(in: bounds), await opened?.provider.coverage(in: bounds))
    return PanoramaCoverageShape(lines: streets.lines + (own?.lines ?? []), places: streets.places + (own?.places ?? []))
  }

  func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture {
    guard let opened else { return try await streets.picture(of: panorama) }
    do throws(PanoramaError) {
      return try await streets.picture(of: panorama)
    } catch .notFound {
      return try await opened.provider.picture(of: panorama)
    }
  }
}
