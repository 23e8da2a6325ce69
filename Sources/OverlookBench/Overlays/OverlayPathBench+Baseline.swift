import Overlook
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPlatform

extension OverlayPathBench {
  /// The bare loops for what is drawn, the naive one first; none for kinds without.
  private func bareDrawings(_ device: GPUDevice) throws(GPUError) -> [any BareDrawing] {
    switch kind {
    case .points, .icons, .markers:
      let look = kind == .points ? BareSprites.Look.dots : .icon(Self.icon, above: false)
      var drawings: [any BareDrawing] = []
      for variant in [BareSprites.Variant.quads, .sprites, .grid] {
        drawings.append(try BareSprites(device, data.worldPoints, variant, look))
      }
      return drawings
    case .moving:
      let (points, moved) = (data.worldPoints, data.shifted.worldPoints)
      return [
        try BareSprites(device, points, .quads, .dots, movedPoints: moved),
        try BareSprites(device, points, .sprites, .dots, movedPoints: moved),
      ]
    case .lines: return [try BareLines(device, data.parts, .pieces), try BareLines(device, data.parts, .strips)]
    case .polygons, .extrusions:
      let height = kind == .polygons ? 0 : Self.extrusionMeters
      return [
        try BareAreas(device, data.parts, heightMeters: height, isCulled: false),
        try BareAreas(device, data.parts, heightMeters: height, isCulled: true),
      ]
    case .ground: return [try BareGroundPicture(device, data.worldPoints, Self.pictures)]
    case .trips: return []
    }
  }

  /// Draws the path with each bare loop; `ours` are our own frames, in seconds.
  func addBaseline(against ours: Samples, _ stage: BenchStage, into report: inout BenchReport) throws {
    guard let device = stage.map.device else { throw BenchError(description: "the map has no GL context") }
    stage.loop.context.makeCurrent()
    defer { stage.loop.context.releaseCurrent() }
    let target = try BareTarget(device, hasDepth: kind == .extrusions)
    for drawing in try bareDrawings(device) {
      var frames: [Double] = []
      for (number, camera) in path.cameras.enumerated() {
        let view = ViewTransform(camera: camera, size: BenchStage.size)
        frames.append(try target.seconds(of: drawing, view, frame: number))
      }
      let middle = ViewTransform(camera: path.cameras[path.cameras.count / 2], size: BenchStage.size)
      _ = try target.seconds(of: drawing, middle)
      let covered = try target.coveredShare()
      try device.throwProgramFault()
      // The first compiles shaders.
      let bare = Samples(Array(frames.dropFirst(frames.count > 1 ? 1 : 0)))
      report.add("bare \(drawing.name), frame_median_ms", bare.median * 1e3, "ms")
      report.add("bare \(drawing.name), frame_min_ms", bare.minimum * 1e3, "ms")
      report.add("against bare \(drawing.name)", ours.median / max(bare.median, 1e-9), "x")
      report.add("against bare \(drawing.name), quickest frames", ours.minimum / max(bare.minimum, 1e-9), "x")
      report.add("bare \(drawing.name), covered", covered, "")
    }
    device.state.reset()
  }
}
