import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookSupport
import OverlookTiles
import Synchronization
import Testing

@testable import OverlookStyledMap

@Suite struct LayoutJobTests {
  private static let style = """
    {"version": 8, "sources": {"s": {"type": "vector", "tiles": ["x"]}}, "layers": [
     {"id": "a", "type": "fill", "source": "s", "source-layer": "areas"},
     {"id": "b", "type": "line", "source": "s", "source-layer": "areas"},
     {"id": "c", "type": "fill", "source": "s", "source-layer": "areas", "paint": {"fill-opacity": ["get", "n"]}},
     {"id": "d", "type": "line", "source": "s", "source-layer": "areas", "minzoom": 9}]}
    """

  /// Squares of 4 points each.
  private func tile(squares: Int32) throws -> FeatureTile {
    var writer = VectorTileWriter()
    for number in 0..<squares {
      let (x, y) = (number % 64 * 60, number / 64 * 60)
      let ring = [SIMD2(x, y), SIMD2(x + 40, y), SIMD2(x + 40, y + 40), SIMD2(x, y + 40)]
      writer.add(layer: "areas", .polygons, [ring], tags: [("n", .int(Int64(number % 3)))])
    }
    return try FeatureTile(vectorTile: writer.bytes(), wanted: ["areas"])
  }

  private func names(_ layers: [StyleLayer]) -> [String] { layers.map(\.id) }

  @Test func aTileOfFewPointsIsForOneWorker() throws {
    let layers = try StyleDocument(Array(Self.style.utf8)).layers
    let (own, other) = LayoutShares.shares(of: layers, try tile(squares: 800), zoom: 3)
    #expect(names(own) == ["a", "b", "c", "d"] && other.isEmpty)
  }

  /// Three layers of 4,000 points and one that is not drawn at this zoom.
  @Test func layersAreSharedByTheirPoints() throws {
    let layers = try StyleDocument(Array(Self.style.utf8)).layers
    let (own, other) = LayoutShares.shares(of: layers, try tile(squares: 1000), zoom: 3)
    #expect(names(own) == ["a", "c"] && names(other) == ["b", "d"])
  }

  @Test(arguments: [1, 2]) func twoWorkersLayOutWhatOneDoes(_ threads: Int) async throws {
    let features = try tile(squares: 1500)
    let layers = try StyleDocument(Array(Self.style.utf8)).layers
    let context = LayoutContext(tile: OverscaledTile(TileID(z: 3, x: 1, y: 1)))
    let workers = WorkerPool(threadCount: threads)
    defer { workers.shutdown() }
    let found = await withCheckedContinuation { continuation in
      LayoutJob(features: features, layers: layers, context: context, ticket: WorkTicket(), workers: workers).run {
        continuation.resume(returning: $0)
      }
    }
    let expected = TileLayouter.layout(features, layers: layers, context)
    #expect(Set(found.buckets.keys) == ["a", "b", "c"])
    guard case .fill(let fill)? = found.buckets["c"], case .fill(let wantedFill)? = expected.buckets["c"],
      case .line(let line)? = found.buckets["b"], case .line(let wantedLine)? = expected.buckets["b"]
    else {
      Issue.record("a layer is missing")
      return
    }
    #expect(fill.vertices == wantedFill.vertices && fill.triangles == wantedFill.triangles)
    #expect(fill.columns.values == wantedFill.columns.values)
    #expect(line.vertices == wantedLine.vertices && line.triangles == wantedLine.triangles)
    #expect(found.byteCount == expected.byteCount && found.features != nil)
  }
}
