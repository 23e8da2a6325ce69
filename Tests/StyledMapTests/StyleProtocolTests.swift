import Foundation
import OverlookFormats
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import Synchronization
import Testing

@testable import OverlookStyledMap

/// Styles whose parts lie under a scheme that the app answers. Each test has a scheme of its own: there is one table of them.
@MainActor @Suite struct StyleProtocolTests {
  private nonisolated static let square =
    #"{"type": "Polygon", "coordinates": [[[-40, -40], [40, -40], [40, 40], [-40, 40], [-40, -40]]]}"#

  private nonisolated static func tile() -> [UInt8] {
    var writer = VectorTileWriter()
    let ring: [SIMD2<Int32>] = [SIMD2(0, 0), SIMD2(4096, 0), SIMD2(4096, 4096), SIMD2(0, 4096)]
    writer.add(layer: "land", .polygons, [ring], tags: [])
    return writer.bytes()
  }

  /// A style with a source of each kind, a sprite and glyphs; all it names is under `scheme`.
  private func style(_ scheme: String) -> String {
    """
    {"version": 8, "sprite": "\(scheme)://sprite", "glyphs": "\(scheme)://glyphs/{fontstack}/{range}",
     "sources": {"t": {"type": "vector", "tiles": ["\(scheme)://t/{z}/{x}/{y}"]}, "j": {"type": "vector", "url": "\(scheme)://j"},
       "g": {"type": "geojson", "data": "\(scheme)://g"}},
     "layers": [{"id": "t", "type": "fill", "source": "t", "source-layer": "land"},
       {"id": "j", "type": "fill", "source": "j", "source-layer": "land"},
       {"id": "g", "type": "fill", "source": "g", "paint": {"fill-pattern": "cat"}},
       {"id": "name", "type": "symbol", "source": "g", "layout": {"text-field": "a", "text-font": ["F"]}}]}
    """
  }

  @Test func everythingThatAStyleNamesMayBeTheApps() throws {
    let pixels = try PNGEncoder.encode(try #require(Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])))
    let asked = Mutex<Set<String>>([])
    try CustomProtocols.shared.set("style-all") { request in
      let path = String(request.url.dropFirst("style-all://".count))
      asked.withLock { _ = $0.insert("\(request.kind.rawValue) \(path)") }
      switch path {
      case "sprite.json": return Array(#"{"cat": {"x": 0, "y": 0, "width": 1, "height": 1, "pixelRatio": 1}}"#.utf8)
      case "sprite.png": return pixels
      case "j": return Array(#"{"tiles": ["style-all://u/{z}/{x}/{y}"], "attribution": "Somebody"}"#.utf8)
      case "g": return Array(Self.square.utf8)
      case "t/0/0/0", "u/0/0/0": return Self.tile()
      default: throw ProtocolError.notFound
      }
    }
    let bench = try Bench(style("style-all"))
    #expect(bench.settle())
    #expect(bench.drawn["t"] == 1 && bench.drawn["j"] == 1 && bench.drawn["g"] == 1, "\(bench.drawn)")
    #expect(bench.map.attributions == ["Somebody"])
    let wanted: Set = [
      "sprite sprite.json", "sprite sprite.png", "source j", "data g", "tile t/0/0/0", "tile u/0/0/0", "glyphs glyphs/F/0-255",
    ]
    #expect(asked.withLock { $0 } == wanted)
    #expect(bench.fetcher.requests.isEmpty)
    // Glyphs that do not exist are told, and nothing else is.
    #expect(bench.map.messages.allSatisfy { $0.contains("glyphs") }, "\(bench.map.messages)")
  }

  @Test func whatTheAppRefusesIsToldAndTheRestIsDrawn() throws {
    try CustomProtocols.shared.set("style-none") { _ in throw ProtocolError.refused("no licence") }
    let bench = try Bench(style("style-none"))
    #expect(bench.settle())
    #expect(bench.map.messages.contains { $0.contains("style-none: no licence") }, "\(bench.map.messages)")
    #expect((bench.drawn["t"] ?? 0) == 0)
  }

  @Test func aSchemeWithoutAHandlerIsNoAddress() throws {
    let bench = try Bench(style("style-unset"))
    #expect(bench.settle())
    #expect(bench.map.messages.contains { $0.contains("cannot be used") }, "\(bench.map.messages)")
    #expect(bench.fetcher.requests.isEmpty)
  }

  /// References in a style of the app are of its address, and lead to no file of this machine.
  @Test func referencesOfAStyleOfTheAppAreOfItsAddress() throws {
    try CustomProtocols.shared.set("style-base") { _ in [] }
    let base = StyleBase(place: .web("style-base://maps/day.json"))
    #expect(base.address("tiles/{z}/{x}/{y}") == .web("style-base://maps/tiles/{z}/{x}/{y}"))
    #expect(base.address("file:///etc/passwd") == nil && base.address("style-other://a") == nil)
    #expect(base.address("style-base://x y") == .web("style-base://x%20y"))
  }
}
