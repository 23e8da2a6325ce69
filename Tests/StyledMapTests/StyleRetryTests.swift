import Foundation
import OverlookFormats
import OverlookNetwork
import OverlookSupport
import Testing

@testable import OverlookStyledMap

/// When a style asks again for what it could not have, and who need not wait for that.
@MainActor @Suite struct StyleRetryTests {
  /// As tiles of the view are: else neither would ever be there nor the view be whole.
  @Test func whatStandsInForAPictureIsAskedForAgain() throws {
    let picture = try PNGEncoder.encode(try #require(Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])))
    let bench = try Bench(
      #"""
      {"version": 8, "sources": {"t": {"type": "raster", "tileSize": 512, "tiles": ["https://example.org/{z}/{x}/{y}"]}},
       "layers": [{"id": "t", "type": "raster", "source": "t"}]}
      """#, zoom: 1)
    for tile in ["0/0", "0/1", "1/0", "1/1"] {
      bench.fetcher.set("https://example.org/1/\(tile)", .success(HTTPResponse(status: 404)))
    }
    bench.fetcher.set("https://example.org/0/0/0", .failure(.network("x")))
    for _ in 0..<500 where bench.map.messages.isEmpty {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      usleep(2000)
    }
    let retry = try #require(bench.map.nextDeadline)
    #expect(!bench.map.isComplete && (0.8...1.2).contains(retry - bench.now))
    bench.fetcher.set("https://example.org/0/0/0", .success(HTTPResponse(status: 200, body: picture)))
    bench.now = retry
    #expect(bench.settle())
    #expect((bench.drawn["t"] ?? 0) > 0)
  }

  @Test(arguments: [HTTPError.unreachable("x"), .network("x")]) func whoIsNotThereTwiceIsNotWaitedFor(error: HTTPError) throws {
    let bench = try Bench(
      #"""
      {"version": 8, "sources": {"t": {"type": "vector", "tiles": ["https://example.org/{z}/{x}/{y}"]}},
       "layers": [{"id": "t", "type": "fill", "source": "t", "source-layer": "land"}]}
      """#)
    bench.fetcher.set("https://example.org/0/0/0", .failure(error))
    func step() { _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now) }
    for _ in 0..<500 where bench.map.messages.isEmpty {
      step()
      usleep(2000)
    }
    #expect(!bench.map.isInVain(before: bench.now + 1.3) && bench.map.isInVain(before: bench.now + 0.7))
    bench.now += 1.3
    for _ in 0..<3 { step() }
    #expect(bench.fetcher.requests.count == 2)
    #expect(bench.map.isInVain(before: bench.now + 60) == (error == .unreachable("x")))
    #expect(bench.map.isInVain(before: bench.now + 1.5) && !bench.map.isComplete)
  }
}
