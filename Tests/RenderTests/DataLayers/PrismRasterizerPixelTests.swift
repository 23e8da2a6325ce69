import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

/// Polygons with walls drawn by the processor, against what the driver draws.
@MainActor @Suite struct PrismRasterizerPixelTests {
  /// What is drawn in two ways.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var camera = CameraPosition(latitude: 0, longitude: 0, zoom: 8)
    let setUp: @MainActor @Sendable (PolygonLayer) -> Void

    var testDescription: String { name }
  }

  nonisolated static let cases = [
    Case(name: "from above") { _ in },
    Case(name: "turned and tilted", camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, bearing: 35, viewingAngle: 55)) {
      _ in
    },
    Case(name: "nearly level", camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, bearing: -100, viewingAngle: 78)) { _ in
    },
    Case(name: "in the air", camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, viewingAngle: 60)) { layer in
      layer.base = .each { 1000 * Double($0 % 9) }
    },
    Case(name: "roofs of another colour", camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, viewingAngle: 60)) { layer in
      layer.roofColor = .white
      layer.hasVerticalGradient = false
    },
    Case(name: "translucent", camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, viewingAngle: 60)) { $0.opacity = 0.5 },
    Case(name: "translucent colours", camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, viewingAngle: 60)) { layer in
      layer.fillColor = .each { Color(red: Float($0 % 3) / 2, green: 0.5, blue: 0.3, alpha: Float($0 % 4) / 3) }
    },
    Case(name: "a filter and heights that are none") { layer in
      layer.filterValue = .each { Double($0 % 10) }
      layer.shownValues = 3...8
      layer.height = .each { $0 % 7 == 0 ? .nan : 9000 }
    },
    Case(
      name: "across the antimeridian",
      camera: CameraPosition(latitude: 60, longitude: 179.9, zoom: 8, bearing: 20, viewingAngle: 50)
    ) { _ in },
  ]

  /// Rings of many corners, some with a hole, some of them walked the other way.
  private func layer(_ drawing: Case) -> PolygonLayer {
    var generator = SeededGenerator(seed: 11)
    func unit() -> Double { Double(generator.next() >> 11) * 0x1p-52 - 1 }
    let target = drawing.camera.target
    let layer = PolygonLayer(
      polygons: (0..<60).map { number in
        let (latitude, longitude) = (target.latitude + 0.7 * unit(), target.longitude + 0.9 * unit())
        @MainActor func ring(_ radius: Double) -> [LocationCoordinate] {
          let corners = (0..<20).map { corner -> LocationCoordinate in
            let (angle, reach) = (Double(corner) / 20 * 2 * Double.pi, radius * (1 + 0.2 * unit()))
            let east = longitude + reach * cos(angle) / cos(latitude * Double.pi / 180)
            return LocationCoordinate(latitude: latitude + reach * sin(angle), longitude: east > 180 ? east - 360 : east)
          }
          return number % 2 == 0 ? corners : corners.reversed()
        }
        return number % 3 == 0 ? [ring(0.12), ring(0.05)] : [ring(0.12)]
      })
    layer.fillColor = .each { Color(red: Float($0 % 5) / 4, green: Float($0 / 5 % 5) / 4, blue: 0.4) }
    layer.height = .each { 2000 + 1000 * Double($0 % 13) }
    drawing.setUp(layer)
    return layer
  }

  private func picture(_ drawing: Case, composes: Bool, marked: Bool = false) throws -> Image {
    let scene = try OverlayTestScene(width: 240, height: 180, camera: drawing.camera, renderer: composes ? .software : .driver)
    scene.add(layer(drawing))
    if marked {
      // Stands among the others.
      let column = ColumnLayer(positions: [drawing.camera.target])
      (column.radius, column.height) = (9000, .constant(12_000))
      column.fillColor = .constant(.red)
      scene.add(column)
    }
    return try scene.picture()
  }

  private func expectEqual(_ ours: Image, _ theirs: Image) {
    let differences = zip(ours.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.count == 4 * 240 * 180)
    // Where a place of the driver's, which has 8 bits for fractions of pixels, lies on the other side of the middle of one.
    let different = differences.count { $0 > 4 }
    #expect(different < differences.count / 50, "\(different) of \(differences.count)")
    #expect(Set(ours.pixels).count > 20)
  }

  @Test(arguments: cases) func theProcessorDrawsWhatTheDriverDraws(_ drawing: Case) throws {
    expectEqual(try picture(drawing, composes: true), try picture(drawing, composes: false))
  }

  @Test(arguments: [cases[0], cases[1], cases[5]]) func whatStandsAmongThemIsHiddenTheSame(_ drawing: Case) throws {
    let (ours, theirs) = (try picture(drawing, composes: true, marked: true), try picture(drawing, composes: false, marked: true))
    expectEqual(ours, theirs)
    #expect(ours.pixels != (try picture(drawing, composes: true)).pixels)
  }

  /// Too near to the eye for the processor's way: the driver cuts what lies behind it.
  @Test func walledInByTowersBothWaysShowTheSame() throws {
    let drawing = Case(
      name: "among towers", camera: CameraPosition(latitude: 0, longitude: 0, zoom: 12, bearing: 0, viewingAngle: 75)
    ) { _ in }
    let (ours, theirs) = (try picture(drawing, composes: true), try picture(drawing, composes: false))
    #expect(ours.pixels == theirs.pixels)
  }

  @Test func anUnchangedViewIsUploadedOnce() throws {
    let scene = try OverlayTestScene(width: 240, height: 180, camera: Self.cases[1].camera, renderer: .software)
    let layer = scene.add(layer(Self.cases[1]))
    for _ in 0..<2 { try scene.draw() }
    let still = scene.statistics.uploads
    layer.opacity = 0.4
    try scene.draw()
    #expect(scene.statistics.uploads == still + 2)
  }
}
