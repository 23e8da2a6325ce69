import OverlookGPU
import OverlookGeometry
import OverlookScene

/// A rectangle of a picture: of its plane, or of its image.
struct GroundCell: Equatable {
  var left = 0.0
  var top = 0.0
  var right = 1.0
  var bottom = 1.0
}

/// A way to draw ground overlays.
@MainActor struct GroundProgram: ~Copyable {
  enum Kind {
    /// The inside of one picture, as it is. The shaders of tiles: drivers that draw on the processor have a fast way for them.
    case plain
    /// The inside of one picture that is seen through.
    case faint
    /// One picture with its edge.
    case edged
    /// One that becomes another, with their edge.
    case blending

    fileprivate var fragmentFile: String {
      switch self {
      case .plain: "tile_plain.frag"
      case .faint: "tile_faint.frag"
      case .edged, .blending: "ground.frag"
      }
    }
  }

  /// Strips in which rows of latitude are drawn as if they were even: over the whole world the error is a tenth of a pixel of the
  /// view.
  private static let stripCount = 64

  private let device: GPUDevice
  private let program: GPUProgram
  private let clipFromUnit: GPUUniform
  private let part: GPUUniform
  private let cell: GPUUniform
  private let texturePlace: GPUUniform
  private let rows: GPUUniform
  private let strips: GPUUniform
  private let isAround: GPUUniform
  private let opacity: GPUUniform
  private let nextShare: GPUUniform
  private var rowPlaces = [Float](repeating: 0, count: stripCount + 1)

  init(_ device: GPUDevice, library: ShaderLibrary, _ kind: Kind) {
    self.device = device
    program = GPUProgram(
      device, vertex: "ground.vert", fragment: kind.fragmentFile, library: library,
      preamble: kind == .blending ? "#define BLENDS" : "")
    clipFromUnit = program.uniform("u_clipFromTile")
    part = program.uniform("u_part")
    cell = program.uniform("u_cell")
    texturePlace = program.uniform("u_texturePlace")
    rows = program.uniform("u_rows")
    strips = program.uniform("u_stripCount")
    isAround = program.uniform("u_isAround")
    opacity = program.uniform("u_opacity")
    nextShare = program.uniform("u_nextShare")
    program.set(program.uniform("u_image"), 0)
    program.set(program.uniform("u_nextImage"), 1)
  }

  /// Reads the shaders again; on an error the old ones stay.
  func reload() throws(GPUError) {
    try program.reload()
  }

  /// The next `draw`s show `shown`; pictures are taken from unit 0, and what they become from unit 1.
  func use(_ shown: GroundPart, opacity value: Float, nextShare share: Float = 0) {
    program.set(opacity, value)
    program.set(nextShare, share)
    program.setMatrix(clipFromUnit, shown.clipFromUnit.floats)
    program.set(part, SIMD4(Float(shown.left), Float(shown.top), Float(shown.right), Float(shown.bottom)))
  }

  /// Draws the rectangle `area` of the plane, as far as `shown` reaches, from a texture that holds the rectangle `held` of the
  /// image.
  mutating func draw(
    _ area: GroundCell, of shown: GroundPart, _ spacing: GroundRows, from held: GroundCell, _ vertices: borrowing GPUVertexArray
  ) {
    let place = Self.place(of: area, in: shown)
    guard place.left < place.right, place.top < place.bottom else { return }
    set(place)
    let height = shown.bottom - shown.top
    let (top, bottom) = (place.top, place.bottom)
    let (heldWidth, heldHeight) = (held.right - held.left, held.bottom - held.top)
    program.set(
      texturePlace,
      SIMD4(Float(-held.left / heldWidth), Float(1 / heldWidth), Float(-held.top / heldHeight), Float(1 / heldHeight)))
    let count =
      switch spacing {
      case .even: 1
      case .byLatitude: Self.stripCount
      }
    for strip in 0...count {
      let fraction = shown.top + height * (top + (bottom - top) * Double(strip) / Double(count))
      rowPlaces[strip] =
        switch spacing {
        case .even: Float(fraction)
        case .byLatitude(let latitudes): Float(latitudes.row(at: fraction))
        }
    }
    program.set(strips, count)
    program.set(rows, rowPlaces, count: count + 1)
    device.draw(.triangleStrip, vertices, count: 2 * count + 2)
  }

  /// Draws what of `shown` lies around the plane of a picture whose rows are even.
  func drawAround(_ shown: GroundPart, _ vertices: borrowing GPUVertexArray) {
    set(Self.place(of: GroundCell(), in: shown))
    program.set(texturePlace, SIMD4(0, 1, 0, 1))
    program.set(strips, 1)
    program.set(isAround, 1)
    device.draw(.triangleStrip, vertices, count: 4, instances: 8)
    program.set(isAround, 0)
  }

  /// Where a rectangle of the plane lies in a part, as far as that reaches. Cells that meet compute the same corners: no crack lies
  /// between them.
  private static func place(of area: GroundCell, in shown: GroundPart) -> GroundCell {
    let (width, height) = (shown.right - shown.left, shown.bottom - shown.top)
    return GroundCell(
      left: max((area.left - shown.left) / width, 0), top: max((area.top - shown.top) / height, 0),
      right: min((area.right - shown.left) / width, 1), bottom: min((area.bottom - shown.top) / height, 1))
  }

  private func set(_ place: GroundCell) {
    program.set(cell, SIMD4(Float(place.left), Float(place.top), Float(place.right), Float(place.bottom)))
  }
}
