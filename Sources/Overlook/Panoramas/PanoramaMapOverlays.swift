public import OverlookCanvas
import OverlookGeometry
import OverlookPanorama
public import OverlookPanoramaView
import OverlookScene
import OverlookSupport

/// What lies on a map, in a panorama: its markers stand at their places, its polylines lie on the street, and houses hide what is behind
/// them. Main thread only.
///
/// ```swift
/// panoramaView.add(PanoramaMapOverlays(of: map))
/// ```
@MainActor public final class PanoramaMapOverlays: PanoramaItem {
  /// The map; held weakly.
  public weak var map: MapView?
  /// The view that shows them; held weakly.
  public weak var view: PanoramaView?
  /// Default -2: below items of the app's.
  public var zIndex = -2

  /// A line of the map and its way on the ground.
  private struct Line {
    let polyline: Polyline
    let way: PanoramaGroundPath
  }

  private static let mostLines = 200
  /// Points of paths that are looked at, of all layers together.
  private static let mostPoints = 200_000
  private var lines: [Line] = []
  /// Of layers of many paths, as files of tracks and routes become.
  private var paths: [PanoramaGroundPath] = []
  private var version: Int?

  /// What lies on `map`, in `view`.
  public init(of map: MapView, in view: PanoramaView) {
    self.map = map
    self.view = view
  }

  /// Takes what is on the map.
  public func update(with sight: PanoramaSight) {
    guard let store = map?.overlayStore else {
      paths = []
      return lines.removeAll()
    }
    if store.structureVersion != version {
      version = store.structureVersion
      let attached = store.attachedOverlays
      let known = lines
      lines = attached.compactMap { $0 as? Polyline }.prefix(Self.mostLines).map { polyline in
        known.first { $0.polyline === polyline } ?? Line(polyline: polyline, way: PanoramaGroundPath([]))
      }
      paths = Self.paths(of: attached)
      view?.showMarkers(attached.compactMap { $0 as? Marker })
    }
    for path in paths { path.update(with: sight) }
    for line in lines {
      line.way.coordinates = line.polyline.path?.coordinates ?? []
      line.way.color = line.polyline.strokeColor.withAlpha(max(line.polyline.strokeColor.alpha, 0.85))
      line.way.widthMeters = min(max(line.polyline.strokeWidth / 5, 0.6), 2.5)
      line.way.update(with: sight)
    }
  }

  private static func paths(of overlays: [Overlay]) -> [PanoramaGroundPath] {
    var paths: [PanoramaGroundPath] = []
    var points = 0
    for case let layer as PathLayer in overlays {
      for index in 0..<layer.count where paths.count < mostLines && points < mostPoints {
        guard let path = layer.path(of: index) else { continue }
        points += path.count
        let color: Color
        if case .constant(let plain) = layer.strokeColor { color = plain } else { color = .blue }
        paths.append(PanoramaGroundPath(path, widthMeters: 1.5, color: color.withAlpha(max(color.alpha, 0.85))))
      }
    }
    return paths
  }

  /// Draws the lines; the markers are the view's.
  public func draw(in canvas: Canvas) {
    for path in paths { path.draw(in: canvas) }
    for line in lines { line.way.draw(in: canvas) }
  }
}
