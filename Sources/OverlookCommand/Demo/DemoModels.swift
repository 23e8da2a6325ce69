import Glibc
import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Models that are computed rather than drawn by hand, as glTF files that go through the same reader as those of others.
enum DemoModels {
  /// A wind turbine 140 m high, whose rotor turns about six times a minute.
  static func turbine() throws(Model.Problem) -> Model {
    var file = GLBWriter()
    let white = file.addMaterial(Color(red: 0.74, green: 0.79, blue: 0.85), roughness: 0.45)
    let red = file.addMaterial(Color(red: 0.82, green: 0.16, blue: 0.13), roughness: 0.5)
    let concrete = file.addMaterial(Color(red: 0.62, green: 0.62, blue: 0.60), roughness: 0.95)
    let tower = ModelSurface.turned([(2.6, 1.5), (2.3, 30), (1.7, 95)], sides: 24)
    let foot = ModelSurface.turned([(4.5, 0), (4.5, 1.2), (2.6, 1.5)], sides: 24)
    let cabin = ModelSurface.turned([(0, -7), (1.6, -6.6), (2.1, -4), (2.1, 2.5), (1.7, 3.4), (0, 3.4)], sides: 20)
      .moved(by: Matrix4.translation(0, 95.5, 0) * alongZ)
    let hub = ModelSurface.turned([(1.7, 0), (1.6, 1.2), (1.0, 2.4), (0, 3)], sides: 20).moved(by: alongZ)
    var (blades, tips) = (ModelSurface(), ModelSurface())
    for number in 0..<3 {
      let turn = Matrix4.rotation(about: SIMD3(0, 0, 1), radians: 2 * .pi * Double(number) / 3) * Matrix4.translation(0, 0, 1.2)
      blades = blades + blade(from: 0, to: 0.86).moved(by: turn)
      tips = tips + blade(from: 0.86, to: 1).moved(by: turn)
    }
    let rotorMesh = file.addMesh([(hub + blades, white), (tips, red)])
    let rotor = file.addNode(rotorMesh, at: SIMD3(0, 95.5, 3.4))
    let mast = file.addMesh([(tower + cabin, white), (foot, concrete)])
    _ = file.addNode(mast, children: [rotor])
    // Clockwise as the wind sees it.
    let quarters = (0...4).map { quarter -> [Float] in
      let half = -Float.pi / 4 * Float(quarter)
      return [0, 0, sin(half), cos(half)]
    }
    file.addClip("turn", [(rotor, "rotation", [0, 2.5, 5, 7.5, 10], quarters)])
    return try Model(bytes: file.bytes)
  }

  /// A piece of a rotor blade 44 m long that stands up from the hub, twisted and tapering; `from` and `to` are fractions of its
  /// length.
  private static func blade(from: Float, to: Float) -> ModelSurface {
    let cuts = (0...6).map { from + (to - from) * Float($0) / 6 }
    return ModelSurface.loft(
      cuts.map { place -> [SIMD3<Float>] in
        let chord = place < 0.12 ? 1.6 + 14 * place : 3.4 - 2.9 * (place - 0.12) / 0.88
        let thickness = 1.3 - 1.15 * min(place * 1.6, 1)
        let twist = 0.35 * (1 - place)
        return (0..<10).map { corner in
          let angle = 2 * Float.pi * Float(corner) / 10
          let (x, z) = (chord / 2 * cos(angle) + chord * 0.18, thickness / 2 * sin(angle))
          return SIMD3(x * cos(twist) - z * sin(twist), place * 44, x * sin(twist) + z * cos(twist))
        }.reversed()
      })
  }

  /// A small aeroplane, 9 m long, its propeller turning.
  static func plane() throws(Model.Problem) -> Model {
    var file = GLBWriter()
    let white = file.addMaterial(Color(red: 0.97, green: 0.97, blue: 0.96), metallic: 0.1, roughness: 0.35)
    let blue = file.addMaterial(Color(red: 0.10, green: 0.32, blue: 0.66), metallic: 0.1, roughness: 0.35)
    let glass = file.addMaterial(Color(red: 0.12, green: 0.18, blue: 0.24, alpha: 0.75), roughness: 0.1)
    let dark = file.addMaterial(Color(red: 0.15, green: 0.15, blue: 0.16), roughness: 0.7)
    let blur = file.addMaterial(Color(red: 0.3, green: 0.3, blue: 0.32, alpha: 0.18), roughness: 1, isDoubleSided: true)
    let body = ModelSurface.turned(
      [(0, -5), (0.18, -4.9), (0.42, -2.5), (0.72, -0.4), (0.78, 1.2), (0.68, 2.6), (0.5, 3.3), (0, 3.5)], sides: 20
    ).moved(by: alongZ)
    let cabin = ModelSurface.turned([(0, -1.3), (0.4, -1.1), (0.6, -0.2), (0.55, 0.9), (0.3, 1.5), (0, 1.6)], sides: 16)
      .moved(by: Matrix4.translation(0, 0.52, 0.4) * alongZ)
    let wings = wing(span: 10.5, root: 1.55, tip: 1.1, thickness: 0.2).moved(by: Matrix4.translation(0, 0.95, 0.6))
    let tail = wing(span: 3.4, root: 1.0, tip: 0.6, thickness: 0.1).moved(by: Matrix4.translation(0, 0.25, -4.3))
    let fin = wing(span: 3.0, root: 1.1, tip: 0.6, thickness: 0.1)
      .moved(by: Matrix4.translation(0, 0.2, -4.3) * Matrix4.rotation(about: SIMD3(0, 0, 1), radians: .pi / 2))
    let wheels = [(-0.95, 0.9), (0.95, 0.9), (0, 2.6)].reduce(ModelSurface()) { sum, place in
      let wheel = ModelSurface.turned([(0, -0.09), (0.28, -0.09), (0.28, 0.09), (0, 0.09)], sides: 14)
      let turn = Matrix4.rotation(about: SIMD3(0, 0, 1), radians: .pi / 2)
      let leg = ModelSurface.box(center: SIMD3(0, 0.4, 0), size: SIMD3(0.08, 0.8, 0.12))
      return sum + (wheel.moved(by: turn) + leg).moved(by: Matrix4.translation(place.0, -1.0, place.1))
    }
    let blades = ModelSurface.box(size: SIMD3(0.16, 1.9, 0.05))
    let disc = ModelSurface.turned([(0.2, 0), (0.95, 0.001)], sides: 24).moved(by: alongZ)
    let propeller = file.addNode(file.addMesh([(blades, dark), (disc, blur)]), at: SIMD3(0, 0, 3.52))
    let hull = file.addMesh([(body + wings, white), (tail + fin, blue), (cabin, glass), (wheels, dark)])
    _ = file.addNode(hull, at: SIMD3(0, 1.3, 0), children: [propeller])
    let quarters = (0...4).map { [0, 0, sin(Float.pi / 4 * Float($0)), cos(Float.pi / 4 * Float($0))] }
    file.addClip("fly", [(propeller, "rotation", [0, 0.06, 0.12, 0.18, 0.24], quarters)])
    return try Model(bytes: file.bytes)
  }

  /// A wing to both sides of the origin, its front edge to z.
  private static func wing(span: Float, root: Float, tip: Float, thickness: Float) -> ModelSurface {
    let cuts: [(Float, Float)] = [
      (-span / 2, tip), (-span / 4, (root + tip) / 2), (0, root), (span / 4, (root + tip) / 2), (span / 2, tip),
    ]
    return ModelSurface.loft(
      cuts.map { x, chord in
        (0..<12).map { corner -> SIMD3<Float> in
          let angle = 2 * Float.pi * Float(corner) / 12
          return SIMD3(x, thickness / 2 * sin(angle) * (1 + 0.5 * cos(angle)), chord / 2 * cos(angle))
        }.reversed()
      })
  }

  /// A box of 1 m with a face of each colour that turns about two axes and grows and shrinks.
  static func box() throws(Model.Problem) -> Model {
    var file = GLBWriter()
    let colors = [
      Color(red: 0.92, green: 0.26, blue: 0.21), Color(red: 0.98, green: 0.74, blue: 0.02),
      Color(red: 0.20, green: 0.66, blue: 0.33),
      Color(red: 0.26, green: 0.52, blue: 0.96), Color(red: 0.61, green: 0.15, blue: 0.69),
      Color(red: 0.0, green: 0.67, blue: 0.76),
    ]
    let faces = colors.enumerated().map { number, color -> (ModelSurface, Int) in
      var face = ModelSurface()
      face.addFace(axis: number / 2, sign: number % 2 == 0 ? -1 : 1, center: .zero, size: SIMD3(1, 1, 1))
      return (face, file.addMaterial(color, roughness: 0.3))
    }
    let mesh = file.addMesh(faces.map { (surface: $0.0, material: $0.1) })
    let inner = file.addNode(mesh)
    let outer = file.addNode(at: SIMD3(0, 0.9, 0), children: [inner])
    func turn(_ axis: SIMD3<Float>, _ quarter: Int) -> [Float] {
      let half = Float.pi / 4 * Float(quarter)
      return [axis.x * sin(half), axis.y * sin(half), axis.z * sin(half), cos(half)]
    }
    file.addClip(
      "turn",
      [
        (inner, "rotation", [0, 2, 4, 6, 8], (0...4).map { turn(SIMD3(1, 0, 0), $0) }),
        (outer, "rotation", [0, 2, 4, 6, 8], (0...4).map { turn(SIMD3(0, 1, 0), $0) }),
        (
          outer, "scale", [0, 1, 2, 3, 4, 5, 6, 7, 8],
          (0...8).map { Array(repeating: 0.8 + 0.2 * sin(Float.pi / 2 * Float($0)), count: 3) }
        ),
      ])
    return try Model(bytes: file.bytes)
  }

  /// Lays what stands along y along z.
  private static let alongZ = Matrix4.rotation(about: SIMD3(1, 0, 0), radians: .pi / 2)
}
