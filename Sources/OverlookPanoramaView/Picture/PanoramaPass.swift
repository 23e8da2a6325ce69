import OverlookGPU
import OverlookGeometry
import OverlookPanorama
import OverlookShaders

/// Draws the tiles of pictures that a mesh was made for.
@MainActor final class PanoramaPass {
  private let device: GPUDevice
  private let piece: PieceProgram
  private let faint: PieceProgram
  private let exact: ExactProgram
  private var pieces: GPUBuffer
  private var squares: GPUBuffer
  private let pieceArray: GPUVertexArray
  private let squareArray: GPUVertexArray
  private var vertices: [PanoramaVertex] = []
  private var exactVertices: [PanoramaExactVertex] = []

  init(_ device: GPUDevice, library: ShaderLibrary = .resources) {
    self.device = device
    piece = PieceProgram(device, library, fragment: "panorama_piece.frag")
    faint = PieceProgram(device, library, fragment: "panorama_faint.frag")
    exact = ExactProgram(device, library)
    pieces = GPUBuffer(device, usage: .stream, label: "panorama pieces")
    squares = GPUBuffer(device, usage: .stream, label: "panorama squares")
    pieceArray = GPUVertexArray(device)
    squareArray = GPUVertexArray(device)
    pieceArray.attach(pieces, PanoramaVertex.layout)
    squareArray.attach(squares, PanoramaExactVertex.layout)
  }

  /// Draws `tiles` into `target`, of which the view is the whole. `isFaint`: whether what lies below is seen through them.
  func draw(
    _ tiles: PanoramaTiles, _ charts: [PanoramaChart], _ transform: PanoramaTransform, pixelsPerPoint: Double, opacity: Float,
    isFaint: Bool, to target: GPUTarget
  ) throws(GPUError) {
    gather(tiles)
    if !vertices.isEmpty { try pieces.replace(vertices) }
    if !exactVertices.isEmpty { try squares.replace(exactVertices) }
    device.state.bind(target: target)
    device.state.setBlend(isFaint ? .premultiplied : .off)
    device.state.setDepthTest(false)
    device.state.setScissor(nil)
    let viewport = SIMD2(Float(target.width), Float(target.height))
    (isFaint ? faint : piece).begin(viewport, opacity: opacity)
    var first = 0
    for tile in tiles.drawn where !tile.vertices.isEmpty {
      tile.texture?.isMinified = tiles.isMinified
      tile.texture?.texture.bind(unit: 0)
      device.draw(.triangles, pieceArray, first: first, count: tile.vertices.count)
      first += tile.vertices.count
    }
    guard !exactVertices.isEmpty else { return }
    exact.begin(viewport, transform, pixelsPerPoint: pixelsPerPoint, opacity: opacity)
    first = 0
    for tile in tiles.drawn where !tile.exact.isEmpty {
      tile.texture?.isMinified = tiles.isMinified
      tile.texture?.texture.bind(unit: 0)
      for chart in charts where chart.face == tile.id.face {
        exact.set(chart, transform, tile.id, tiles.picture)
        device.draw(.triangles, squareArray, first: first, count: tile.exact.count)
      }
      first += tile.exact.count
    }
  }

  private func gather(_ tiles: PanoramaTiles) {
    vertices.removeAll(keepingCapacity: true)
    exactVertices.removeAll(keepingCapacity: true)
    for tile in tiles.drawn {
      vertices.append(contentsOf: tile.vertices)
      exactVertices.append(contentsOf: tile.exact)
    }
  }
}

/// Of pieces that are drawn as they are.
@MainActor private final class PieceProgram {
  private let program: GPUProgram
  private let viewport: GPUUniform
  private let opacity: GPUUniform

  init(_ device: GPUDevice, _ library: ShaderLibrary, fragment: String) {
    program = GPUProgram(device, vertex: "panorama_piece.vert", fragment: fragment, library: library)
    viewport = program.uniform("u_viewportPixels")
    opacity = program.uniform("u_opacity")
    program.set(program.uniform("u_picture"), 0)
  }

  func begin(_ size: SIMD2<Float>, opacity share: Float) {
    program.use()
    program.set(viewport, size)
    program.set(opacity, share)
  }
}

/// Of squares whose pixels find their own places.
@MainActor private final class ExactProgram {
  private let program: GPUProgram
  private let viewport: GPUUniform
  private let view: GPUUniform
  private let axes: (right: GPUUniform, up: GPUUniform, ahead: GPUUniform)
  private let chart: GPUUniform
  private let extent: GPUUniform
  private let other: GPUUniform
  private let tile: GPUUniform
  private let rim: GPUUniform
  private let texels: GPUUniform
  private let opacity: GPUUniform

  init(_ device: GPUDevice, _ library: ShaderLibrary) {
    program = GPUProgram(device, vertex: "panorama_exact.vert", fragment: "panorama_exact.frag", library: library)
    viewport = program.uniform("u_viewportPixels")
    view = program.uniform("u_view")
    axes = (program.uniform("u_right"), program.uniform("u_up"), program.uniform("u_ahead"))
    chart = program.uniform("u_chart")
    extent = program.uniform("u_extent")
    other = program.uniform("u_other")
    tile = program.uniform("u_tile")
    rim = program.uniform("u_rim")
    texels = program.uniform("u_texelsPerRadian")
    opacity = program.uniform("u_opacity")
    program.set(program.uniform("u_picture"), 0)
  }

  func begin(_ size: SIMD2<Float>, _ transform: PanoramaTransform, pixelsPerPoint: Double, opacity share: Float) {
    program.use()
    program.set(viewport, size)
    program.set(opacity, share)
    let middle = SIMD2(transform.size.width, transform.size.height) / 2 * pixelsPerPoint
    program.set(
      view,
      SIMD4(
        Float(middle.x), Float(middle.y), Float(1 / (transform.focalLength * pixelsPerPoint)),
        Float(transform.projection.centerDistance ?? -1)))
  }

  func set(_ chart: PanoramaChart, _ transform: PanoramaTransform, _ id: PanoramaTileID, _ picture: PanoramaPicture) {
    let rows = (set(chart, transform) * transform.pictureFromView).inverse
    program.set(axes.right, SIMD3<Float>(rows.right))
    program.set(axes.up, SIMD3<Float>(rows.up))
    program.set(axes.ahead, SIMD3<Float>(rows.ahead))
    let level = picture.levels[id.level]
    let part = level.bounds(column: id.column, row: id.row)
    program.set(
      tile, SIMD4<Float>(SIMD4<Double>(part.left, part.top, 1 / (part.right - part.left), 1 / (part.bottom - part.top))))
    program.set(texels, Float(Double(level.width) / picture.layout.faceRadians))
  }

  /// Sets what a chart is; from the frame of the picture into its own.
  private func set(_ chart: PanoramaChart, _ transform: PanoramaTransform) -> PanoramaRotation {
    program.set(other, SIMD4(0, 0, 0, 2))
    switch chart.kind {
    case .angles(let part): setBand(part, 0, part.top, part.bottom, chart)
    case .cylinder(let part):
      let (top, bottom) = PanoramaChart.heights(part)
      setBand(part, 1, top, bottom, chart)
    case .plane(let face):
      program.set(self.chart, 2)
      return face.inverse
    case .lens(let lens, let first):
      program.set(self.chart, 3)
      program.set(extent, SIMD4<Float>(SIMD4<Double>(lens.centerU, lens.centerV, lens.radiusU, lens.radiusV)))
      program.set(rim, Float(lens.rimAngle))
      if let first {
        let axis = transform.pictureFromView.inverse * first.rotation.ahead
        program.set(other, SIMD4<Float>(SIMD4<Double>(axis.x, axis.y, axis.z, PanoramaChart.rimCosine(first))))
      }
      return lens.rotation.inverse
    }
    return .none
  }

  /// Angles around, and heights from top to bottom.
  private func setBand(_ part: PanoramaExtent, _ kind: Int, _ top: Double, _ bottom: Double, _ chart: PanoramaChart) {
    program.set(self.chart, kind)
    program.set(extent, SIMD4<Float>(SIMD4<Double>(part.left, 1 / part.width, top, 1 / (top - bottom))))
    program.set(rim, Float(chart.period ?? 0))
  }
}
