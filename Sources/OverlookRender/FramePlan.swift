package import OverlookCamera
package import OverlookCanvas
package import OverlookGeometry
package import OverlookLayout
import OverlookOverlayPasses
import OverlookStyle
package import OverlookSupport
package import OverlookTiles

/// What is drawn in a frame, in which view, and in which order: values and keys, no references to models. The things themselves are
/// elsewhere: rows of overlays and pictures of tiles reach the GPU before the frame is drawn (`Renderer.prepare`, `uploadTiles`), and
/// the order names them by number.
package struct FramePlan: Sendable {
  /// A tile layer in a frame.
  package struct TileLayerDraws: Hashable, Sendable {
    /// Names the layer on its map.
    package var number: UInt32
    package var zIndex: Int
    /// 0 ... 1.
    package var opacity: Float
    package var isBelowLabels = false
    package var draws: [TileDraw]

    package init(number: UInt32, zIndex: Int, opacity: Float, draws: [TileDraw]) {
      self.number = number
      self.zIndex = zIndex
      self.opacity = opacity
      self.draws = draws
    }
  }

  package var view: ViewTransform
  package var framebuffer: PixelSize
  package var pixelsPerPoint: Double
  package var timeSeconds: Double
  package var reasons: RedrawReasons
  package var background: Color
  /// What a style draws below everything else; nil without a style.
  package var style: StyleFrame?
  /// The light of an hour, with its shadows; nil for the light of the style alone, and none.
  package var daylight: Daylight?
  /// What it is for what knows the light of a style alone; nil for the light of the style.
  package var light: StyleLight?
  /// Whether the style's extrusions hide what of the overlays on the ground lies behind them.
  package var buildingsHideOverlays = false
  /// In drawing order; the first `order.baseLayerCount` of them make the base plane.
  package var tileLayers: [TileLayerDraws]
  package var order: PlaneOrder
  /// Labels of items that are shown.
  package var itemLabels: [ShownItemLabel] = []
  /// Markers near the view; they lie above everything.
  package var markerCount: Int

  package init(
    view: ViewTransform, framebuffer: PixelSize, pixelsPerPoint: Double, timeSeconds: Double, reasons: RedrawReasons,
    background: Color
  ) {
    self.view = view
    self.framebuffer = framebuffer
    self.pixelsPerPoint = pixelsPerPoint
    self.timeSeconds = timeSeconds
    self.reasons = reasons
    self.background = background
    tileLayers = []
    order = PlaneOrder()
    markerCount = 0
  }
}

extension FramePlan {
  /// Whether there are buildings that would hide overlays.
  var hasHidingBuildings: Bool {
    guard buildingsHideOverlays, let style else { return false }
    return style.layers.contains { $0.layer.kind == .fillExtrusion }
  }

  /// Whether there are both buildings and overlays that they could hide.
  var mayHideOverlays: Bool {
    hasHidingBuildings && order.steps.contains { if case .overlays = $0 { true } else { false } }
  }

  /// Whether overlays of the frame hide each other by their depths.
  var hasStandingOverlays: Bool {
    order.steps.contains { if case .overlays(let run) = $0 { run.hasDepth } else { false } }
  }

  /// Copies what the layers draw, element by element into the memory of the last frame: sharing their arrays would make each of
  /// them allocate anew when it plans its next frame.
  @MainActor package mutating func setTileLayers(_ layers: [TileLayerRuntime]) {
    if tileLayers.count > layers.count { tileLayers.removeLast(tileLayers.count - layers.count) }
    for (index, runtime) in layers.enumerated() {
      if index == tileLayers.count { tileLayers.append(TileLayerDraws(number: 0, zIndex: 0, opacity: 0, draws: [])) }
      tileLayers[index].number = runtime.number
      tileLayers[index].zIndex = runtime.layer.zIndex
      tileLayers[index].opacity = Float(runtime.layer.opacity)
      tileLayers[index].isBelowLabels = runtime.layer.isBelowLabels
      tileLayers[index].draws.removeAll(keepingCapacity: true)
      tileLayers[index].draws.append(contentsOf: runtime.draws)
    }
  }

  /// The plan as lines of text, the same for the same plan, for tests and bug reports.
  package var dump: String {
    let camera = view.camera
    var lines = [
      "camera \(camera.target.latitude),\(camera.target.longitude) zoom \(camera.zoom) bearing \(camera.bearing) "
        + "tilt \(camera.viewingAngle)",
      "size \(view.size.width) x \(view.size.height) points, \(framebuffer.width) x \(framebuffer.height) pixels",
      "reasons \(reasons.names.joined(separator: " "))",
    ]
    for (index, layer) in tileLayers.enumerated() {
      lines.append("tiles \(layer.number) z-index \(layer.zIndex)\(index < order.baseLayerCount ? " base" : "")")
      lines += layer.draws.map { "  \(Self.line($0))" }
    }
    for step in order.steps {
      switch step {
      case .tiles(let index):
        lines.append("draw tiles \(tileLayers.indices.contains(index) ? "\(tileLayers[index].number)" : "?")")
      case .overlays(let run): lines.append("draw \(run)")
      case .translucent(let run): lines.append("draw what is translucent of \(run)")
      case .item(let index): lines.append("draw item \(index)")
      }
    }
    if markerCount > 0 { lines.append("draw markers \(markerCount)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ draw: TileDraw) -> String {
    func name(_ tile: TileID) -> String { "\(tile.z)/\(tile.x)/\(tile.y)" }
    var text = name(draw.quad)
    if draw.worldCopy != 0 { text += " copy \(draw.worldCopy)" }
    if draw.image.source != draw.quad { text += " from \(name(draw.image.source))" }
    if draw.fade < 1 { text += " fade \(draw.fade)" }
    if let under = draw.under { text += " over \(name(under.source))" }
    return text
  }
}
