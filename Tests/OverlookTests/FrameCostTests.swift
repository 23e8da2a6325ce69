import Foundation
import Overlook
import OverlookMeasurement
import OverlookPlatform
import OverlookProfiling
import OverlookScene
import OverlookSupport
import Testing

/// What the profiler says of whole frames.
@MainActor @Suite(.serialized) struct FrameCostTests {
  @MainActor private struct Stage {
    let map: MapView
    let loop: HeadlessLoop

    func draw(_ count: Int = 1) {
      for _ in 0..<count {
        map.requestFrame(.forced)
        loop.renderFrame()
      }
    }

    func rows(_ kind: CostCenter.Kind) -> [CostTable.Row] { map.profiler.table.rows.filter { $0.center.kind == kind } }
  }

  /// 30 markers, 2 layers of points and a circle.
  private func stage(size: ScreenSize = ScreenSize(width: 320, height: 240)) throws -> Stage {
    let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
    map.mapType = .none
    let loop = try HeadlessLoop(content: map, size: size)
    for index in 0..<30 {
      Marker(position: LocationCoordinate(latitude: 0, longitude: Double(index) / 10)).map = map
    }
    for index in 0..<2 {
      let layer = PointLayer(positions: [LocationCoordinate(latitude: Double(index), longitude: 1)])
      layer.title = "dots \(index)"
      layer.map = map
    }
    Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: 300_000).map = map
    _ = loop.run(timeoutSeconds: 90) { map.isAtRest || map.graphicsError != nil }
    try #require(map.graphicsError == nil)
    return Stage(map: map, loop: loop)
  }

  @Test func eachKindAndLayerHasItsOwnLine_FL06() throws {
    let stage = try stage()
    stage.map.profiler.level = .times
    stage.draw(10)
    #expect(stage.map.profiler.table.frames == 10)
    let markers = try #require(stage.rows(.overlays(.marker)).first)
    #expect(markers.cost.instances == 300 && markers.cost.drawCalls == 10)
    #expect(markers.cost.submit > 0 && markers.cost.extract > 0)
    #expect(stage.rows(.shapes).first?.cost.drawCalls == 10)
    let layers = stage.rows(.overlays(.dataLayer)).filter { $0.center.number >= 0 }
    #expect(layers.map { stage.map.name(of: $0.center) } == ["dots 0", "dots 1"])
    // The parts are the whole.
    let total = stage.map.profiler.table.total
    #expect(total.drawCalls == 10 * (stage.map.statistics.sample(0).drawCalls))
    stage.loop.close()
  }

  @Test func pixelsAreCountedAsOftenAsTheyAreDrawn() throws {
    let stage = try stage()
    let box = GroundOverlay(
      bounds: CoordinateBounds(
        coordinate: LocationCoordinate(latitude: -80, longitude: -80), coordinate: LocationCoordinate(latitude: 80, longitude: 80)
      ),
      icon: Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255]))
    for _ in 0..<2 { box.copy().map = stage.map }
    stage.draw(2)
    stage.map.profiler.level = .pixels
    // Answers come a few frames later.
    stage.draw(8)
    let table = stage.map.profiler.table
    try #require(table.countedFrames > 0)
    let pixels = try #require(stage.rows(.overlays(.groundOverlay)).first?.cost.pixels)
    // Two pictures over the whole view.
    #expect(pixels == table.countedFrames * 2 * 320 * 240)
    stage.loop.close()
  }

  @Test func aFrameAllocatesNothingWhetherItIsMeasuredOrNot() throws {
    try #require(AllocationCounter.isAvailable)
    let stage = try stage()
    let trace = try TraceFile(path: NSTemporaryDirectory() + "overlook-cost-\(UUID().uuidString).json")
    defer { unlink(trace.path) }
    stage.draw(10)
    let off = AllocationCounter.count { stage.draw(10) }
    #expect(off.blocks == 0, "\(off)")
    stage.map.trace = trace
    stage.draw(10)
    let on = AllocationCounter.count { stage.draw(10) }
    #expect(on.blocks == 0, "\(on)")
    stage.map.trace = nil
    #expect(stage.map.profiler.level == .off)
    stage.loop.close()
  }

  @Test func aTraceHasTheFramesTheirStagesAndTheirLayers() throws {
    let stage = try stage()
    let path = NSTemporaryDirectory() + "overlook-cost-\(UUID().uuidString).json"
    defer { unlink(path) }
    stage.map.trace = try TraceFile(path: path)
    stage.draw(5)
    stage.map.trace?.close()
    let document = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
    let events = try #require(document?["traceEvents"] as? [[String: Any]])
    func count(_ name: String) -> Int { events.count { $0["name"] as? String == name && $0["ph"] as? String == "X" } }
    #expect(count("frame") == 5)
    for name in ["update", "extract", "upload", "draw"] { #expect(count(name) >= 5, "\(name)") }
    #expect(count("marker") == 10, "extracted and submitted in each frame")
    #expect(events.contains { $0["ph"] as? String == "C" && $0["name"] as? String == "draw calls" })
    stage.loop.close()
  }

  @Test func rowsBeyondTheLimitAreCountedAsTheirKind() throws {
    let profiler = FrameProfiler()
    profiler.level = .times
    for number in 0..<10_000 { profiler.add(CostCenter(.items, number: number), .update, from: 0, to: 0.001) }
    #expect(profiler.table.rows.count == CostTable.maximumRows + 1)
    #expect(abs(profiler.table.total.update - 10) < 1e-6)
  }
}
