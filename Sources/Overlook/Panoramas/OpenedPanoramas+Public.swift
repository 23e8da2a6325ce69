public import OverlookPanorama

extension OpenedPanoramas {
  /// Opens what panoramas lie in: a picture, a document of tiles (Deep Zoom, Zoomify, Photo Sphere Viewer) or of a tour (Pannellum), a folder
  /// of photographs or of the six faces of a cube, at a path or at an http address; or a service, as "panoramax:URL" and "mapillary:URL".
  ///
  /// ```swift
  /// let opened = try await OpenedPanoramas.open("/home/me/hall.jpg")
  /// let view = PanoramaView(service: PanoramaService(provider: opened.provider))
  /// if let first = opened.firstID { view.moveTo(panoramaID: first) }
  /// ```
  ///
  /// Read on other threads and over the network of the process; ends soon when its task is cancelled.
  ///
  /// - Parameters:
  ///   - fisheyeDegrees: How much each of two lenses sees, for pictures of two circles that do not say it; nil for other pictures.
  ///   - token: For services that want one.
  /// - Throws: `notFound` where nothing is there, `unusable` for what is no panorama, `unreachable` while no answer comes.
  public static func open(
    _ reference: String, fisheyeDegrees: Double? = nil, token: String? = nil
  ) async throws(PanoramaError) -> OpenedPanoramas {
    try await PanoramaOpener(services: MapThreads.shared.services, fisheyeDegrees: fisheyeDegrees, token: token).open(reference)
  }
}
