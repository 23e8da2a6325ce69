package import OverlookPanoramaView

extension PanoramaView {
  /// Draws as maps do, and keeps what the driver compiled where they keep it.
  package func useServices() {
    renderer = MapServices.renderer
    programFolder = MapServices.programFolder
  }
}
