import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookRaster
import OverlookScene

/// The programs that draw points: for sprites and for quads, each with outline and without.
@MainActor final class PointPrograms {
  /// A program and where its uniforms are.
  @MainActor final class Program {
    private let program: GPUProgram
    private let place: ElementUniforms
    private let clipScale: GPUUniform
    private let color: GPUUniform
    private let radius: GPUUniform
    private let opacity: GPUUniform
    private let strokePoints: GPUUniform
    private let strokeColor: GPUUniform
    private let isGround: GPUUniform

    fileprivate init(_ device: GPUDevice, library: ShaderLibrary, isSprite: Bool, hasStroke: Bool) {
      let preamble = (isSprite ? "" : "#define QUADS\n") + (hasStroke ? "#define STROKE\n" : "")
      program = GPUProgram(device, vertex: "point.vert", fragment: "point.frag", library: library, preamble: preamble)
      place = ElementUniforms(program)
      clipScale = program.uniform("u_clipScale")
      color = program.uniform("u_color")
      radius = program.uniform("u_radius")
      opacity = program.uniform("u_opacity")
      strokePoints = program.uniform("u_strokePoints")
      strokeColor = program.uniform("u_strokeColor")
      isGround = program.uniform("u_isGround")
    }

    fileprivate func reload() throws(GPUError) { try program.reload() }

    /// Sets what is the same for all points.
    func set(_ style: PointStyle, clipScale scale: SIMD2<Float> = SIMD2(1, 1)) {
      program.set(clipScale, scale)
      program.set(color, SharedValue.color(style.color))
      program.set(radius, SharedValue.length(style.radius))
      program.set(opacity, style.opacity)
      program.set(strokePoints, style.strokeWidthPoints)
      program.set(strokeColor, SIMD4(packedColor: style.strokeColor) * style.opacity)
      place.set(shownValues: style.shownValues, of: program)
      program.set(isGround, style.unit == .meters ? 1 : 0)
    }

    /// Sets which copy of the world is drawn.
    func set(_ view: ViewTransform, worldCopy: Int) {
      place.set(view, worldCopy: worldCopy, of: program)
    }
  }

  private let sprites: [Program]
  private let quads: [Program]

  init(_ device: GPUDevice, library: ShaderLibrary) {
    sprites = [false, true].map { Program(device, library: library, isSprite: true, hasStroke: $0) }
    quads = [false, true].map { Program(device, library: library, isSprite: false, hasStroke: $0) }
  }

  func reload() throws(GPUError) {
    for program in sprites + quads { try program.reload() }
  }

  func program(isSprite: Bool, hasStroke: Bool) -> Program { (isSprite ? sprites : quads)[hasStroke ? 1 : 0] }
}
