import Overlook
import OverlookCamera
import OverlookPlatform
import OverlookSupport

/// `overlook bench overlays --kind`: overlays of one kind along a path of cameras, to finished pixels.
@MainActor public struct OverlayPathBench {
  /// What is drawn.
  public enum Kind: String, CaseIterable, Sendable {
    /// Dots of a radius of 4 points, each of its own colour.
    case points
    /// As `points`, all of them elsewhere in each frame.
    case moving
    /// Pictures of 24 points, as one layer.
    case icons
    /// The same pictures, an object each.
    case markers
    /// Lines of 2 points.
    case lines
    /// Fills of an opacity of 0.6.
    case polygons
    /// The same, 3 km tall.
    case extrusions
    /// Journeys of 100 points whose time goes on with each frame.
    case trips
    /// A picture of 512 x 512 pixels, another in each frame.
    case ground
  }

  let kind: Kind
  private(set) var data: OverlayData
  /// Overlays that are drawn.
  let count: Int
  let path: CameraPath
  private let hasBaseline: Bool

  /// `data` and `path` are files; without them `count` overlays and a pan of `frames` frames are made up. With a baseline, bare
  /// loops draw the same in the same process. Throws what is wrong with a file.
  public init(kind: Kind, data: String?, path: String?, count: Int, frames: Int, hasBaseline: Bool = false) throws {
    self.kind = kind
    self.hasBaseline = hasBaseline
    let hasParts = kind == .lines || kind == .polygons || kind == .extrusions || kind == .trips
    if let data {
      self.data = try OverlayData(path: data, hasParts: hasParts)
    } else {
      switch kind {
      case .lines, .trips: self.data = .lines(count, points: 100)
      case .polygons, .extrusions: self.data = .rings(count, points: 50)
      case .points, .moving, .icons, .markers, .ground: self.data = .places(count)
      }
    }
    self.count = self.data.offsets.isEmpty ? self.data.pointCount : self.data.offsets.count - 1
    self.path = try path.map(CameraPath.init(path:)) ?? CameraPath(panOf: frames)
  }

  /// Measures. `load_ms` is from the data in memory to the first finished picture; frames are those after the first, wall time
  /// from the camera's move to finished pixels; `cpu_ms` is processor time of all threads a frame; `covered` the share of pixels
  /// that the overlays change in the frame in the middle of the path.
  public mutating func run() throws -> BenchReport {
    let start = MonotonicClock.now()
    let stage = try BenchStage(camera: path.cameras[0], mapType: .none)
    stage.map.isBare = true
    stage.map.maximumViewingAngle = { _ in 85 }
    stage.map.moveCamera(.setCamera(path.cameras[0]))
    let change = attach(to: stage.map)
    // As apps do with what they have handed over.
    if !hasBaseline { data = .nothing }
    stage.drawFinished()
    if let fault = stage.map.graphicsError { throw BenchError(description: fault) }
    let load = MonotonicClock.now() - start

    var frames: [Double] = []
    let processor = ProcessorClock.process()
    // The first camera has been drawn: a second time it would cost nothing.
    for (number, camera) in path.cameras.enumerated().dropFirst(path.cameras.count > 1 ? 1 : 0) {
      let start = MonotonicClock.now()
      change?(number)
      stage.map.moveCamera(.setCamera(camera))
      stage.loop.renderFrame()
      stage.finish()
      frames.append(MonotonicClock.now() - start)
    }
    let processorSeconds = (ProcessorClock.process() - processor) / Double(frames.count)
    stage.map.moveCamera(.setCamera(path.cameras[path.cameras.count / 2]))
    stage.drawFinished()

    var report = BenchReport(benchmark: "overlays \(kind.rawValue)", renderer: stage.renderer, drawnBy: stage.drawnBy)
    report.add("count", Double(count), "")
    report.add("load_ms", load * 1e3, "ms")
    report.add("frame_median_ms", Samples(frames).median * 1e3, "ms")
    report.add("frame_p99_ms", Samples(frames).percentile(0.99) * 1e3, "ms")
    report.add("frame_min_ms", Samples(frames).minimum * 1e3, "ms")
    report.add("cpu_ms", processorSeconds * 1e3, "ms")
    report.add("peak_rss_mb", ProcessMemory.peakMegabytes, "MB")
    report.add("covered", BenchPixels.coveredShare(stage.loop.pixels() ?? []), "")
    report.add(counts: counts(stage, change))
    if hasBaseline { try addBaseline(against: Samples(frames), stage, into: &report) }
    stage.loop.close()
    return report
  }

  /// Of frames in the middle of the path, after one at the first of their cameras.
  private func counts(_ stage: BenchStage, _ change: ((Int) -> Void)?) -> FrameCounts? {
    func draw(_ number: Int) {
      change?(number)
      stage.map.moveCamera(.setCamera(path.cameras[min(path.cameras.count / 2 + number, path.cameras.count - 1)]))
      stage.map.requestFrame(.forced)
      stage.loop.renderFrame()
    }
    draw(0)
    return FrameCounts { draw($0 + 1) }
  }

  // MARK: Overlays

  /// Puts the overlays on the map; answers what has to be done for the frame of a number.
  @discardableResult func attach(to map: MapView) -> ((Int) -> Void)? {
    switch kind {
    case .points, .moving:
      let layer = PointLayer()
      layer.setPositions(longitudesAndLatitudes: data.coordinates)
      layer.fillColor = .each { BenchPixels.color($0) }
      layer.map = map
      if kind == .moving {
        let places = [data.coordinates, data.shifted.coordinates]
        return { number in layer.setPositions(longitudesAndLatitudes: places[number % 2]) }
      }
    case .icons:
      let layer = IconLayer(images: [Self.icon])
      layer.setPositions(longitudesAndLatitudes: data.coordinates)
      layer.map = map
    case .markers:
      for index in 0..<data.pointCount {
        let marker = Marker(position: data.coordinate(index))
        marker.icon = Self.icon
        marker.groundAnchor = UnitPoint(x: 0.5, y: 0.5)
        marker.map = map
      }
    case .lines:
      let layer = PathLayer()
      layer.setPaths(longitudesAndLatitudes: data.coordinates, starts: data.offsets.dropLast())
      layer.strokeWidth = .constant(2)
      layer.strokeColor = .each { BenchPixels.color($0) }
      layer.map = map
    case .polygons, .extrusions:
      let layer = PolygonLayer()
      layer.setPolygons(longitudesAndLatitudes: data.coordinates, ringStarts: data.offsets.dropLast())
      // Walls of one layer never show through each other: the layer as a whole is translucent.
      layer.fillColor = .each { BenchPixels.color($0).withAlpha(kind == .polygons ? 0.6 : 1) }
      if kind == .extrusions {
        layer.height = .constant(Self.extrusionMeters)
        layer.opacity = 0.6
      }
      layer.map = map
    case .trips:
      // A journey takes 100 seconds from point to point, and the last ten minutes of it are shown.
      let layer = TripsLayer()
      let times = (0..<data.pointCount).map { 100 * Double($0 % 100) }
      layer.setTrips(longitudesAndLatitudes: data.coordinates, times: times, starts: data.offsets.dropLast())
      layer.strokeColor = .each { BenchPixels.color($0) }
      layer.trailLength = 600
      layer.map = map
      return { layer.currentTime = 5000 + 10 * Double($0) }
    case .ground:
      let overlay = GroundOverlay(bounds: CoordinateBounds((0..<data.pointCount).map(data.coordinate)), icon: Self.pictures.first)
      overlay.map = map
      return { number in
        if !Self.pictures.isEmpty { overlay.icon = Self.pictures[number % Self.pictures.count] }
      }
    }
    return nil
  }

  /// A round picture of 24 points with a white rim.
  static let icon = Image(width: 24, height: 24, scale: 1) { column, row in
    let (x, y) = (Double(column) - 11.5, Double(row) - 11.5)
    let distance = (x * x + y * y).squareRoot()
    let cover = min(max(12 - distance, 0), 1)
    let inner = min(max(9.5 - distance, 0), 1)
    let white = 255 * (1 - inner)
    let color = SIMD3(220 * inner + white, 50 * inner + white, 60 * inner + white) * cover
    let bytes = SIMD3<UInt8>(color.rounded(.toNearestOrEven))
    return SIMD4(bytes.x, bytes.y, bytes.z, UInt8((255 * cover).rounded()))
  }

  static let extrusionMeters = 3000.0

  static let pictures: [Image] = (0..<8).compactMap { step in
    var pixels = [UInt8](repeating: 255, count: 4 * 512 * 512)
    for y in 0..<512 {
      for x in 0..<512 {
        let place = 4 * (512 * y + x)
        pixels[place] = UInt8(truncatingIfNeeded: x / 2 + 32 * step)
        pixels[place + 1] = UInt8(truncatingIfNeeded: y / 2)
      }
    }
    return Image(width: 512, height: 512, premultipliedRGBA: pixels)
  }
}
