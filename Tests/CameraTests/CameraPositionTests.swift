import Foundation
import OverlookCamera
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

@Suite struct CameraPositionTests {
  @Test("the constructor clamps and wraps")
  func clampsItsParts() {
    let camera = CameraPosition(latitude: 89, longitude: 190, zoom: 99, bearing: -90, viewingAngle: 100)
    #expect(camera.target == LocationCoordinate(latitude: Mercator.maximumLatitude, longitude: -170))
    #expect(camera.zoom == 24 && camera.bearing == 270 && camera.viewingAngle == 85)
  }

  @Test("every constructor makes the same position")
  func hasFourConstructors() {
    let target = LocationCoordinate(latitude: 1, longitude: 2)
    #expect(CameraPosition(target: target, zoom: 3) == CameraPosition(latitude: 1, longitude: 2, zoom: 3))
    #expect(CameraPosition(target: target, zoom: 3).bearing == 0)
    #expect(
      CameraPosition(target: target, zoom: 3, bearing: 4, viewingAngle: 5)
        == CameraPosition(latitude: 1, longitude: 2, zoom: 3, bearing: 4, viewingAngle: 5))
  }

  @Test func isFiniteForEveryInput() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<100_000 {
      let camera = CameraPosition(
        latitude: generator.wildDouble(), longitude: generator.wildDouble(), zoom: generator.wildDouble(),
        bearing: generator.wildDouble(), viewingAngle: generator.wildDouble())
      expectInRange(camera)
      let mutable = MutableCameraPosition(
        latitude: generator.wildDouble(), longitude: generator.wildDouble(), zoom: generator.wildDouble(),
        bearing: generator.wildDouble(), viewingAngle: generator.wildDouble())
      expectInRange(mutable.position)
      #expect(!CameraPosition.zoom(at: mutable.target, forMeters: mutable.zoom, perPoints: mutable.bearing).isNaN)
    }
  }

  /// At zoom z the equator's 2 pi 6371009 metres span 256 * 2^z points; at 60 degrees half of them.
  @Test("the zoom that a scale asks for")
  func findsTheZoomOfAScale() {
    let equator = LocationCoordinate(latitude: 0, longitude: 0)
    let world = 2 * Double.pi * 6_371_009
    #expect(abs(CameraPosition.zoom(at: equator, forMeters: world, perPoints: 256)) < 1e-12)
    #expect(abs(CameraPosition.zoom(at: equator, forMeters: world / 1024, perPoints: 256) - 10) < 1e-12)
    let north = LocationCoordinate(latitude: 60, longitude: 0)
    #expect(abs(CameraPosition.zoom(at: north, forMeters: world / 2, perPoints: 512) - 1) < 1e-12)
    #expect(CameraPosition.zoom(at: equator, forMeters: 1, perPoints: 1e12) > CameraPosition.maximumZoom)
    #expect(CameraPosition.zoom(at: equator, forMeters: 0, perPoints: 1) == 0)
    #expect(CameraPosition.zoom(at: .invalid, forMeters: 1, perPoints: 1) == 0)
  }

  @Test("the mutable position's parts can be set")
  func changesAMutablePosition() {
    let original = CameraPosition(latitude: 1, longitude: 2, zoom: 3, bearing: 4, viewingAngle: 5)
    var mutable = MutableCameraPosition(original)
    mutable.target = LocationCoordinate(latitude: 10, longitude: 20)
    mutable.zoom = 99
    mutable.bearing = 361
    mutable.viewingAngle = 6
    #expect(mutable.position == CameraPosition(latitude: 10, longitude: 20, zoom: 24, bearing: 1, viewingAngle: 6))
    #expect(MutableCameraPosition(original).position == original)
  }

  @Test("what moves nothing by a visible amount is equal")
  func comparesForRendering() {
    let camera = CameraPosition(latitude: 50, longitude: 179.999_999, zoom: 15, bearing: 359.999_999, viewingAngle: 30)
    #expect(CameraPosition.areEqualForRendering(camera, camera))
    // One point at zoom 15 is 360 / (256 * 2^15) = 4.3e-5 degrees.
    for (other, isEqual) in [
      (CameraPosition(latitude: 50, longitude: 179.999_999_1, zoom: 15, bearing: 359.999_999, viewingAngle: 30), true),
      (CameraPosition(latitude: 50, longitude: -180, zoom: 15, bearing: 359.999_999, viewingAngle: 30), false),
      (CameraPosition(latitude: 50, longitude: 179.999_999, zoom: 15.000_001, bearing: 0, viewingAngle: 30.000_001), true),
      (CameraPosition(latitude: 50, longitude: 179.999_999, zoom: 15.001, bearing: 359.999_999, viewingAngle: 30), false),
      (CameraPosition(latitude: 50, longitude: 179.999_999, zoom: 15, bearing: 0.01, viewingAngle: 30), false),
      (CameraPosition(latitude: 50, longitude: 179.999_999, zoom: 15, bearing: 359.999_999, viewingAngle: 30.01), false),
    ] {
      #expect(CameraPosition.areEqualForRendering(camera, other) == isEqual, "\(other)")
    }
  }
}

@Suite struct CameraLimitsTests {
  @Test("30 degrees up to zoom 10, 65 from zoom 16", arguments: [(0, 30), (10, 30), (13, 47.5), (16, 65), (22, 65)])
  func tiltsFartherWhenClose(zoom: Double, degrees: Double) {
    #expect(CameraLimits().clampedViewingAngle(90, atZoom: zoom) == degrees)
  }

  @Test func takesAnotherTiltLimit() {
    var limits = CameraLimits()
    limits.maximumViewingAngle = { $0 < 5 ? .nan : 1000 }
    #expect(limits.clampedViewingAngle(90, atZoom: 4) == 0)
    #expect(limits.clampedViewingAngle(90, atZoom: 6) == 85)
    limits.maximumViewingAngle = { _ in -.infinity }
    #expect(limits.clampedViewingAngle(90, atZoom: 6) == 0)
  }

  @Test("an empty or senseless range is refused")
  func refusesAnEmptyRange() throws {
    var limits = CameraLimits()
    #expect(throws: CameraError.zoomRange(minimum: 5, maximum: 4)) { try limits.setZoomRange(minimum: 5, maximum: 4) }
    #expect(throws: CameraError.self) { try limits.setZoomRange(minimum: .nan, maximum: 4) }
    #expect(throws: CameraError.self) { try limits.setZoomRange(minimum: 0, maximum: .infinity) }
    #expect(limits.minimumZoom == 0 && limits.maximumZoom == 22)
    try limits.setZoomRange(minimum: 4, maximum: 4)
    #expect(limits.clampedZoom(9) == 4)
    try limits.setZoomRange(minimum: -5, maximum: 50)
    #expect(limits.minimumZoom == 0 && limits.maximumZoom == 24)
  }
}

@Suite struct EasingTests {
  private let all: [Easing] = [
    .linear, .easeIn, .easeOut, .easeInOut, .cubicBezier(x1: 0, y1: 0, x2: 0.3, y2: 1),
    .cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1),
  ]

  @Test func runsFromNoneToAllWithoutTurningBack() {
    for easing in all {
      #expect(easing.progress(at: 0) == 0 && easing.progress(at: 1) == 1)
      #expect(easing.progress(at: -5) == 0 && easing.progress(at: 5) == 1)
      var last = 0.0
      for step in 1...1000 {
        let next = easing.progress(at: Double(step) / 1000)
        #expect(next >= last && next <= 1)
        last = next
      }
    }
  }

  /// The CSS `ease` curve, x = 0.25 at t = 0.409458563186, solved with mpmath: y = 0.408510591355...
  @Test func solvesTheCubic() {
    #expect(abs(Easing.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1).progress(at: 0.25) - 0.408_510_591_355_395_87) < 1e-12)
    #expect(abs(Easing.cubicBezier(x1: 0.3, y1: 0.3, x2: 0.6, y2: 0.6).progress(at: 0.42) - 0.42) < 1e-12)
  }

  @Test func isNumericForEveryInput() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let easing = Easing.cubicBezier(
        x1: generator.wildDouble(), y1: generator.wildDouble(), x2: generator.wildDouble(), y2: generator.wildDouble())
      #expect(easing.progress(at: generator.wildDouble()).isFinite)
    }
  }
}

func expectInRange(_ camera: CameraPosition, sourceLocation: SourceLocation = #_sourceLocation) {
  let isInRange =
    abs(camera.target.latitude) <= Mercator.maximumLatitude && camera.target.longitude >= -180 && camera.target.longitude < 180
    && camera.zoom >= 0 && camera.zoom <= CameraPosition.maximumZoom && camera.bearing >= 0 && camera.bearing < 360
    && camera.viewingAngle >= 0 && camera.viewingAngle <= CameraPosition.maximumViewingAngle
  #expect(isInRange, "\(camera)", sourceLocation: sourceLocation)
}

@Suite struct CameraCodableTests {
  @Test func aCameraComesBack() throws {
    let camera = CameraPosition(latitude: 60, longitude: 25, zoom: 11.5, bearing: 300, viewingAngle: 20)
    #expect(try JSONDecoder().decode(CameraPosition.self, from: JSONEncoder().encode(camera)) == camera)
  }

  @Test func whatIsLeftOutIsNorthUpAndWhatIsTooLargeIsClamped() throws {
    let text = #"{"target":{"latitude":89,"longitude":190},"zoom":99}"#
    let camera = try JSONDecoder().decode(CameraPosition.self, from: Data(text.utf8))
    #expect(camera == CameraPosition(latitude: Mercator.maximumLatitude, longitude: -170, zoom: 24))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(CameraPosition.self, from: Data(#"{"zoom":1}"#.utf8)) }
  }
}
