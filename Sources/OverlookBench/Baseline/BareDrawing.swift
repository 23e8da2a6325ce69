import Overlook
import OverlookCamera
import OverlookGPU
import OverlookPlatform
import OverlookGeometry
import OverlookSupport

/// A hand-written GL loop that draws what a benchmark's overlays show and nothing else: what they are compared with.
@MainActor protocol BareDrawing {
  /// In the report: "instanced quads".
  var name: String { get }
  /// Draws into the bound target, which is clear. Blending is that for premultiplied colours, without a depth test.
  func draw(_ view: ViewTransform)
}

/// Places as bare loops take them: Float differences from the middle of the data, which serves views of a city.
struct BarePlaces {
  let middle: WorldPoint
  /// x, y, x, y, ... in units of the world.
  let offsets: [Float]

  init(_ data: OverlayData) {
    let points = (0..<data.pointCount).map { WorldPoint(data.coordinate($0)) }
    let count = Double(max(points.count, 1))
    let sum = points.reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
    let middle = WorldPoint(x: sum.0 / count, y: sum.1 / count)
    self.middle = middle
    offsets = points.flatMap { [Float($0.x - middle.x), Float($0.y - middle.y)] }
  }

  /// What vertex shaders add to points of the ground: `u_ground` in `clip = matrix * vec4(a_place * u_ground.z + u_ground.xy, 0, 1)`.
  func ground(_ view: ViewTransform) -> SIMD3<Float> {
    let scale = view.pointsPerWorld
    return SIMD3(
      Float((middle.x - view.center.x) * scale), Float((middle.y - view.center.y) * scale), Float(scale))
  }
}

extension OverlayPathBench {
  /// The bare loops for what is drawn; none for kinds without.
  private func bareDrawings(_ device: GPUDevice) throws(GPUError) -> [any BareDrawing] {
    switch kind {
    case .points:
      let places = BarePlaces(data)
      return [
        try BareDots(device, places, .quads), try BareDots(device, places, .sprites), try BareDots(device, places, .grid),
      ]
    case .icons: return [try BareIcons(device, BarePlaces(data))]
    case .moving, .markers, .lines, .polygons, .extrusions, .trips, .ground: return []
    }
  }

  /// Draws the path with each bare loop; `ours` is the median of our own frames, in seconds.
  func addBaseline(against ours: Double, _ stage: BenchStage, into report: inout BenchReport) throws {
    guard let device = stage.map.device else { throw BenchError(description: "the map has no GL context") }
    stage.loop.context.makeCurrent()
    defer { stage.loop.context.releaseCurrent() }
    let size = BenchStage.size
    let target = try GPUFramebuffer(device, width: Int(size.width), height: Int(size.height), label: "bare target")
    for drawing in try bareDrawings(device) {
      var frames: [Double] = []
      for camera in path.cameras {
        let start = MonotonicClock.now()
        device.beginFrame()
        device.state.reset()
        device.state.bind(target: target.target)
        device.state.setBlend(.premultiplied)
        device.state.setDepthTest(false)
        device.clear(color: .zero)
        drawing.draw(ViewTransform(camera: camera, size: size))
        device.finish()
        frames.append(MonotonicClock.now() - start)
      }
      // The first compiles shaders.
      let median = Samples(Array(frames.dropFirst(frames.count > 1 ? 1 : 0))).median
      report.add("bare \(drawing.name), frame_median_ms", median * 1e3, "ms")
      report.add("against bare \(drawing.name)", ours / max(median, 1e-9), "x")
    }
    device.state.reset()
  }
}
