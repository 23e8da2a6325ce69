package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookScene
import OverlookSupport

/// Draws the ground overlays of a store, one draw each and world copy.
///
/// Textures are made at most `uploadBudgetBytes` a frame, so that a thousand large pictures do not stop the map, and kept up to
/// `budgetBytes` after they left the view.
@MainActor package struct GroundOverlayPass: ~Copyable {
  private struct Item {
    let quad: GroundQuad
    let opacity: Float
    /// Nil for one that is in the order but cannot be drawn: it keeps its number, by which runs name items.
    let picture: GroundPicture?
  }

  /// Bytes of textures that are kept although nothing near the view needs them.
  package static let budgetBytes = 256 << 20
  /// Bytes of images that one frame takes over; a larger image goes alone.
  package static let uploadBudgetBytes = 32 << 20

  private let device: GPUDevice
  private let program: GPUProgram
  private let clipFromUnit: GPUUniform
  private let part: GPUUniform
  private let opacity: GPUUniform
  private let vertices: GPUVertexArray
  /// In drawing order.
  private var items: [Item] = []
  private var pictures: [ObjectIdentifier: GroundPicture] = [:]
  private var seenOrder = -1
  private var frame = 0
  /// Overlays of the drawing order that have a picture the driver refused.
  package private(set) var failedCount = 0
  /// Whether a picture near the view has still to be taken over by one of the next frames.
  package private(set) var needsFrame = false

  package init(_ device: GPUDevice, library: ShaderLibrary) throws(GPUError) {
    self.device = device
    program = GPUProgram(device, vertex: "ground.vert", fragment: "ground.frag", library: library)
    clipFromUnit = program.uniform("u_clipFromUnit")
    part = program.uniform("u_part")
    opacity = program.uniform("u_opacity")
    program.set(program.uniform("u_picture"), 0)
    vertices = GPUVertexArray(device)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package mutating func reload() throws(GPUError) {
    try program.reload()
  }

  /// Bytes of all textures.
  package var textureByteCount: Int { pictures.values.reduce(0) { $0 + $1.byteCount } }

  /// Brings the overlays of `order` up to date with `store` and makes textures. Once a frame, before `draw` and before
  /// `OverlayStore.clearChanges`.
  package mutating func prepare(_ store: OverlayStore, order: DrawOrder) {
    frame += 1
    let isNew = order.version != seenOrder || store.hasDirtyGroundOverlays
    if isNew {
      seenOrder = order.version
      collect(store, order)
    }
    guard isNew || needsFrame else { return }
    if needsFrame { load() }
    failedCount = items.count { $0.picture?.state == .failed }
  }

  private mutating func collect(_ store: OverlayStore, _ order: DrawOrder) {
    items.removeAll(keepingCapacity: true)
    for entry in order.entries where entry.kind == .groundOverlay {
      guard let row = store.groundOverlayRow(Int(entry.slot)) else { continue }
      let shown = row.icon.map { picture(for: $0) }
      if shown?.state == .waiting { needsFrame = true }
      items.append(Item(quad: row.quad, opacity: row.opacity, picture: shown))
    }
    evict()
  }

  private mutating func picture(for image: Image) -> GroundPicture {
    let key = ObjectIdentifier(image)
    let picture = pictures[key] ?? GroundPicture(image)
    pictures[key] = picture
    picture.lastUse = frame
    return picture
  }

  private mutating func load() {
    var budget = Self.uploadBudgetBytes
    needsFrame = false
    for item in items {
      guard let picture = item.picture, picture.state == .waiting else { continue }
      let size = picture.image.byteCount
      guard budget == Self.uploadBudgetBytes || size <= budget else {
        needsFrame = true
        return
      }
      picture.load(device)
      budget -= size
    }
  }

  /// Lets go of the pictures that were not needed for longest, until the budget is kept.
  private mutating func evict() {
    var total = textureByteCount
    guard total > Self.budgetBytes else {
      // Images that never got a texture are not worth keeping either.
      for (key, picture) in pictures where picture.lastUse != frame && picture.state != .ready { pictures[key] = nil }
      return
    }
    let unused = pictures.filter { $0.value.lastUse != frame }.sorted { $0.value.lastUse < $1.value.lastUse }
    for (key, picture) in unused where total > Self.budgetBytes {
      total -= picture.byteCount
      pictures[key] = nil
    }
  }

  /// Draws the overlays `run.first ..< run.first + run.count` of those in the order given to `prepare`;
  /// with `isBehindBuildings`, only what the depths in the target let through.
  package func draw(_ run: OverlayRun, view: ViewTransform, pixelsPerPoint: Double, isBehindBuildings: Bool = false) {
    guard run.kind == .overlays(.groundOverlay) else { return }
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(isBehindBuildings)
    defer { device.state.setDepthTest(false) }
    let visible = view.visibleRect
    for index in max(run.first, 0)..<max(min(run.first + run.count, items.count), max(run.first, 0)) {
      let item = items[index]
      let bounds = item.quad.bounds
      // The copies k that the picture meets the view in: bounds + k and visible share a point.
      let first = max((visible.minX - bounds.maxX).rounded(.up), -17)
      let last = min((visible.maxX - bounds.minX).rounded(.down), 17)
      guard let lower = Int(exactly: first), let upper = Int(exactly: last), lower <= upper else { continue }
      guard let picture = item.picture, picture.bind(unit: 0) else { continue }
      program.set(opacity, item.opacity)
      for copy in lower...upper {
        guard let shown = GroundPart(item.quad, copy: copy, view: view, pixelsPerPoint: pixelsPerPoint) else { continue }
        program.setMatrix(clipFromUnit, shown.clipFromUnit.floats)
        program.set(part, SIMD4(Float(shown.left), Float(shown.top), Float(shown.right), Float(shown.bottom)))
        device.draw(.triangleStrip, vertices, count: 4)
      }
    }
  }
}
