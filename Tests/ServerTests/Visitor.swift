import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

/// A person with an empty home who runs the program.
final class Visitor: Sendable {
  let home: ServerFolder

  init() throws {
    home = try ServerFolder()
  }

  /// Neither a display nor what the machine has cached, and the same pixels everywhere.
  private var environment: [String: String?] {
    [
      "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "OVERLOOK_RESOURCES": nil, "LIBGL_ALWAYS_SOFTWARE": "1", "no_proxy": "127.0.0.1",
      "SWIFT_BACKTRACE": "enable=no", "HOME": home.path, "XDG_CACHE_HOME": "\(home.path)/cache",
    ]
  }

  func overlook(_ arguments: [String], environment: [String: String?] = [:], seconds: Double = 180) async throws -> Tool.Outcome {
    try await Tool.run(
      Tool.built("overlook"), arguments, environment: self.environment.merging(environment) { $1 }, in: home.path,
      seconds: seconds)
  }

  /// What lies in the person's folder.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: home.path).sorted()) ?? []
  }

  func has(_ name: String) -> Bool { names.contains(name) }

  /// Starts the program and does not wait for it.
  func start(_ arguments: [String]) throws -> Tool {
    try Tool(Tool.built("overlook"), arguments, environment: environment, in: home.path)
  }

  /// The arguments that name the place of `WorldTiles`.
  func place(size: Int = Place.size) -> [String] {
    ["--center=\(Place.latitude),0", "--zoom=\(WorldTiles.level)", "--size=\(size)x\(size)"]
  }

  /// The picture of the place of `WorldTiles` that `source`, the arguments that name it, gives. Tiles lie in it pixel by pixel:
  /// the middle of the view is the corner of four tiles.
  func picture(
    of source: [String], size: Int = Place.size, environment: [String: String?] = [:],
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> Image {
    let outcome = try await overlook(["snapshot", "-o", "o.png"] + place(size: size) + source, environment: environment)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(source): \(outcome.errors)", sourceLocation: location)
    return try picture("o.png")
  }

  /// A picture that the program wrote here, without the interface.
  func picture(_ name: String) throws -> Image {
    try Place.withoutInterface(try ImageDecoder.decode(try home.bytes(name)))
  }
}

/// What is looked at.
enum Place {
  /// Pixels a side.
  static let size = 512
  /// The northern edge of row 5 of 16: the inverse of the Mercator projection, OGC 07-057r7, annex E.
  static let latitude = atan(sinh(.pi * (1 - 2 * 5.0 / 16))) * 180 / .pi
  /// Credits and scale are drawn at the bottom, and differ from source to source.
  private static let interfaceHeight = 64

  static func withoutInterface(_ image: Image) throws -> Image {
    let height = image.height - interfaceHeight
    return try #require(
      Image(width: image.width, height: height, premultipliedRGBA: Array(image.pixels.prefix(4 * image.width * height))))
  }

  /// The picture that every source must give: four tiles, pixel by pixel.
  static func expected(_ tiles: WorldTiles) throws -> Image {
    try withoutInterface(try tiles.mosaic(columns: 7..<9, rows: 4..<6))
  }
}

/// Fails the test, and leaves the picture under `Failures/`, unless `image` is what is expected within the golden tolerance.
func expectEqual(_ image: Image, _ expected: Image, _ name: String, _ location: SourceLocation = #_sourceLocation) throws {
  let golden = GoldenPicture(name, root: URL(fileURLWithPath: #filePath).deletingLastPathComponent())
  if let mismatch = try golden.mismatch(of: image, from: expected) { Issue.record("\(mismatch)", sourceLocation: location) }
}
