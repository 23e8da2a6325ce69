package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
import OverlookLayout
package import OverlookPasses
import OverlookRaster
package import OverlookScene

/// Draws the layers of many elements.
@MainActor package final class DataPass: OverlayPass {
  /// A layer of the drawing order.
  private struct Item {
    let content: DataRow.Content
    let bounds: WorldRect
    let drawer: any DataDrawer
  }

  package let kind = OverlayRun.Kind.overlays(.dataLayer)
  private let device: GPUDevice
  private let pointPrograms: PointPrograms
  private let iconProgram: IconProgram
  private let heatTools: HeatTools
  private let raster: RasterTools
  private let dataPrograms: DataPrograms
  private let prisms: PrismTarget
  private let shadows: ShadowMap
  package private(set) var shadowVersion = 0
  /// Those of the last frame, and room for those of the next.
  private var standing: [StandingShape] = []
  private var standingNow: [StandingShape] = []
  /// In drawing order; nil for a layer that cannot be drawn, which keeps its number.
  private var items: [Item?] = []
  private var drawers: [ObjectIdentifier: any DataDrawer] = [:]
  private var seenOrder = -1

  /// `raster` and `shadows`: what it shares with other passes.
  package init(_ device: GPUDevice, library: ShaderLibrary, raster: RasterTools, shadows: ShadowMap? = nil) {
    let shadows = shadows ?? ShadowMap(device, library: library)
    self.device = device
    self.shadows = shadows
    pointPrograms = PointPrograms(device, library: library)
    iconProgram = IconProgram(device, library: library)
    heatTools = HeatTools(device, library: library)
    self.raster = raster
    dataPrograms = DataPrograms(device, library: library)
    prisms = PrismTarget(device, library: library)
    shadows.add(self)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reload() throws(GPUError) {
    try pointPrograms.reload()
    try iconProgram.reload()
    try heatTools.reload()
    try dataPrograms.reload()
    try prisms.reload()
  }

  /// Brings the layers of `order` up to date with `store`. Once a frame, before `draw` and before `OverlayStore.clearChanges`.
  package func prepare(_ store: OverlayStore, order: DrawOrder, in frame: OverlayFrame) {
    guard order.version != seenOrder || store.hasDirtyDataLayers else { return }
    seenOrder = order.version
    items.removeAll(keepingCapacity: true)
    for entry in order.entries where entry.kind == .dataLayer {
      guard let row = store.dataRow(Int(entry.slot)), let bounds = row.bounds else {
        items.append(nil)
        continue
      }
      let drawer = drawers[row.content.identity] ?? drawer(of: row.content)
      drawers[row.content.identity] = drawer
      items.append(Item(content: row.content, bounds: bounds, drawer: drawer))
    }
    forgetDetached(store)
    noteStanding()
  }

  /// Shadows change with what stands, and neither with what lies on the ground nor with colours.
  private func noteStanding() {
    standingNow.removeAll(keepingCapacity: true)
    for case let item? in items {
      switch item.content {
      case .polygons(let columns, let style) where style.isExtruded:
        standingNow.append(StandingShape(columns, style))
      case .prisms(let columns, let style):
        standingNow.append(StandingShape(columns, style))
      default: break
      }
    }
    if standingNow != standing { shadowVersion += 1 }
    swap(&standing, &standingNow)
  }

  private func drawer(of content: DataRow.Content) -> any DataDrawer {
    switch content {
    case .points: PointDrawer(device, pointPrograms, raster)
    case .paths: PathDrawer(device, dataPrograms, raster)
    case .polygons: PolygonDrawer(device, dataPrograms, raster, prisms)
    case .arcs: ArcDrawer(device, dataPrograms)
    case .prisms: PrismDrawer(device, dataPrograms, prisms, raster)
    case .icons: IconDrawer(device, iconProgram, raster)
    case .heat: HeatDrawer(device, heatTools)
    }
  }

  /// What left the view stays in the driver's memory, what left the map does not.
  private func forgetDetached(_ store: OverlayStore) {
    guard drawers.count > store.dataLayers.count else { return }
    var attached: Set<ObjectIdentifier> = []
    for slot in 0..<store.dataLayers.slotCount {
      if let content = store.dataRow(slot)?.content { attached.insert(content.identity) }
    }
    for key in drawers.keys where !attached.contains(key) { drawers[key] = nil }
  }

  /// Brings what the frame shows of the layers to the driver, or has rasterizers draw it.
  package func upload(for frame: OverlayFrame) throws(GPUError) {
    let frame = DataFrame(frame, isSunlit: frame.daylight != nil)
    for case let item? in items { try item.drawer.prepare(item.content, in: frame) }
  }

  package var hasMoreAhead: Bool { items.contains { $0?.drawer.hasMoreAhead == true } }

  package func bringAhead(_ budget: UploadBudget) throws(GPUError) {
    for case let item? in items where item.drawer.hasMoreAhead { try item.drawer.bringAhead(item.content, budget) }
  }

  /// Draws the layers `run.first ..< run.first + run.count` of those in the order given to `prepare`: those that stand on the map
  /// and are translucent, or the others. `target` is bound, and has depths where any of them stands. What of the others
  /// lies on the ground or in the air is hidden by those that stand and come before it, and with `isBehindBuildings` by whatever
  /// left its depth in the target.
  package func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces, in frame: OverlayFrame, to target: GPUTarget,
    isBehindBuildings: Bool = false
  ) throws(GPUError) {
    guard run.kind == kind else { return }
    let isSunlit = frame.daylight != nil && device.variant == .color
    var frame = DataFrame(frame, isSunlit: isSunlit, cast: shadows.cast)
    var hasDepths = isBehindBuildings
    for case let item? in items[(run.first..<run.first + run.count).clamped(to: items.indices)] {
      if item.content.isTranslucentPrism == (surfaces == .translucent) {
        if isSunlit, item.content.isStanding { shadows.bind() }
        device.state.setBlend(.premultiplied)
        device.state.setDepthTest(hasDepths && item.content.isHiddenByStanding)
        frame.room = Self.room(of: item, frame.view, target)
        try item.drawer.draw(item.content, in: frame, to: target)
      }
      hasDepths = hasDepths || item.content.isStanding
    }
    device.state.setDepthTest(false)
  }
}

extension DataPass {
  /// The pixels that a layer which stands may be seen in; nil where these are not known, and for other layers.
  private static func room(of item: Item, _ view: ViewTransform, _ target: GPUTarget) -> GPURect? {
    let meters: Float
    switch item.content {
    case .polygons(_, let style) where style.isExtruded: meters = style.largestHeight
    case .prisms(_, let style): meters = style.largestHeight
    default: return nil
    }
    let bounds = item.bounds
    guard let copies = WorldCopy.meeting(bounds, view.visibleRect) else { return nil }
    var room = StandingRoom(view, target)
    // A metre takes most of the map where it is farthest from the equator.
    let farthest = WorldPoint(x: 0, y: abs(bounds.minY - 0.5) > abs(bounds.maxY - 0.5) ? bounds.minY : bounds.maxY)
    let top = Double(meters) / Mercator.metersPerWorldUnit(atLatitude: farthest.coordinate.latitude)
    for copy in copies { room.add(bounds, top: top, worldCopy: copy) }
    return room.rect
  }
}

extension DataPass: ShadowCaster {
  package func tallestShadow(in view: ViewTransform) -> Double {
    var meters: Float = 0
    for layer in standing { meters = max(meters, layer.largestHeight) }
    return Double(meters) * view.stylePointsPerMeter
  }

  package func castShadows(_ cast: ShadowCast) {
    for case let item? in items where item.content.isStanding {
      // Walls of columns and areas show their outer side to the front.
      device.state.setCulling(true)
      item.drawer.castShadows(item.content, cast)
    }
  }
}
