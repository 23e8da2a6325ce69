import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookSupport

/// Which icon of a layer a tap means: the topmost in whose rectangle it lies, transparent or not.
@MainActor struct IconHit {
  let columns: PlaceColumns
  let style: IconStyle
  let probe: HitProbe

  var topmost: Int? {
    var search = PlaceHitSearch(
      columns, shownValues: style.shownValues, probe, reachPoints: style.isFlat ? 0 : style.reachPoints)
    if style.isFlat { search = PlaceHitSearch(search, reachingFurther: style.reachPoints / probe.view.pointsPerWorld) }
    return search.topmost(isHit)
  }

  private func isHit(_ index: Int, _ place: WorldPoint) -> Bool {
    let scale = Double(style.scale ?? columns.sizes.elements[index])
    let turn = Double(style.rotation ?? columns.rotations.elements[index])
    let icon = Int(style.icon ?? columns.icons.elements[index])
    guard scale > 0, turn.isFinite, style.set.images.indices.contains(icon), let away = away(from: place) else { return false }
    let image = style.set.images[icon]
    let (width, height) = (image.widthPoints * scale, image.heightPoints * scale)
    // Turned back, so that the icon is upright.
    let x = away.x * cos(turn) + away.y * sin(turn) + style.anchor.x * width
    let y = away.y * cos(turn) - away.x * sin(turn) + style.anchor.y * height
    return x >= 0 && x <= width && y >= 0 && y <= height
  }

  /// From the icon's place to the tap, in points of what the icon lies on.
  private func away(from place: WorldPoint) -> (x: Double, y: Double)? {
    if style.isFlat {
      let scale = probe.view.pointsPerWorld
      return ((probe.place.x - place.x) * scale, (probe.place.y - place.y) * scale)
    }
    return probe.view.screenPoint(for: place).map { (probe.point.x - $0.x, probe.point.y - $0.y) }
  }
}
