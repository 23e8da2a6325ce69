public import OverlookGeometry

/// Where panoramas come from: a file, a folder, a server, or the app. Called on Swift's task pool; each call ends soon when its task is
/// cancelled.
public protocol PanoramaProvider: Sendable {
  /// The panorama of this name.
  func panorama(id: String) async throws(PanoramaError) -> Panorama
  /// The one nearest to a place, within `radius` metres; throws `notFound` when there is none.
  func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama
  /// The picture of a panorama that this provider gave.
  func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture
  /// Where it has panoramas within bounds of a town at most, as far as it can tell soon. Default nowhere.
  func coverage(in bounds: CoordinateBounds) async -> PanoramaCoverageShape
}

extension PanoramaProvider {
  /// Nowhere.
  public func coverage(in bounds: CoordinateBounds) async -> PanoramaCoverageShape { PanoramaCoverageShape() }
}
