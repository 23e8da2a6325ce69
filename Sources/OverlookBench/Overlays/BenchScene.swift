import Foundation
import Overlook
import OverlookCamera
import OverlookFormats
import OverlookGeometry

/// What `overlook bench overlays --scene` draws, and along which way; `Documentation/bench.md` describes the file.
struct BenchScene {
  /// Overlays of one kind.
  struct Part {
    let kind: OverlayPathBench.Kind
    let title: String
    /// How many; nil for as many as the command line says.
    let count: Int?
    let data: String?
    let zIndex: Int
  }

  var parts: [Part]
  /// Cameras that the way leads through, at even intervals.
  var path: [CameraPosition]
  var frames: Int?
  /// Pictures a second that the display shows.
  var displayRate: Double
  var mapType: MapType

  private static let maximumBytes = 16 << 20
  private static let maximumCount = 10_000_000
  private static let mapTypes: [(name: String, type: MapType)] = [
    ("none", .none), ("normal", .normal), ("satellite", .satellite), ("terrain", .terrain), ("hybrid", .hybrid),
  ]

  /// Throws what is wrong with the file, and where. Paths in it are relative to it.
  init(path file: String) throws {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    } catch {
      throw BenchError(description: "\(file) cannot be read")
    }
    guard bytes.count <= Self.maximumBytes else { throw BenchError(description: "\(file): more than \(Self.maximumBytes) bytes") }
    let document: JSONValue
    do {
      document = try JSONParser.parse([UInt8](bytes), thing: "scene")
    } catch {
      throw BenchError(description: "\(file): \(error)")
    }
    func fault(_ text: String) -> BenchError { BenchError(description: "\(file): \(text)") }
    guard case .array(let overlays)? = document["overlays"], !overlays.isEmpty else {
      throw fault("overlays: no list of overlays")
    }
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    parts = try overlays.enumerated().map { index, overlay in
      try Self.part(overlay, folder: folder) { fault("overlays[\(index)]: \($0)") }
    }
    path = []
    if let way = document["path"] {
      guard case .array(let cameras) = way, !cameras.isEmpty else { throw fault("path: no list of cameras") }
      path = try cameras.enumerated().map { index, camera in
        guard let camera = CameraPath.camera(camera) else { throw fault("path[\(index)]: no camera") }
        return camera
      }
    }
    frames = try Self.whole(document["frames"], 1...1_000_000) { fault("frames: \($0)") }
    displayRate = document["displayRate"]?.number ?? 60
    guard (1...1000).contains(displayRate) else { throw fault("displayRate: not in 1 to 1000") }
    let base = document["base"]?.string ?? "none"
    guard let known = Self.mapTypes.first(where: { $0.name == base }) else {
      throw fault("base: none of \(Self.mapTypes.map(\.name).joined(separator: ", "))")
    }
    mapType = known.type
  }

  private static func part(_ overlay: JSONValue, folder: String, _ fault: (String) -> BenchError) throws -> Part {
    guard let kind = overlay["kind"]?.string.flatMap(OverlayPathBench.Kind.init(rawValue:)) else {
      throw fault("kind: none of \(OverlayPathBench.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let data = overlay["data"]?.string.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
    return Part(
      kind: kind, title: overlay["title"]?.string ?? kind.rawValue,
      count: try whole(overlay["count"], 1...maximumCount) { fault("count: \($0)") }, data: data,
      zIndex: try whole(overlay["zIndex"], -1_000_000...1_000_000) { fault("zIndex: \($0)") } ?? 0)
  }

  private static func whole(_ value: JSONValue?, _ range: ClosedRange<Int>, _ fault: (String) -> BenchError) throws -> Int? {
    guard let value else { return nil }
    guard let number = value.number.flatMap(Int.init(exactly:)), range.contains(number) else {
      throw fault("no whole number in \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A camera for each of `frames` frames: along the path at an even pace, or, without one, a pan over the data that is made up.
  func cameras(frames: Int) -> [CameraPosition] {
    guard path.count > 1 else {
      return path.isEmpty ? CameraPath(panOf: frames).cameras : Array(repeating: path[0], count: frames)
    }
    return (0..<frames).map { frame in
      let place = frames > 1 ? Double(frame) / Double(frames - 1) * Double(path.count - 1) : 0
      let leg = min(Int(place), path.count - 2)
      return Self.between(path[leg], path[leg + 1], place - Double(leg))
    }
  }

  /// The ground is crossed evenly, angles go the shorter way round.
  private static func between(_ a: CameraPosition, _ b: CameraPosition, _ t: Double) -> CameraPosition {
    let (from, to) = (WorldPoint(a.target), WorldPoint(b.target))
    let x = from.x + (to.x - from.x).remainder(dividingBy: 1) * t
    let turn = (b.bearing - a.bearing).remainder(dividingBy: 360)
    return CameraPosition(
      target: WorldPoint(x: x - x.rounded(.down), y: from.y + (to.y - from.y) * t).coordinate,
      zoom: a.zoom + (b.zoom - a.zoom) * t,
      bearing: a.bearing + turn * t, viewingAngle: a.viewingAngle + (b.viewingAngle - a.viewingAngle) * t)
  }
}
