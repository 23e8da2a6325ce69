import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRaster
import OverlookScene

/// The paths of one layer in the driver's memory.
@MainActor final class PathDrawer: DataDrawer {
  /// How a frame shows them, where the driver draws.
  private struct Prepared {
    let level: PathLevel?
    let screen: PlaceScreen
  }

  private let device: GPUDevice
  private let programs: DataPrograms
  private var places: PathPlaces
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
  private var prepared: Prepared?

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
    if try picture.prepare(LayerContent(columns, style), in: frame) { return }
    let level = columns.level(stepsPerPixel: frame.view.stepsPerPixel(pixelsPerPoint: frame.pixelsPerPoint))
    let sequences = columns.sequences(level: level)
    guard places.fits(sequences) else { return }
    if !hasIndices { try programs.strokes.attach(to: array) }
    hasIndices = true
    try upload(columns, sequences, level: level)
    let screen = PlaceScreen(
      frame.view, pixelsPerPoint: frame.pixelsPerPoint, visibleRect: visibleRect(style, in: frame))
    if style.isPainted {
      let paints = self.paints ?? PathPaints(device)
      self.paints = paints
      try paints.update(columns, sequences, level: level, style, frame.view, screen)
    }
    prepared = Prepared(level: level, screen: screen)
  }

  func draw(_ content: DataRow.Content, in frame: DataFrame, to target: GPUTarget) {
    guard case .paths(let columns, let style) = content else { return }
    if picture.draw(in: frame) { return }
    guard let prepared else { return }
    let sequences = columns.sequences(level: prepared.level)
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
        draw(sequences, program, prepared.screen, frame)
      }
      program.set(.paintRow, paints.lineRow)
    }
    program.set(.color, color: style.color)
    draw(sequences, program, prepared.screen, frame)
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

  private func upload(_ columns: PathColumns, _ sequences: PlaceSequences, level: PathLevel?) throws(GPUError) {
    try places.update(columns, sequences, level: level)
    guard columns.version != uploadedVersion else { return }
    let isNew = uploadedVersion == nil
    uploadedVersion = nil
    try elements.update(
      count: columns.count, colors: columns.colors, columns.widths, columns.heights, filterValues: columns.filterValues,
      isNew: isNew)
    columns.clearChanges()
    uploadedVersion = columns.version
  }
}
