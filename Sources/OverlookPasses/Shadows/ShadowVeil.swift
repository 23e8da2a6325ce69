import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout

/// Draws what light and shadow make of the ground, as a veil over it.
@MainActor final class ShadowVeil {
  static let heightsUnit = 0
  private static let contactUnit = 1
  /// Edges that are softer than this, in pixels, are drawn as such.
  private static let leastSoftPixels = 1.5
  /// Up to this half as many places say as well how much of an edge is in the shadow: no two are farther apart than in wide edges.
  private static let fewTapsPixels = 5.0

  /// The variants of the program.
  private struct Variant: OptionSet, Hashable {
    let rawValue: UInt8
    static let shadows = Variant(rawValue: 1)
    static let soft = Variant(rawValue: 2)
    static let contact = Variant(rawValue: 4)
    /// Two texels along a side of a pixel.
    static let fine = Variant(rawValue: 8)
    /// Edges of a few pixels.
    static let narrow = Variant(rawValue: 16)
    /// Behind all that left its depth in the target.
    static let far = Variant(rawValue: 32)

    var preamble: String {
      (contains(.shadows) ? "#define SHADOWS\n" : "") + (contains(.soft) ? "#define SOFT\n" : "")
        + (contains(.contact) ? "#define CONTACT\n" : "") + "#define DETAIL \(contains(.fine) ? 2 : 1)\n"
        + "#define TAPS \(contains(.narrow) ? 4 : 8)\n" + (contains(.far) ? "#define FAR\n" : "")
    }
  }

  /// One of them with its uniforms.
  private final class Program {
    let program: GPUProgram
    let lit, shaded, origin, inverseDepth, along, across, targetPixels, reach, contactColor: GPUUniform

    @MainActor init(_ device: GPUDevice, _ library: ShaderLibrary, _ variant: Variant) {
      program = GPUProgram(
        device, vertex: "whole_target.vert", fragment: "shadow_veil.frag", library: library, preamble: variant.preamble)
      lit = program.uniform("u_lit")
      shaded = program.uniform("u_shaded")
      origin = program.uniform("u_origin")
      inverseDepth = program.uniform("u_inverseDepth")
      along = program.uniform("u_along")
      across = program.uniform("u_across")
      targetPixels = program.uniform("u_targetPixels")
      reach = program.uniform("u_reach")
      contactColor = program.uniform("u_contactColor")
      program.set(program.uniform("u_heights"), ShadowVeil.heightsUnit)
      program.set(program.uniform("u_contact"), ShadowVeil.contactUnit)
    }
  }

  private let device: GPUDevice
  private let library: ShaderLibrary
  private let empty: GPUVertexArray
  private var programs: [Variant: Program] = [:]

  init(_ device: GPUDevice, _ library: ShaderLibrary) {
    self.device = device
    self.library = library
    empty = GPUVertexArray(device)
  }

  func reload() throws(GPUError) {
    for program in programs.values { try program.program.reload() }
  }

  /// Where nothing stands, `cast` is nil; `contact`: what of the sky's light walls keep away; `isBehind`: whether only pixels are drawn
  /// on in which nothing left its depth.
  func draw(
    _ daylight: Daylight, _ cast: ShadowCast?, _ contact: ContactShade?, isDark: Bool, isBehind: Bool, _ target: GPUTarget
  ) {
    let lit = daylight.sunlitVeil(isDark: isDark)
    guard cast != nil || contact != nil || lit != .zero else { return }
    var variant: Variant = []
    if let cast {
      variant.insert(.shadows)
      if cast.detail > 1 { variant.insert(.fine) }
      if let taps = Self.taps(cast) { variant.formUnion(taps == 8 ? .soft : [.soft, .narrow]) }
    }
    if contact != nil { variant.insert(.contact) }
    if isBehind { variant.insert(.far) }
    let program = programs[variant] ?? Program(device, library, variant)
    programs[variant] = program
    program.program.set(program.lit, lit)
    program.program.set(program.shaded, daylight.shadedVeil(isDark: isDark))
    program.program.set(program.targetPixels, SIMD2(Float(target.width), Float(target.height)))
    if let cast { set(cast, program) }
    if let contact {
      contact.bind(unit: Self.contactUnit)
      program.program.set(program.contactColor, Self.contactColor(isDark: isDark))
    }
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(isBehind)
    device.draw(.triangles, empty, count: 3)
    device.state.setDepthTest(false)
  }

  /// Where nothing of the sky is seen, premultiplied.
  static func contactColor(isDark: Bool) -> SIMD4<Float> { SIMD4<Float>(0.08, 0.10, 0.16, 1) * (isDark ? 0.16 : 0.26) }

  /// How many places say how much of an edge is in the shadow; nil where the softest is sharp at the target.
  static func taps(_ cast: ShadowCast) -> Int? {
    let pixels = cast.softness.x * cast.tallest * Double(cast.target.x) / cast.view.size.width
    return pixels > leastSoftPixels ? (pixels > fewTapsPixels ? 8 : 4) : nil
  }

  private func set(_ cast: ShadowCast, _ program: Program) {
    program.program.set(program.origin, SIMD2(Float(-cast.area.x), Float(-cast.area.y)))
    program.program.set(program.inverseDepth, SIMD3<Float>(cast.inverseDepth))
    let ways = cast.softWays
    program.program.set(program.along, ways.along)
    program.program.set(program.across, ways.across)
    program.program.set(program.reach, Float(cast.tallest))
  }
}
