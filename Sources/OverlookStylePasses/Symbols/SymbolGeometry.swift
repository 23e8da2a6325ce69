import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookText

/// The glyphs and icons of symbol layers that follow one another in the driver's memory.
@MainActor final class SymbolGeometry {
  /// What views share for which the same is in the driver's memory.
  struct Look: Equatable {
    private let content: BucketID
    private let placement: BucketID
    private let imagesVersion: Int
    private let zoom: Double
    private let pixelsPerPoint: Double
    private let pointsPerWorld: Double
    private let size: ScreenSize
    private let isFromAbove: Bool
    /// From the first one on.
    private let layerCount: Int

    /// Nil where that is something else in each frame: what changes its paint, or lies on a globe.
    @MainActor init?(_ layers: ArraySlice<StyleFrameLayer>, _ frame: StyleFrame, _ view: ViewTransform) {
      guard let placement = frame.placement, view.isFlat,
        !layers.contains(where: { $0.properties.isMoving(at: frame.timeSeconds) })
      else { return nil }
      self.placement = placement.id
      layerCount = layers.count
      content = frame.content
      imagesVersion = frame.images.version
      zoom = frame.zoom
      pixelsPerPoint = frame.pixelsPerPoint
      pointsPerWorld = view.pointsPerWorld
      size = view.size
      isFromAbove = view.isFromAbove
    }
  }

  let array: GPUVertexArray
  var quadCount: Int { slots.count }
  private(set) var atlas: SDFAtlas?
  private var records: GPUTexelBuffer
  private var entries: GPUTexelBuffer
  /// What the driver has.
  private var slots = SymbolSlots()
  /// Whether it has; not after an error.
  private var isWritten = false
  let maximumCount: Int
  private var look: Look?
  /// Places are counted from here.
  private(set) var origin = WorldPoint(x: 0, y: 0)
  private var pointsPerWorld = 0.0
  /// Which they were made for.
  private var center = WorldPoint(x: 0, y: 0)
  private var bearing = 0.0
  private var viewingAngle = 0.0
  private var isBoundToBearing = false
  private var isBoundToView = false
  private var hasPaths = false

  /// How far views may move, turn (degrees) and tilt until labels along lines are laid out anew: they follow bends less and less.
  private static let maximumShift = 128.0
  private static let maximumTurn = 8.0
  private static let maximumTilt = 3.0
  /// How far from the origin, in points, places are exact to a thousandth of a point and better.
  private static let reach = 2048.0

  init(_ device: GPUDevice) {
    records = GPUTexelBuffer(device, format: .unsigned4, usage: .stream, label: "symbols of layers")
    entries = GPUTexelBuffer(device, format: .unsigned4, usage: .stream, label: "order of symbols")
    array = GPUVertexArray(device)
    maximumCount = device.capabilities.maximumTexelBufferSize / (MemoryLayout<SymbolRecord>.stride / 16)
  }

  /// From where records for a view are to be counted: what is the same for it and the last one then has the same record.
  func origin(for view: ViewTransform) -> WorldPoint {
    let (x, y) = view.centeredPoints(for: origin)
    if pointsPerWorld == view.pointsPerWorld, abs(x) < Self.reach, abs(y) < Self.reach { return origin }
    // On a grid: views that come from elsewhere count from the same place as a rule, and round alike.
    let cell = min(Self.reach / view.pointsPerWorld, 1.0 / 8)
    func middle(_ place: Double) -> Double { ((place / cell).rounded(.down) + 0.5) * cell }
    return WorldPoint(x: middle(view.center.x), y: middle(view.center.y))
  }

  /// Brings what changed to the driver, as made for `view`; `look` nil: for this frame alone.
  func take(_ symbols: SymbolRecords, _ look: Look?, _ view: ViewTransform, origin: WorldPoint) throws(GPUError) {
    self.look = nil
    // From elsewhere, or at another scale, nothing is where it was.
    let keeps = look != nil && isWritten && self.origin == origin && pointsPerWorld == view.pointsPerWorld
    slots.take(symbols, count: min(symbols.records.count, maximumCount), keeps: keeps, maximumCount: maximumCount)
    // What is another layer's in the same frame goes into fresh memory.
    try upload(isFresh: look == nil || !isWritten)
    atlas = symbols.atlas
    (self.origin, pointsPerWorld) = (origin, view.pointsPerWorld)
    (center, bearing, viewingAngle) = (view.center, view.camera.bearing, view.camera.viewingAngle)
    (isBoundToBearing, isBoundToView, hasPaths) = (symbols.isBoundToBearing, symbols.isBoundToView, symbols.hasPaths)
    self.look = look
  }

  private func upload(isFresh: Bool) throws(GPUError) {
    isWritten = false
    let slots = slots
    if slots.count > 0 {
      let recordBytes = slots.records.count * MemoryLayout<SymbolRecord>.stride
      if slots.isWhole || recordBytes > records.buffer.byteCount {
        // With room for what comes while others have yet to go.
        if recordBytes > records.buffer.byteCount { try records.buffer.allocate(byteCount: recordBytes + recordBytes / 2) }
        try records.buffer.replace(slots.records.span)
      } else {
        for piece in slots.changedRecords {
          records.buffer.update(slots.records.span.extracting(piece), atElement: piece.lowerBound)
        }
      }
      let entryBytes = slots.entries.count * MemoryLayout<SymbolSlots.SymbolEntry>.stride
      if isFresh || entryBytes > entries.buffer.byteCount {
        try entries.buffer.replace(slots.entries.span)
      } else {
        for piece in slots.changedEntries {
          entries.buffer.update(slots.entries.span.extracting(piece), atElement: piece.lowerBound)
        }
      }
    }
    isWritten = true
  }

  /// Whether they are what `view` shows.
  func shows(_ look: Look, _ view: ViewTransform) -> Bool {
    guard self.look == look else { return false }
    let isTurned = bearing != view.camera.bearing
    if isBoundToBearing, isTurned { return false }
    if !view.isFromAbove, isBoundToView, center != view.center || viewingAngle != view.camera.viewingAngle { return false }
    guard hasPaths else { return true }
    let turn = (view.camera.bearing - bearing).remainder(dividingBy: 360)
    if abs(turn) > Self.maximumTurn || abs(view.camera.viewingAngle - viewingAngle) > Self.maximumTilt { return false }
    let (x, y) = view.centeredPoints(for: view.nearestCopy(of: center))
    return view.isFromAbove || abs(x) <= Self.maximumShift && abs(y) <= Self.maximumShift
  }

  func bind(recordsUnit: Int, entriesUnit: Int) {
    records.bind(unit: recordsUnit)
    entries.bind(unit: entriesUnit)
  }
}
