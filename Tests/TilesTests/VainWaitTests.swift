import Foundation
import OverlookNetwork
import OverlookSupport
import Testing

@testable import OverlookTiles

/// What those who have little time need not wait for.
@MainActor @Suite struct VainWaitTests {
  /// An unreachable server is given up by those who have little time after its second try; one that answers is waited for.
  @Test(arguments: [HTTPError.unreachable("x"), .network("x")]) func whoIsNotThereTwiceIsNotWaitedFor(error: HTTPError) async {
    let layer = URLTileLayer { x, y, zoom in URL(string: "http://h/\(zoom)/\(x)/\(y)") }
    let bench = TileMapBench(layer, http: FixtureFetcher(other: .failure(error)))
    #expect(await bench.frames { !bench.log.all.isEmpty && bench.runtime.counts.loading == 4 })
    bench.step()
    // The first pause is 1 second, give or take a fifth; the second one twice that.
    #expect(bench.runtime.progress.mayArrive(before: bench.now + 1.3))
    #expect(!bench.runtime.progress.mayArrive(before: bench.now + 0.7))
    bench.now += 1.3
    let tries = bench.runtime.loadsStarted
    for _ in 0..<3 { bench.step() }
    #expect(bench.runtime.loadsStarted > tries)
    let isUnreachable = error == .unreachable("x")
    #expect(!bench.runtime.progress.mayArrive(before: bench.now + 60) == isUnreachable)
    #expect(!bench.runtime.progress.mayArrive(before: bench.now + 1.5))
    bench.finish()
  }

  /// A server that answered before may be on its way to coming back: only the tries that met nobody count.
  @Test func aServerThatAnsweredIsTriedTwiceMore() async {
    let layer = URLTileLayer { x, y, zoom in URL(string: "http://h/\(zoom)/\(x)/\(y)") }
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 500)))
    let bench = TileMapBench(layer, http: http)
    var isInVain: [Bool] = []
    for failure in 1...3 {
      let tries = bench.runtime.loadsStarted
      #expect(await bench.frames { bench.runtime.loadsStarted >= tries + 4 })
      for _ in 0..<3 { bench.step() }
      isInVain.append(!bench.runtime.progress.mayArrive(before: bench.now + 60))
      for x in 1...2 { for y in 1...2 { http.set("http://h/2/\(x)/\(y)", .failure(.unreachable("x"))) } }
      // Pauses are 1, 2, 4 seconds, give or take a fifth.
      bench.now += 1.2 * Double(1 << (failure - 1)) + 0.1
    }
    #expect(isInVain == [false, false, true])
    bench.finish()
  }

  /// A sign-in page in place of pictures is told after the second one, not when the time is up.
  @Test func whoSendsWebPagesTwiceIsNotWaitedFor() async {
    let page = Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8)
    let layer = URLTileLayer { x, y, zoom in URL(string: "http://h/\(zoom)/\(x)/\(y)") }
    let bench = TileMapBench(layer, http: FixtureFetcher(other: .success(HTTPResponse(status: 200, body: page))))
    #expect(await bench.frames { bench.runtime.faults.count == 1 && bench.runtime.loadsStarted == 5 })
    #expect(bench.runtime.progress.mayArrive(before: bench.now + 60) && !bench.runtime.progress.isOver)
    bench.now += 1.3
    #expect(await bench.frames { !bench.runtime.progress.mayArrive(before: bench.now + 60) })
    #expect(bench.runtime.progress.isOver && !bench.runtime.progress.isComplete && bench.runtime.loadsStarted == 10)
    bench.finish()
  }

  /// Loading is over though the server is dead, stays so while it is asked again, and every tile is asked for when it is back.
  @Test func aServerThatIsAwayIsAskedForEveryTileWhenItIsBack() async throws {
    let png = try TileLayerKindTests.png()
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 500)))
    let layer = URLTileLayer { x, y, zoom in URL(string: "http://h/\(zoom)/\(x)/\(y)") }
    layer.fadeIn = false
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.faults.count == 1 && bench.runtime.loadsStarted == 5 })
    var overSince: Double?
    let start = bench.now
    while bench.now < start + 200 {
      bench.now += 0.5
      for _ in 0..<3 { bench.step() }
      if bench.runtime.progress.isOver { overSince = overSince ?? bench.now - start } else { #expect(overSince == nil) }
    }
    // Tries after 1, 2 and 4 seconds, give or take a fifth; the next one is 8 seconds away.
    #expect((5...10).contains(overSince ?? 0))
    for x in 0...3 { for y in 0...3 { http.set("http://h/2/\(x)/\(y)", .success(HTTPResponse(status: 200, body: png))) } }
    bench.now += 60
    #expect(await bench.frames { bench.runtime.counts.ready == 4 })
    #expect(bench.runtime.faults.isEmpty && bench.runtime.progress.isComplete)
    bench.finish()
  }

  /// What a server refuses for good, and what it is not to be asked for before the time is over.
  @Test(arguments: [400, 403, 404, 429]) func whatIsSettledIsNotWaitedFor(status: Int) async {
    var response = HTTPResponse(status: status)
    response.retryAfterSeconds = 600
    let layer = URLTileLayer { x, y, zoom in URL(string: "http://h/\(zoom)/\(x)/\(y)") }
    let bench = TileMapBench(layer, http: FixtureFetcher(other: .success(response)))
    #expect(await bench.frames { bench.runtime.counts.missing == 4 || !bench.log.all.isEmpty })
    #expect(await bench.frames { !bench.runtime.progress.mayArrive(before: bench.now + 500) })
    #expect(!bench.runtime.progress.mayArrive(before: bench.now + 700) == (status != 429))
    bench.finish()
  }
}
