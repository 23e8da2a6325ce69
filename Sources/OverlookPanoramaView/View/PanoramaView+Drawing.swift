import OverlookCanvas
import OverlookGeometry
import OverlookPanorama

extension PanoramaView {
  /// What lies above the picture, from below: links, names, spots, markers, items.
  func drawOverlays(on canvas: Canvas) {
    let transform = transform
    let panorama = moves.current?.panorama
    // Nothing lies on a picture that is not there.
    let hasPicture = moves.current?.tiles.hasPicture == true || moves.outgoing != nil
    links.update(hasPicture ? panorama : nil, transform)
    if !navigationLinksHidden { links.drawArrows(on: canvas) }
    let surroundings = moves.current?.surroundings
    streetLabels.update(panorama, surroundings)
    streetLabels.rooms.removeAll(keepingCapacity: true)
    if !streetNamesHidden, hasPicture {
      // Where the street itself is known its names lie along it.
      if surroundings == nil { links.drawNames(on: canvas, transform) } else { streetLabels.draw(on: canvas, transform) }
    }
    if hasPicture, let spots = panorama?.spots { PanoramaSpotDrawing.draw(spots, on: canvas, transform) }
    markers.update(panorama, transform, surroundings)
    markers.draw(on: canvas)
    let names = streetLabels.rooms
    drawItems(PanoramaSight(transform, panorama: panorama, surroundings: surroundings, names: names), on: canvas)
    compass.isHidden = compassHidden || panorama == nil
    compass.width = shownDegrees
  }

  /// All are updated before the first is asked for its order.
  private func drawItems(_ sight: PanoramaSight, on canvas: Canvas) {
    guard !items.isEmpty else { return }
    for item in items { item.update(with: sight) }
    let order = items.indices.sorted { (items[$0].zIndex, $0) < (items[$1].zIndex, $1) }
    for index in order { items[index].draw(in: canvas) }
  }

  /// Degrees around that the middle line of the view shows.
  package var shownDegrees: Double {
    guard size.width > 0 else { return camera.fov / camera.zoom }
    let level = transform(of: PanoramaCamera(heading: 0, pitch: 0, zoom: camera.zoom, fov: camera.fov))
    let heading = level.orientation(for: ScreenPoint(x: size.width, y: size.height / 2)).heading
    return heading.isFinite ? 2 * heading : 360
  }
}
