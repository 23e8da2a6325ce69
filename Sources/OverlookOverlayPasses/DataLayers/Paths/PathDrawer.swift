import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookPasses
import OverlookRaster
import OverlookScene

/// The paths of one layer in the driver's memory.
@MainActor final class PathDrawer: DataDrawer {
  private let device: GPUDevice
  private let programs: DataPrograms
  private let places: PathPlaces
  private var elements: ElementBuffer
  private let array: GPUVertexArray
  /// Whether `array` has indices.
  private var hasIndices = false
  private let tools: RasterTools
  private var ranges = DrawRanges()
  private let picture: RasterPicture<PathRasterizer>
  /// Made when the paths are more than a colour first.
  private var paints: PathPaints?
  private var uploadedVersion: Int?
  /// What a frame shows of them, where the driver draws.
  private var prepared: PlaceScreen?
  /// Of the widest view.
  private var coarsestStepsPerPixel = 0.0

  init(_ device: GPUDevice, _ programs: DataPrograms, _ tools: RasterTools) {
    self.device = device
    self.programs = programs
    places = PathPlaces(device)
    elements = ElementBuffer(device, label: "attributes of a path layer")
    array = GPUVertexArray(device)
    self.tools = tools
    picture = RasterPicture(device, tools, PathRasterizer(tools.pool))
  }

  func prepare(_ content: DataRow.Content, in frame: DataFrame) throws(GPUError) {
    guard case .paths(let columns, let style) = content else { return }
    prepared = nil
    places.want(nil, coarsest: nil)
    if try picture.prepare(LayerContent(columns, style), in: frame) { return }
    let level = columns.level(stepsPerPixel: frame.view.stepsPerPixel(pixelsPerPoint: frame.pixelsPerPoint))
    guard try places.show(columns, level: level) else { return }
    if !hasIndices { try programs.strokes.attach(to: array) }
    hasIndices = true
    try uploadElements(columns)
    coarsestStepsPerPixel = FixedPlace.stepsEast / (.pointsPerStyleTile / 2 * frame.pixelsPerPoint)
    // Levels of more places are not kept.
    let isKept = columns.sequences.places.count <= PathLevel.affordableCount
    places.want(isKept ? columns : nil, coarsest: columns.level(stepsPerPixel: coarsestStepsPerPixel))
    let screen = PlaceScreen(
      frame.view, pixelsPerPoint: frame.pixelsPerPoint, visibleRect: visibleRect(style, in: frame))
    if style.isPainted {
      let paints = self.paints ?? PathPaints(device)
      self.paints = paints
      try paints.update(columns, columns.sequences(level: level), level: level, style, frame.view, screen)
    }
    prepared = screen
  }

  func draw(_ content: DataRow.Content, in frame: DataFrame, to target: GPUTarget) {
    guard case .paths(let columns, let style) = content else { return }
    if picture.draw(in: frame) { return }
    guard let prepared, let shown = places.shown else { return }
    let sequences = shown.shape ?? columns.sequences
    let program = programs.program(kind(style, in: frame))
    if let trail = style.trail { program.set(.time, SIMD3(trail.from, trail.to, trail.isFading ? 1 : 0)) }
    if let altitude = style.altitude { program.set(.height, length: altitude.height) }
    program.set(.width, length: style.width)
    program.set(.opacity, style.opacity)
    program.set(shown: style.shownValues)
    program.set(.isGround, style.unit == .meters ? 1 : 0)
    program.set(.joinAndCap, Int(style.join.rawValue) | (3 + Int(style.cap.rawValue)) << 8)
    let paints = style.isPainted ? paints : nil
    paints?.bind()
    places.bind(unit: 0)
    elements.bind(unit: 1)
    if let paints {
      if let casing = style.casing {
        program.set(.color, color: casing.color)
        program.set(.paintRow, PathPaints.casingRow)
        draw(sequences, program, prepared, frame)
      }
      program.set(.paintRow, paints.lineRow)
    }
    program.set(.color, color: style.color)
    draw(sequences, program, prepared, frame)
  }

  private func kind(_ style: PathStyle, in frame: DataFrame) -> DataPrograms.Kind {
    if style.altitude != nil { return .roofLine }
    if style.isPainted { return .paintedPath }
    if style.trail != nil { return .trail }
    let isThin =
      style.isOpaque && style.unit == .points && style.join == .round
      && Double(style.largestWidth) * frame.pixelsPerPoint <= ShapeBaker.thinWidthPixels
    return isThin ? .thinPath : .path
  }

  private func draw(_ sequences: PlaceSequences, _ program: DataProgram, _ screen: PlaceScreen, _ frame: DataFrame) {
    ranges.removeAll()
    sequences.forEachVisibleRange(screen) { ranges.appendStrokes($0) }
    for copy in frame.view.placeCopies {
      program.set(frame.view, worldCopy: copy)
      device.drawStrokes(array, ranges, asOne: tools.drawsRangesAsOne)
    }
  }

  /// The ground under what may reach into the view.
  private func visibleRect(_ style: PathStyle, in frame: DataFrame) -> WorldRect {
    let reach = style.reachPoints
    guard let altitude = style.altitude else { return frame.view.reachedRect(points: reach) }
    let height = frame.view.reachPoints(ofHeight: Double(altitude.largest))
    return frame.view.reachedRect(points: reach).union(frame.view.reachedRect(groundPoints: height + reach))
  }

  private func uploadElements(_ columns: PathColumns) throws(GPUError) {
    guard columns.version != uploadedVersion else { return }
    let isNew = uploadedVersion == nil
    uploadedVersion = nil
    try elements.update(
      count: columns.count, colors: columns.colors, columns.widths, columns.heights, filterValues: columns.filterValues,
      isNew: isNew)
    columns.clearChanges()
    uploadedVersion = columns.version
  }

  var hasMoreAhead: Bool { places.hasMoreAhead }

  func bringAhead(_ content: DataRow.Content, _ budget: UploadBudget) throws(GPUError) {
    guard case .paths(let columns, _) = content else { return }
    try places.bringAhead(columns, stepsPerPixel: coarsestStepsPerPixel, budget)
  }
}
