import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRaster
import OverlookScene

/// The polygons of one layer in the driver's memory.
@MainActor final class PolygonDrawer: DataDrawer {
  private let device: GPUDevice
  private let programs: DataPrograms
  private let prisms: PrismTarget
  private let tools: RasterTools
  private var ranges = DrawRanges()
  private let picture: RasterPicture<PolygonRasterizer>
  private let prismPicture: RasterPicture<PrismRasterizer>
  private let outlines: PathDrawer
  private var mesh: PolygonMesh?
  private var vertices: GPUTexelBuffer
  private var elements: ElementBuffer
  private var indices: GPUBuffer
  private let triangles: GPUVertexArray
  private let walls: GPUVertexArray
  /// Of the rings that the buffers hold.
  private var placesVersion: Int?
  /// Whether they were asked for with edges that fade.
  private var isFlat = true
  private var uploadedVersion: Int?

  init(_ device: GPUDevice, _ programs: DataPrograms, _ tools: RasterTools, _ prisms: PrismTarget) {
    self.device = device
    self.programs = programs
    self.prisms = prisms
    self.tools = tools
    picture = RasterPicture(device, tools, PolygonRasterizer(tools.pool))
    prismPicture = RasterPicture(device, tools, PrismRasterizer(tools.pool), hasDepths: true)
    outlines = PathDrawer(device, programs, tools)
    vertices = GPUTexelBuffer(device, format: .unsigned4, label: "places of a polygon layer")
    elements = ElementBuffer(device, label: "attributes of a polygon layer")
    indices = GPUBuffer(device, label: "triangles of a polygon layer")
    triangles = GPUVertexArray(device)
    walls = GPUVertexArray(device)
    triangles.attachIndices(indices)
  }

  func prepare(_ content: DataRow.Content, in frame: DataFrame) throws(GPUError) {
    guard case .polygons(let columns, let style) = content else { return }
    if try !isRasterized(columns, style, in: frame) { try upload(columns, isFlat: !style.isExtruded) }
    if style.outline.largestWidth > 0 { try outlines.prepare(.paths(columns.rings, style.outline), in: frame) }
  }

  /// Whether the layer was drawn by a rasterizer. None knows of shadows.
  private func isRasterized(
    _ columns: PolygonColumns, _ style: PolygonStyle, in frame: DataFrame
  ) throws(GPUError) -> Bool {
    guard style.isExtruded else { return try picture.prepare(LayerContent(columns, style), in: frame) }
    if frame.daylight == nil { return try prismPicture.prepare(LayerContent(columns, LitStyle(style, frame.light)), in: frame) }
    prismPicture.leaveToDriver()
    return false
  }

  func draw(_ content: DataRow.Content, in frame: DataFrame, to target: GPUTarget) throws(GPUError) {
    guard case .polygons(let columns, let style) = content else { return }
    if style.isExtruded { return try drawPrisms(columns, style, in: frame, to: target) }
    drawAreas(columns, style, in: frame)
    if style.outline.largestWidth > 0 { outlines.draw(.paths(columns.rings, style.outline), in: frame, to: target) }
  }

  private func drawAreas(_ columns: PolygonColumns, _ style: PolygonStyle, in frame: DataFrame) {
    if picture.draw(in: frame) { return }
    let view = frame.view
    let screen = PlaceScreen(view, pixelsPerPoint: frame.pixelsPerPoint, visibleRect: view.reachedRect(points: 2))
    guard let mesh else { return }
    let program = programs.program(mesh.hasSoftEdges ? .flat : .hardFlat)
    set(program, style)
    program.set(.opacity, style.opacity)
    draw(mesh, columns, screen, frame.view, program, hasWalls: false)
  }

  private func drawPrisms(
    _ columns: PolygonColumns, _ style: PolygonStyle, in frame: DataFrame, to target: GPUTarget
  ) throws(GPUError) {
    if prismPicture.draw(opacity: style.opacity, leavesDepths: style.isOpaque, in: frame) {
      guard style.outline.largestWidth > 0 else { return }
      return try prisms.draw(lines: { drawRoofLines(columns, style, in: frame, to: target) })
    }
    let reach = frame.view.reachPoints(ofHeight: Double(style.largestHeight))
    let screen = PlaceScreen(
      frame.view, pixelsPerPoint: frame.pixelsPerPoint, visibleRect: frame.view.reachedRect(groundPoints: reach))
    guard let mesh, columns.boxes.contains(where: { screen.copies(of: $0) != nil }) else { return }
    try prisms.draw(into: target, isOpaque: style.isOpaque, opacity: style.opacity, room: frame.room) {
      for (part, kind) in StandingParts.ofBlocks.seen(in: frame).enumerated() {
        let program = programs.program(kind)
        set(program, style)
        program.set(.opacity, Float(1))
        program.set(.roofColor, color: style.roofColor)
        program.set(.verticalGradient, Float(style.hasVerticalGradient ? 1 : 0))
        program.setLight(of: frame)
        draw(mesh, columns, screen, frame.view, program, hasWalls: part > 0)
      }
    } lines: {
      drawRoofLines(columns, style, in: frame, to: target)
    }
  }

  func castShadows(_ content: DataRow.Content, _ cast: ShadowCast) {
    guard case .polygons(let columns, let style) = content, style.isExtruded, let mesh else { return }
    let screen = PlaceScreen(cast.view, pixelsPerPoint: 1, visibleRect: cast.reachedRect)
    for (part, kind) in StandingParts.ofBlocks.casting.enumerated() {
      let program = programs.program(kind)
      set(program, style)
      program.set(.opacity, style.opacity)
      program.set(.roofColor, color: style.roofColor)
      program.set(cast)
      draw(mesh, columns, screen, cast.view, program, hasWalls: part > 0)
    }
  }

  /// Over walls and roofs, whose depths they meet.
  private func drawRoofLines(_ columns: PolygonColumns, _ style: PolygonStyle, in frame: DataFrame, to target: GPUTarget) {
    guard style.outline.largestWidth > 0 else { return }
    device.state.setBlend(.premultiplied)
    device.state.setCulling(false)
    outlines.draw(.paths(columns.rings, style.outline), in: frame, to: target)
  }

  private func set(_ program: DataProgram, _ style: PolygonStyle) {
    program.set(.color, color: style.color)
    program.set(.height, length: style.height)
    program.set(.base, length: style.base)
    program.set(shown: style.shownValues)
  }

  private func draw(
    _ mesh: borrowing PolygonMesh, _ columns: PolygonColumns, _ screen: PlaceScreen, _ view: ViewTransform,
    _ program: DataProgram, hasWalls: Bool
  ) {
    vertices.bind(unit: 0)
    elements.bind(unit: 1)
    let firsts = hasWalls ? mesh.firstVertices : mesh.firstIndices
    let asOne = tools.drawsRangesAsOne
    ranges.removeAll()
    screen.forEachVisibleRange(
      of: columns.boxes, firsts, maximumHidden: asOne ? Self.maximumHiddenOfRange : Self.maximumHiddenOfCall
    ) { range in
      ranges.append(hasWalls ? 6 * range.lowerBound..<6 * range.upperBound : range)
    }
    for copy in view.placeCopies {
      program.set(view, worldCopy: copy)
      if hasWalls {
        device.draw(.triangles, walls, ranges, asOne: asOne)
      } else {
        device.drawIndexed(.triangles, triangles, ranges, asOne: asOne)
      }
    }
  }

  /// Corners out of view that cost less than another call, fewer than most polygons have; and, on a card, less than another range
  /// of the same call.
  private static let maximumHiddenOfCall = 40
  private static let maximumHiddenOfRange = 300

  /// Brings what changed to the driver; there is no mesh where it has no room for so many places.
  private func upload(_ columns: PolygonColumns, isFlat: Bool) throws(GPUError) {
    if placesVersion != columns.rings.placesVersion || isFlat != self.isFlat {
      placesVersion = nil
      self.isFlat = isFlat
      var made = PolygonMesh(columns, hasSoftEdges: isFlat)
      mesh = nil
      // Tried again only when the places change.
      placesVersion = columns.rings.placesVersion
      guard made.vertices.count <= device.capabilities.maximumTexelBufferSize else { return }
      placesVersion = nil
      try vertices.buffer.replace(made.vertices)
      try indices.replace(made.indices)
      made.removeUploaded()
      mesh = made
      placesVersion = columns.rings.placesVersion
    }
    if uploadedVersion != columns.version {
      let isNew = uploadedVersion == nil
      uploadedVersion = nil
      try elements.update(
        count: columns.count, colors: columns.colors, columns.heights, columns.bases, filterValues: columns.filterValues,
        isNew: isNew)
      columns.clearChanges()
      uploadedVersion = columns.version
    }
  }
}
