import Foundation
import Overlook
import OverlookGeometry
import OverlookSupport

// Points of GeoJSON, which are made tiles of while the map is shown.
extension VectorBench {
  private static let fewCount = 100_000
  private static let manyCount = 1_000_000

  static func measurePoints(seconds: Double, into report: inout BenchReport) throws {
    let few = try PointsFile(count: fewCount)
    for isClustered in [false, true] {
      let name = isClustered ? "100,000 GeoJSON points in clusters" : "100,000 GeoJSON points"
      try measureStart(
        name, few.style(isClustered: isClustered), camera: CameraPosition(latitude: 20, longitude: 0, zoom: 3), goal: nil,
        into: &report)
    }
    try measureTilted(few, into: &report)
    let many = try PointsFile(count: manyCount)
    let name = "pan over a million GeoJSON points"
    // From Ireland to Poland, some 14,000 points of them in view at a time.
    let motion = Motion(name: name, goal: 1000.0 / 60) { fraction in
      CameraPosition(latitude: 52, longitude: -10 + 30 * fraction, zoom: 5)
    }
    let start = MonotonicClock.now()
    let stage = try VectorStage(try many.style(isClustered: false), camera: motion.camera(0), isStill: false)
    report.add("\(name): first complete picture", (MonotonicClock.now() - start) * 1e3, "ms")
    measure(motion, stage, seconds: seconds, into: &report)
    stage.close()
  }

  /// Circles on a map that turns at 60 degrees of tilt, beside the same points as an overlay.
  private static func measureTilted(_ file: PointsFile, into report: inout BenchReport) throws {
    let circles = try VectorStage(try file.style(isClustered: false), camera: tilted(0))
    let style = turning(circles.bench)
    circles.close()
    let points = try BenchStage(camera: tilted(0), mapType: .none)
    points.map.isBare = true
    points.map.maximumViewingAngle = { _ in 85 }
    let layer = PointLayer()
    layer.setPositions(longitudesAndLatitudes: file.coordinates)
    layer.map = points.map
    let overlay = turning(points)
    points.loop.close()
    let name = "100,000 GeoJSON points at 60 degrees of tilt"
    report.add("\(name): processor time of all threads for a frame, median", style * 1e3, "ms")
    report.add("\(name): that against a layer of points", style / overlay, "x", goal: 2)
  }

  private static func tilted(_ frame: Int) -> CameraPosition {
    CameraPosition(
      target: LocationCoordinate(latitude: 20, longitude: 0), zoom: 3, bearing: 1.5 * Double(frame), viewingAngle: 60)
  }

  private static func turning(_ stage: BenchStage) -> Double {
    let seconds = (0..<60).map { frame in
      stage.map.moveCamera(.setCamera(tilted(frame)))
      let before = ProcessorClock.process()
      stage.drawFinished()
      return ProcessorClock.process() - before
    }
    return Samples(Array(seconds.dropFirst(10))).median
  }
}

/// A GeoJSON file of points all over the world, for as long as the value lives.
private final class PointsFile {
  private let path: String
  /// Longitude, latitude, ...
  let coordinates: [Double]

  init(count: Int) throws {
    var generator = SeededGenerator(seed: 5)
    var coordinates: [Double] = []
    var text = #"{"type":"FeatureCollection","features":["#
    text.reserveCapacity(140 * count)
    for number in 0..<count {
      let longitude = Double.random(in: -170..<170, using: &generator)
      let latitude = Double.random(in: -75..<75, using: &generator)
      coordinates += [longitude, latitude]
      let value = Int.random(in: 0..<10, using: &generator)
      text += number == 0 ? "" : ","
      text += #"{"type":"Feature","properties":{"v":\#(value)},"geometry":"#
      text += #"{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"#
    }
    text += "]}"
    self.coordinates = coordinates
    path = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-points-\(UUID().uuidString).json").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func style(isClustered: Bool) throws -> MapStyle {
    try MapStyle(
      json: """
        {"version": 8, "sources": {"p": {"type": "geojson", "data": "\(path)", "cluster": \(isClustered)}}, "layers": [
          {"id": "p", "type": "circle", "source": "p", "paint": {"circle-radius": 4, "circle-color": "#3070c0"}}]}
        """)
  }
}
