import Foundation
import OverlookSupport
import Testing

@Suite struct TraceFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-trace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func events(_ path: String) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
    return try #require((document as? [String: Any])?["traceEvents"] as? [[String: Any]])
  }

  @Test func spansAndCountersAreEventsInMicroseconds() throws {
    let path = folder.appendingPathComponent("a.json").path
    let trace = try TraceFile(path: path, startSeconds: 100)
    trace.span("draw", category: "stage", start: 100.001, end: 100.0035)
    trace.span(
      "layer", number: 7, category: "cost", lane: .worker(1), start: 100.002, end: 100.002,
      counts: TraceCounts(drawCalls: 3, instances: 40, vertices: 160, uploadedBytes: 5))
    trace.counter("tiles loading", 12, at: 100.5)
    trace.close()
    let events = try events(path)
    let draw = try #require(events.first { $0["name"] as? String == "draw" })
    #expect(draw["ph"] as? String == "X" && draw["ts"] as? Double == 1000 && draw["dur"] as? Double == 2500)
    let layer = try #require(events.first { $0["name"] as? String == "layer 7" })
    #expect((layer["args"] as? [String: Int])?["vertices"] == 160)
    let names = events.filter { $0["name"] as? String == "thread_name" }.compactMap { ($0["args"] as? [String: String])?["name"] }
    #expect(names == ["main", "worker 1"])
    let counter = try #require(events.first { $0["ph"] as? String == "C" })
    #expect((counter["args"] as? [String: Int])?["value"] == 12)
  }

  /// As after a program that was killed: nothing is closed.
  @Test func theFileIsWholeAfterEveryWrite() throws {
    let path = folder.appendingPathComponent("b.json").path
    let trace = try TraceFile(path: path, startSeconds: 0)
    #expect(try events(path).count == 1)
    var lastCount = 0
    for frame in 0..<20_000 {
      trace.span("frame", category: "frame", start: Double(frame) / 60, end: Double(frame) / 60 + 0.01)
      guard frame % 1999 == 0 else { continue }
      let count = try events(path).count
      #expect(count >= lastCount)
      lastCount = count
    }
    // All but the last half second.
    #expect(try events(path).count >= 20_000 - 30)
    withExtendedLifetime(trace) {}
  }

  @Test func namesOfAnyKindAreQuotedAndTimesThatAreNoneAreZero() throws {
    let path = folder.appendingPathComponent("c.json").path
    let trace = try TraceFile(path: path, startSeconds: 0)
    trace.span("a \"b\" \\ \n é", category: "cost", start: .nan, end: .infinity)
    trace.span("back", category: "cost", start: 5, end: 4)
    trace.close()
    trace.span("late", category: "cost", start: 5, end: 6)
    let events = try events(path)
    #expect(
      events.contains { $0["name"] as? String == "a \"b\" \\   é" && $0["ts"] as? Double == 0 && $0["dur"] as? Double == 0 })
    #expect(events.contains { $0["name"] as? String == "back" && $0["dur"] as? Double == 0 })
    #expect(!events.contains { $0["name"] as? String == "late" })
  }

  @Test func aPathThatCannotBeWrittenIsAnErrorThatNamesIt() {
    for path in [folder.path, "/no/such/folder/t.json", "/dev/null"] {
      let error = #expect(throws: TraceError.self) { try TraceFile(path: path) }
      #expect(error?.description.contains(path) == true)
    }
  }
}
