import OverlookCanvas
import OverlookGeometry
import OverlookPanorama

extension PanoramaView {
  /// What lies above the picture, from below: links, markers, items.
  func drawOverlays(on canvas: Canvas) {
    let transform = transform
    let panorama = moves.current?.panorama
    links.update(panorama, transform)
    if !navigationLinksHidden { links.drawArrows(on: canvas) }
    if !streetNamesHidden { links.drawNames(on: canvas, transform) }
    markers.update(panorama, transform)
    markers.draw(on: canvas)
    drawItems(PanoramaSight(transform, coordinate: panorama?.coordinate), on: canvas)
    compass.isHidden = compassHidden || panorama == nil
    compass.width = shownWidth(transform)
  }

  /// All are updated before the first is asked for its order.
  private func drawItems(_ sight: PanoramaSight, on canvas: Canvas) {
    guard !items.isEmpty else { return }
    for item in items { item.update(with: sight) }
    let order = items.indices.sorted { (items[$0].zIndex, $0) < (items[$1].zIndex, $1) }
    for index in order { items[index].draw(in: canvas) }
  }

  /// Degrees around that the middle line of the view shows.
  private func shownWidth(_ transform: PanoramaTransform) -> Double {
    let level = PanoramaTransform(
      camera: PanoramaCamera(heading: 0, pitch: 0, zoom: camera.zoom, fov: camera.fov), size: size, projection: shownProjection)
    let heading = level.orientation(for: ScreenPoint(x: size.width, y: size.height / 2)).heading
    return heading.isFinite ? 2 * heading : 360
  }
}
