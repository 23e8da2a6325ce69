package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookScene

/// Draws the layers of many elements.
@MainActor package struct BulkPass: ~Copyable {
  /// A layer of the drawing order.
  private struct Item {
    let columns: PointColumns
    let style: PointStyle
    let points: BulkPoints
  }

  private let device: GPUDevice
  private let programs: PointPrograms
  /// Whether small points are drawn by the processor: where it draws everything else too.
  private let composes: Bool
  /// In drawing order; nil for a layer that cannot be drawn, which keeps its number.
  private var items: [Item?] = []
  private var layers: [ObjectIdentifier: BulkPoints] = [:]
  private var seenOrder = -1

  /// `composes`: nil for what suits the driver.
  package init(_ device: GPUDevice, library: ShaderLibrary, composes: Bool? = nil) {
    self.device = device
    self.composes = composes ?? device.capabilities.isSoftware
    programs = PointPrograms(device, library: library)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reload() throws(GPUError) { try programs.reload() }

  /// Brings the layers of `order` up to date with `store`. Once a frame, before `draw` and before `OverlayStore.clearChanges`.
  package mutating func prepare(_ store: OverlayStore, order: DrawOrder) {
    guard order.version != seenOrder || store.hasDirtyBulkLayers else { return }
    seenOrder = order.version
    items.removeAll(keepingCapacity: true)
    for entry in order.entries where entry.kind == .bulk {
      guard let row = store.bulkRow(Int(entry.slot)), row.bounds != nil, case .points(let columns, let style) = row.content else {
        items.append(nil)
        continue
      }
      let key = ObjectIdentifier(columns)
      let points = layers[key] ?? BulkPoints(device)
      layers[key] = points
      items.append(Item(columns: columns, style: style, points: points))
    }
    forgetDetached(store)
  }

  /// What left the view stays in the driver's memory, what left the map does not.
  private mutating func forgetDetached(_ store: OverlayStore) {
    guard layers.count > store.bulkLayers.count else { return }
    var attached: Set<ObjectIdentifier> = []
    for slot in 0..<store.bulkLayers.slotCount {
      if case .points(let columns, _)? = store.bulkRow(slot)?.content { attached.insert(ObjectIdentifier(columns)) }
    }
    for key in layers.keys where !attached.contains(key) { layers[key] = nil }
  }

  /// Draws the layers `run.first ..< run.first + run.count` of those in the order given to `prepare`.
  package func draw(_ run: OverlayRun, view: ViewTransform, pixelsPerPoint: Double, target: GPUTarget) throws(GPUError) {
    guard run.kind == .overlays(.bulk) else { return }
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(false)
    for case let item? in items[(run.first..<run.first + run.count).clamped(to: items.indices)] {
      try item.points.draw(
        item.columns, item.style, programs, view: view, pixelsPerPoint: pixelsPerPoint, target: target, composes: composes)
    }
  }
}
