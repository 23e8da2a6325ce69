import Foundation
import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
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
    _ = blockUntil {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      return !bench.map.messages.isEmpty
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
    _ = blockUntil {
      step()
      return !bench.map.messages.isEmpty
    }
    #expect(bench.map.progress.mayArrive(before: bench.now + 1.3) && !bench.map.progress.mayArrive(before: bench.now + 0.7))
    bench.now += 1.3
    for _ in 0..<3 { step() }
    #expect(bench.fetcher.requests.count == 2)
    #expect(!bench.map.progress.mayArrive(before: bench.now + 60) == (error == .unreachable("x")))
    #expect(!bench.map.progress.mayArrive(before: bench.now + 1.5) && !bench.map.isComplete)
  }

  private static let vectorStyle = #"""
    {"version": 8, "sources": {"t": {"type": "vector", "tiles": ["https://example.org/{z}/{x}/{y}"]}},
     "layers": [{"id": "t", "type": "fill", "source": "t", "source-layer": "land"}]}
    """#

  private func step(_ bench: Bench, _ count: Int = 3) {
    for _ in 0..<count { _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now) }
  }

  private func wait(_ bench: Bench, until isDone: () -> Bool) -> Bool {
    blockUntil {
      step(bench, 1)
      return isDone()
    }
  }

  /// A server that was away for longer than all retries is asked by an untouched view within a minute, and at once by a moved one.
  @Test(arguments: [false, true]) func aServerThatComesBackIsAskedAgain(isMoved: Bool) throws {
    let bench = try Bench(Self.vectorStyle)
    bench.fetcher.set("https://example.org/0/0/0", .failure(.unreachable("x")))
    #expect(wait(bench) { !bench.map.messages.isEmpty })
    for _ in 0..<240 {
      bench.now += 0.5
      step(bench)
    }
    #expect(bench.map.progress.isOver && bench.map.isComplete && bench.map.counts.failed == 1)
    #expect(bench.map.faults.map(\.message) == ["example.org cannot be reached: x"])
    bench.fetcher.set("https://example.org/0/0/0", .success(HTTPResponse(status: 204)))
    if isMoved {
      bench.now += 5
      bench.view = ViewTransform(
        camera: CameraPosition(latitude: 1, longitude: 1, zoom: 1), size: ScreenSize(width: 512, height: 512))
    } else {
      let retry = try #require(bench.map.nextDeadline)
      #expect(retry <= bench.now + 60)
      bench.now = retry
    }
    #expect(wait(bench) { bench.map.counts.missing > 0 }, "\(bench.map.counts) \(bench.fetcher.requests.count)")
    #expect(bench.map.faults.isEmpty)
  }

  /// What was asked for while the network was away fails after it is back, which is no reason to wait.
  @Test func aFaultFromBeforeTheNetworkWasBackSaysNothing() throws {
    let bench = try Bench(Self.vectorStyle)
    bench.fetcher.set("https://example.org/0/0/0", .failure(.offline))
    #expect(wait(bench) { bench.fetcher.requests.count == 1 })
    bench.fetcher.set("https://example.org/0/0/0", .success(HTTPResponse(status: 204)))
    bench.map.retry()
    #expect(wait(bench) { bench.map.counts.missing == 1 })
    #expect(bench.map.messages.isEmpty && bench.fetcher.requests.count == 2)
  }

  @Test func aBusyServerIsLeftAloneAsLongAsItAsks() throws {
    let bench = try Bench(Self.vectorStyle, zoom: 3)
    let busy = HTTPResponse(status: 429, retryAfterSeconds: 60)
    for x in 0..<8 { for y in 0..<8 { bench.fetcher.set("https://example.org/3/\(x)/\(y)", .success(busy)) } }
    #expect(wait(bench) { !bench.map.messages.isEmpty })
    step(bench)
    let asked = bench.fetcher.requests.count
    for _ in 0..<59 {
      bench.now += 1
      let place = CameraPosition(latitude: 0, longitude: bench.now - 30, zoom: 4)
      bench.view = ViewTransform(camera: place, size: ScreenSize(width: 512, height: 512))
      step(bench)
      if bench.now < 50 { #expect(bench.map.progress.isOver) }
    }
    #expect(bench.fetcher.requests.count == asked)
    #expect((bench.map.nextDeadline ?? 0) >= 60)
    bench.now += 2
    step(bench)
    #expect(bench.fetcher.requests.count > asked)
  }

  /// The description of a source is a thing like others: it is asked for again until it comes.
  @Test func aDescriptionThatCouldNotBeHadIsAskedForAgain() throws {
    let bench = try Bench(
      #"""
      {"version": 8, "sources": {"t": {"type": "vector", "url": "https://example.org/t.json"}},
       "layers": [{"id": "t", "type": "fill", "source": "t", "source-layer": "land"}]}
      """#)
    let document = Array(#"{"tilejson": "3.0.0", "tiles": ["https://example.org/{z}/{x}/{y}"]}"#.utf8)
    bench.fetcher.set("https://example.org/t.json", .failure(.unreachable("x")))
    #expect(wait(bench) { !bench.map.messages.isEmpty })
    for _ in 0..<240 {
      bench.now += 0.5
      step(bench)
    }
    #expect(bench.map.isComplete && bench.map.messages == ["example.org cannot be reached: x"])
    bench.fetcher.set("https://example.org/t.json", .success(HTTPResponse(status: 200, body: document)))
    bench.fetcher.set("https://example.org/0/0/0", .success(HTTPResponse(status: 204)))
    bench.now = try #require(bench.map.nextDeadline)
    #expect(wait(bench) { bench.map.counts.missing > 0 }, "\(bench.map.counts) \(bench.fetcher.requests.count)")
    #expect(bench.map.faults.isEmpty && bench.map.isComplete)
  }

  /// A wrong key is a fault of the source; what is forbidden alone is not, and neither is asked for again and again.
  @Test(arguments: [401, 403]) func whatIsRefused(status: Int) throws {
    let bench = try Bench(Self.vectorStyle, zoom: 1)
    for tile in ["0/1", "1/0", "1/1"] {
      bench.fetcher.set("https://example.org/1/\(tile)", .success(HTTPResponse(status: 204)))
    }
    bench.fetcher.set("https://example.org/1/0/0", .success(HTTPResponse(status: status)))
    #expect(wait(bench) { bench.map.isComplete })
    #expect(bench.map.counts.failed == 1 && bench.map.counts.missing == 3)
    #expect(bench.map.faults.map(\.concernsSource).contains(true) == (status == 401))
    #expect(bench.map.messages == ["example.org refuses access (\(status)): is a key needed, or wrong?"])
    let asked = bench.fetcher.requests.count
    bench.now += 100
    step(bench)
    #expect(bench.fetcher.requests.count == asked)
  }

  @Test func theReturnOfTheNetworkAsksForEverythingAgain() throws {
    let bench = try Bench(Self.vectorStyle)
    bench.fetcher.set("https://example.org/0/0/0", .success(HTTPResponse(status: 401)))
    #expect(wait(bench) { bench.map.isComplete })
    bench.fetcher.set("https://example.org/0/0/0", .success(HTTPResponse(status: 204)))
    try #require(bench.fetcher.news).tell(now: 1)
    #expect(wait(bench) { bench.map.counts.missing > 0 }, "\(bench.map.counts) \(bench.fetcher.requests.count)")
    #expect(bench.map.faults.isEmpty)
  }

  /// Messages name the server that the user knows, not the name that a style has for it.
  @Test func aWebPageInPlaceOfATileIsSaidToBeOne() throws {
    let bench = try Bench(Self.vectorStyle)
    let page = HTTPResponse(status: 200, body: Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8))
    bench.fetcher.set("https://example.org/0/0/0", .success(page))
    #expect(wait(bench) { !bench.map.messages.isEmpty })
    #expect(bench.map.messages == ["example.org sends a web page in place of a tile (sign-in?)"])
    bench.now += 1.3
    #expect(wait(bench) { !bench.map.progress.mayArrive(before: bench.now + 60) })
  }
}
