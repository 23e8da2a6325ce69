import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookScene
import OverlookSupport

/// Draws the ground overlays of a store, one draw each and world copy; those of images larger than a texture one a piece.
///
/// Textures are made at most `uploadBudgetBytes` a frame, so that a thousand large pictures do not stop the map, and kept up to
/// `budgetBytes` after they left the view.
@MainActor package final class GroundOverlayPass: OverlayPass {
  private struct Item {
    let quad: GroundQuad
    let rows: GroundRows
    let opacity: Float
    /// Nil for one that is in the order but cannot be drawn: it keeps its number, by which runs name items.
    let picture: GroundPicture?
    /// What the picture becomes, and how far it has.
    let next: GroundPicture?
    let nextShare: Float
    /// What will be shown soon.
    let upcoming: [GroundPicture]

    @MainActor var lacksLevels: Bool {
      picture?.lacksLevels == true || next?.lacksLevels == true || upcoming.contains { $0.lacksLevels }
    }
  }

  /// Bytes of textures that are kept although nothing near the view needs them.
  package static let budgetBytes = 256 << 20
  /// Bytes of images that one frame takes over; a larger image goes alone.
  package static let uploadBudgetBytes = 32 << 20

  package let kind = OverlayRun.Kind.overlays(.groundOverlay)
  private let device: GPUDevice
  private var plain: GroundProgram
  private var faint: GroundProgram
  private var edged: GroundProgram
  private var blending: GroundProgram
  /// Of a texture's sides, in pixels.
  private let maximumSide: Int
  private let vertices: GPUVertexArray
  /// In drawing order.
  private var items: [Item] = []
  /// In the order in which their textures are made: what is shown before what will be.
  private var wanted: [GroundPicture] = []
  private var pictures: [ObjectIdentifier: GroundPicture] = [:]
  private var seenOrder = -1
  private var frameNumber = 0
  private var hasChanged = false
  /// Overlays of the drawing order that have a picture the driver refused.
  package private(set) var notDrawnCount = 0
  /// Whether a picture near the view has still to be taken over by one of the next frames.
  package private(set) var needsFrame = false

  /// - Parameter maximumSide: Of a texture, in pixels; nil for what the driver allows.
  package init(_ device: GPUDevice, library: ShaderLibrary, maximumSide: Int? = nil) {
    self.device = device
    self.maximumSide = maximumSide ?? device.capabilities.maximumTextureSize
    plain = GroundProgram(device, library: library, .plain)
    faint = GroundProgram(device, library: library, .faint)
    edged = GroundProgram(device, library: library, .edged)
    blending = GroundProgram(device, library: library, .blending)
    vertices = GPUVertexArray(device)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reload() throws(GPUError) {
    try plain.reload()
    try faint.reload()
    try edged.reload()
    try blending.reload()
  }

  /// Bytes of all textures.
  package var textureByteCount: Int { pictures.values.reduce(0) { $0 + $1.byteCount } }

  /// Brings the overlays of `order` up to date with `store` and makes textures. Once a frame, before `draw` and before
  /// `OverlayStore.clearChanges`.
  package func prepare(_ store: OverlayStore, order: DrawOrder, in frame: OverlayFrame) {
    frameNumber += 1
    let isNew = order.version != seenOrder || store.hasDirtyGroundOverlays
    // A picture that was on its way is there.
    hasChanged = isNew || needsFrame
    if isNew {
      seenOrder = order.version
      collect(store, order)
    }
    if isNew || needsFrame {
      if needsFrame { load() }
      notDrawnCount = items.count { $0.picture?.state == .failed }
    }
    loadPieces(view: frame.view, pixelsPerPoint: frame.pixelsPerPoint)
    makeLevels(view: frame.view, pixelsPerPoint: frame.pixelsPerPoint)
  }

  /// Makes the smaller levels of pictures that the view shows smaller than they are: of what is seen at once, of what comes next one a
  /// frame. Pictures that are replaced in each frame mostly need none, which take as long as the picture itself.
  private func makeLevels(view: ViewTransform, pixelsPerPoint: Double) {
    var mayMakeMore = true
    for item in items where item.lacksLevels {
      let isReduced = Self.copies(of: item, view).contains { copy in
        guard let part = GroundPart(item.quad, copy: copy, view: view, pixelsPerPoint: pixelsPerPoint) else { return false }
        let pixels = item.rows == .even ? part.pixelsPerPicture : nil
        return item.picture?.isReduced(to: pixels) == true || item.next?.isReduced(to: pixels) == true
      }
      guard isReduced else { continue }
      item.picture?.makeLevels()
      item.next?.makeLevels()
      if mayMakeMore, let next = item.upcoming.first(where: { $0.lacksLevels }) {
        next.makeLevels()
        mayMakeMore = false
      }
    }
  }

  /// Makes textures of what the view shows of images that are too large for one.
  private func loadPieces(view: ViewTransform, pixelsPerPoint: Double) {
    var budget = Self.uploadBudgetBytes
    for item in items {
      guard let pieces = item.picture?.pieces, pieces.areNeeded(item.quad, view: view, pixelsPerPoint: pixelsPerPoint) else {
        continue
      }
      for copy in Self.copies(of: item, view) {
        guard let part = GroundPart(item.quad, copy: copy, view: view, pixelsPerPoint: pixelsPerPoint) else { continue }
        if pieces.load(part, item.rows, device, budget: &budget) { needsFrame = true }
      }
    }
  }

  /// The copies of the world in which the view may show an overlay.
  private static func copies(of item: Item, _ view: ViewTransform) -> Range<Int> {
    let (visible, bounds) = (view.visibleRect, item.quad.bounds)
    // The copies k that the picture meets the view in: bounds + k and visible share a point.
    let first = max((visible.minX - bounds.maxX).rounded(.up), -17)
    let last = min((visible.maxX - bounds.minX).rounded(.down), 17)
    guard let lower = Int(exactly: first), let upper = Int(exactly: last), lower <= upper else { return 0..<0 }
    return lower..<upper + 1
  }

  private func collect(_ store: OverlayStore, _ order: DrawOrder) {
    items.removeAll(keepingCapacity: true)
    wanted.removeAll(keepingCapacity: true)
    for entry in order.entries where entry.kind == .groundOverlay {
      guard let row = store.groundOverlayRow(Int(entry.slot)) else { continue }
      let shown = row.icon.map { picture(for: $0) }
      let next = row.nextIcon.map { picture(for: $0) }
      if let shown { wanted.append(shown) }
      if let next { wanted.append(next) }
      items.append(
        Item(
          quad: row.quad, rows: row.rows, opacity: row.opacity, picture: shown, next: next, nextShare: row.nextShare,
          upcoming: row.upcomingIcons.map { picture(for: $0) }))
    }
    for item in items { wanted += item.upcoming }
    if wanted.contains(where: { $0.state == .waiting }) { needsFrame = true }
    evict()
  }

  private func picture(for image: Image) -> GroundPicture {
    let key = ObjectIdentifier(image)
    let picture = pictures[key] ?? GroundPicture(image)
    pictures[key] = picture
    picture.lastUse = frameNumber
    return picture
  }

  private func load() {
    var budget = Self.uploadBudgetBytes
    needsFrame = false
    for picture in wanted where picture.state == .waiting {
      let size = picture.image.byteCount
      guard budget == Self.uploadBudgetBytes || size <= budget else {
        needsFrame = true
        return
      }
      picture.load(device, maximumSide: maximumSide)
      budget -= size
    }
  }

  /// Lets go of the pictures that were not needed for longest, until the budget is kept.
  private func evict() {
    var total = textureByteCount
    guard total > Self.budgetBytes else {
      // Images that never got a texture are not worth keeping either.
      for (key, picture) in pictures where picture.lastUse != frameNumber && picture.state != .ready { pictures[key] = nil }
      return
    }
    let unused = pictures.filter { $0.value.lastUse != frameNumber }.sorted { $0.value.lastUse < $1.value.lastUse }
    for (key, picture) in unused where total > Self.budgetBytes {
      total -= picture.byteCount
      pictures[key] = nil
    }
  }

  /// Any of them does.
  package func hasChanged(_ run: OverlayRun) -> Bool { hasChanged }

  /// Draws the overlays `run.first ..< run.first + run.count` of those in the order given to `prepare`;
  /// with `isBehindBuildings`, only what the depths in the target let through.
  package func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces = .opaque, in frame: OverlayFrame, to target: GPUTarget,
    isBehindBuildings: Bool = false
  ) {
    guard run.kind == kind else { return }
    let (view, pixelsPerPoint) = (frame.view, frame.pixelsPerPoint)
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(isBehindBuildings)
    defer { device.state.setDepthTest(false) }
    for index in max(run.first, 0)..<max(min(run.first + run.count, items.count), max(run.first, 0)) {
      let item = items[index]
      for copy in Self.copies(of: item, view) {
        guard let part = GroundPart(item.quad, copy: copy, view: view, pixelsPerPoint: pixelsPerPoint) else { continue }
        if let pieces = item.picture?.pieces, item.nextShare == 0,
          pieces.areNeeded(item.quad, view: view, pixelsPerPoint: pixelsPerPoint)
        {
          draw(item, pieces, part)
        } else {
          draw(item, part)
        }
      }
    }
  }

  private func draw(_ item: Item, _ part: GroundPart) {
    let picture = item.picture?.isReady == true ? item.picture : nil
    let next = item.nextShare > 0 && item.next?.isReady == true ? item.next : nil
    switch (picture, next) {
    case (let picture?, let next?):
      picture.bind(unit: 0)
      next.bind(unit: 1)
      blending.use(part, opacity: item.opacity, nextShare: item.nextShare)
      blending.draw(.outside, of: part, item.rows, from: GroundCell(), vertices)
    case (let picture?, nil):
      // What becomes nothing fades.
      draw(picture, part, item.rows, opacity: item.next == nil ? item.opacity * (1 - item.nextShare) : item.opacity)
    case (nil, let next?): draw(next, part, item.rows, opacity: item.opacity * item.nextShare)
    case (nil, nil): return
    }
  }

  /// One picture alone: its inside, which needs the least for each pixel, and what lies around it.
  private func draw(_ picture: GroundPicture, _ part: GroundPart, _ rows: GroundRows, opacity: Float) {
    picture.bind(unit: 0, pixelsPerPicture: rows == .even ? part.pixelsPerPicture : nil)
    if part.reachesOutside {
      edged.use(part, opacity: opacity)
      if rows == .even {
        edged.drawAround(part, vertices)
      } else {
        for cell in GroundCell.around { edged.draw(cell, of: part, rows, from: GroundCell(), vertices) }
      }
    }
    if opacity < 1 {
      faint.use(part, opacity: opacity)
      faint.draw(GroundCell(), of: part, rows, from: GroundCell(), vertices)
    } else {
      device.state.setBlend(picture.image.isOpaque ? .off : .premultiplied)
      plain.use(part, opacity: 1)
      plain.draw(GroundCell(), of: part, rows, from: GroundCell(), vertices)
      device.state.setBlend(.premultiplied)
    }
  }

  /// Piece by piece; the overview stands in for those that have not come.
  private func draw(_ item: Item, _ pieces: GroundPieces, _ part: GroundPart) {
    edged.use(part, opacity: item.opacity)
    let shown = pieces.shown(part, item.rows)
    let isEnlarged = !pieces.isReduced(to: item.rows == .even ? part.pixelsPerPicture : nil)
    for row in shown.rows {
      for column in shown.columns {
        let piece = pieces.piece(column, row)
        let holder = pieces.texture(piece)
        if let holder { holder.bind(unit: 0, isEnlarged: isEnlarged) } else { item.picture?.bind(unit: 0) }
        edged.draw(
          piece.area.inPlane(item.rows), of: part, item.rows, from: holder == nil ? GroundCell() : piece.held, vertices)
      }
    }
  }
}

extension GroundCell {
  /// All of the plane, and the pixel around it over which its edge fades.
  fileprivate static let outside = GroundCell(left: -1, top: -1, right: 2, bottom: 2)

  /// What lies around the plane, in rectangles that have their corners in common with it and each other.
  fileprivate static let around: [GroundCell] = [-1.0, 0, 1].flatMap { top in
    [-1.0, 0, 1].compactMap { left in
      left == 0 && top == 0 ? nil : GroundCell(left: left, top: top, right: left + 1, bottom: top + 1)
    }
  }

  /// The rectangle of the plane that a rectangle of the image covers; what reaches the image's edge reaches over it.
  fileprivate func inPlane(_ rows: GroundRows) -> GroundCell {
    var cell = self
    if case .byLatitude(let latitudes) = rows {
      cell.top = latitudes.fraction(ofRow: top)
      cell.bottom = latitudes.fraction(ofRow: bottom)
    }
    if left == 0 { cell.left = -1 }
    if top == 0 { cell.top = -1 }
    if right == 1 { cell.right = 2 }
    if bottom == 1 { cell.bottom = 2 }
    return cell
  }
}
