import Overlook

/// What a view says goes to standard error.
@MainActor final class PanoramaWarnings: PanoramaViewDelegate {
  /// Why nothing can be shown; nil while it may.
  private(set) var lost: String?
  var isLost: Bool { lost != nil }

  func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveTo panoramaID: String) { tell(error, view) }

  func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveNear coordinate: LocationCoordinate) {
    tell(error, view)
  }

  private func tell(_ error: PanoramaError, _ view: PanoramaView) {
    if view.panorama == nil { lost = "\(error)" } else { Report.warning("\(error)") }
  }
}
