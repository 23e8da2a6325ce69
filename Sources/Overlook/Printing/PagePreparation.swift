import Glibc
package import OverlookCamera
import OverlookCanvas
import OverlookGeometry
import OverlookLayout
import OverlookScene
import OverlookStyle
import OverlookStyledMap
package import OverlookSupport
import OverlookTiles
import OverlookVector

/// Brings together what a page of a map shows: a view of its own, with tiles of its own, so that the map's view stays as it is.
///
/// `step` again and again until it answers true, then `job`.
@MainActor package final class PagePreparation {
  private let map: MapView
  private let page: MapPage
  private var sheet: PageSheet
  /// Points of the view for a point of 1/72 inch.
  private let unitsPerPoint: Double
  package let view: ViewTransform
  private let styled: StyledMap?
  private let runtimes: [TileLayerRuntime]

  /// `wake`: called on any thread when something arrived.
  package init(_ map: MapView, _ page: MapPage, wake: @escaping @Sendable () -> Void = {}) throws(PageProblem) {
    try page.check()
    self.map = map
    self.page = page
    sheet = page.sheet
    guard sheet.mapFrame != nil else { throw .unusable("a page that leaves no room for a map") }
    (view, unitsPerPoint) = (Self.view(map, page), MapPage.screenPointsPerPoint)
    styled = map.styledMap?.still(wake: wake)
    styled?.obstacles = { [weak map] view in map?.labelObstacles(in: view) ?? [] }
    let services = map.services
    runtimes = map.tileLayers.filter { $0.layer.opacity > 0 }.map {
      TileLayerRuntime(layer: $0.layer, number: $0.number, services: services, waitsForRenderer: false, wake: wake)
    }
  }

  private static func view(_ map: MapView, _ page: MapPage) -> ViewTransform {
    let size = page.viewSize
    var camera = map.camera
    switch page.extent {
    case .camera: break
    case .view:
      let shown = map.size
      let growth = min(size.width / max(shown.width, 1), size.height / max(shown.height, 1))
      if shown.width > 1, shown.height > 1 { camera = camera.with(zoom: camera.zoom + log2(growth)) }
    case .scale(let scale):
      // Metres of paper in a point of the view.
      let paper = 0.0254 / 72 / MapPage.screenPointsPerPoint
      camera = camera.with(zoom: CameraPosition.zoom(at: camera.target, forMeters: scale * paper, perPoints: 1))
    }
    return ViewTransform(camera: camera, size: size)
  }

  /// Takes what arrived, and asks for what is missing; true when everything is there, or known to be missing.
  package func step(now: Double) -> Bool {
    if let styled { _ = styled.update(view: view, pixelsPerPoint: 1, now: now) }
    for runtime in runtimes {
      _ = runtime.accept(now: now)
      _ = runtime.update(view: view, pixelsPerPoint: pixelsPerPoint, now: now)
    }
    return progress.isComplete
  }

  /// How what the page shows stands.
  package var progress: LoadProgress {
    var progress = styled?.progress ?? .ready
    for runtime in runtimes { progress.add(runtime.progress) }
    return progress
  }

  /// What is missing, one line each.
  package var faults: [String] {
    ((styled?.faults ?? []) + runtimes.flatMap(\.faults)).map { "\(LoadingFault($0))" }.uniqued()
  }

  /// Ends all loads.
  package func close() {
    styled?.close()
    for runtime in runtimes { runtime.detach() }
  }

  private var pixelsPerPoint: Double { page.dotsPerInch / 96 }

  /// All that is to be drawn, as values: it can be written on any thread.
  package func job(now: Double) -> PageJob {
    var style: PageJob.Style?
    if let styled, var frame = styled.frame(now: now) {
      if let light = map.standard.sky.light { frame.light = light }
      style = PageJob.Style(frame: frame, features: styled.features(of: frame))
    }
    var overlays = OverlayPage(map.overlayStore, view, millimetersPerPoint: 25.4 / 96)
    let parts = overlays.parts() + [.elements(itemLabels())]
    let metersPerPoint =
      Mercator.metersPerWorldUnit(atLatitude: view.camera.target.latitude) / view.pointsPerWorld * unitsPerPoint
    sheet.credits = credits
    return PageJob(
      view: view, sheet: sheet, style: style, tiles: runtimes.map(tiles), overlays: parts,
      background: map.isBare ? .white : PageColor(map.backgroundColor),
      pixelsPerPoint: pixelsPerPoint, unitsPerPoint: unitsPerPoint, metersPerPoint: metersPerPoint,
      creationTime: page.creationTime ?? time(nil), language: map.language, dotsPerInch: page.dotsPerInch,
      messages: overlays.messages + (styled?.messages ?? []))
  }

  /// Of what the page shows, and of what else the map has to say.
  private var credits: [String] {
    let own = (styled?.attributions ?? []) + runtimes.compactMap(\.layer.attribution)
    // Some sources say several in one line.
    let single = (own + map.attributions).flatMap { $0.split(separator: " | ").map(String.init) }
    return single.map { OutsideText.cleaned($0, limit: 400) }.uniqued()
  }

  /// Text of items, such as names beside the points of files, where it meets no other of its kind.
  private func itemLabels() -> [PageElement] {
    let projection = Projection(view)
    let text = SheetText()
    var taken: [PageRect] = []
    var elements: [PageElement] = []
    for item in map.overlayItems {
      item.update(with: projection)
      for label in item.labels where label.fontSize > 0 && label.fontSize < 200 {
        let width = text.width(label.text) * label.fontSize
        let place = Self.start(of: label, width: width)
        let box = PageRect(x: place.x, y: place.y - label.fontSize, width: width, height: 1.3 * label.fontSize)
        guard !taken.contains(where: box.intersects) else { continue }
        taken.append(box)
        elements += text.texts(
          label.text, at: place, size: label.fontSize, color: PageColor(label.color),
          halo: label.halo.map { (PageColor($0.color), $0.width) })
      }
    }
    return elements
  }

  /// Where the baseline of a label begins.
  private static func start(of label: OverlayLabel, width: Double) -> SIMD2<Double> {
    let capHeight = 0.73 * label.fontSize
    let left =
      switch label.anchor.horizontal {
      case .left: 0.0
      case .center: -width / 2
      case .right: -width
      }
    let down =
      switch label.anchor.vertical {
      case .baseline: 0.0
      case .middle: capHeight / 2
      case .top: capHeight
      }
    return SIMD2(label.position.x + left, label.position.y + down)
  }

  private func tiles(_ runtime: TileLayerRuntime) -> PageJob.Tiles {
    let pieces = runtime.draws.compactMap { draw -> PageJob.Tiles.Piece? in
      guard let image = runtime.tiles.store.shown(draw.image.source)?.content else { return nil }
      return PageJob.Tiles.Piece(square: draw.quad, worldCopy: draw.worldCopy, source: draw.image.source, image: image)
    }
    return PageJob.Tiles(pieces: pieces, opacity: Double(runtime.layer.opacity))
  }
}

extension CameraPosition {
  fileprivate func with(zoom: Double) -> CameraPosition {
    CameraPosition(target: target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  }
}
