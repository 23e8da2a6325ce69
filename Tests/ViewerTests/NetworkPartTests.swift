import Foundation
import Overlook
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookViewer

/// The question whether detailed maps may come from the network; against a server on this machine.
@MainActor @Suite(.serialized) struct NetworkPartTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A server of tiles in the layers of the embedded styles, and how often it was asked.
  private final class Server: Sendable {
    let count = Mutex(0)

    func start() -> LoopbackServer? {
      let server = self
      return LoopbackServer { path in
        server.count.withLock { $0 += 1 }
        guard path.hasSuffix("map.json") else { return .status(404) }
        let layers = ["water", "transportation", "building", "place"].map { #"{"id":"\#($0)","fields":{}}"# }
        let text =
          #"{"tilejson":"3.0.0","tiles":["http://127.0.0.1:1/{z}/{x}/{y}.pbf"],"attribution":"© Probe","maxzoom":14,"vector_layers":[\#(layers.joined(separator: ","))]}"#
        return .status(200, Array(text.utf8), headers: ["Content-Type: application/json"])
      }
    }
  }

  private var card: (WindowFixture) -> QuestionCard? {
    { fixture in fixture.map.controls.lazy.compactMap { $0 as? QuestionCard }.first { $0.isOpen } }
  }

  private func settings(_ address: String) -> ViewerSettings {
    let settings = ViewerSettings(path: folder.path + "/settings.json")
    settings.server = address
    return settings
  }

  private func wait(_ fixture: inout WindowFixture, _ isThere: (WindowFixture) -> Bool) async throws -> Bool {
    await eventually {
      fixture.run(seconds: 0.02)
      return isThere(fixture)
    }
  }

  @Test func nothingConnectsBeforeTheAnswerAndYesLoadsTheMap() async throws {
    defer { MapServices.isOffline = false }
    let counter = Server()
    let server = try #require(counter.start())
    defer { server.stop() }
    let settings = settings(server.url("map.json"))
    var fixture = WindowFixture {
      $0.settings = settings
      $0.asksForNetwork = true
    }
    #expect(card(fixture) != nil && MapServices.isOffline)
    for _ in 0..<20 {
      fixture.run(seconds: 0.1)
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(counter.count.withLock { $0 } == 0)
    card(fixture)?.onAnswer(true)
    #expect(card(fixture) == nil && settings.network == .allowed && !MapServices.isOffline)
    let isShown = try await wait(&fixture) { $0.window.part(NetworkPart.self)?.state == .shown }
    #expect(isShown, "\(String(describing: fixture.window.part(NetworkPart.self)?.state))")
    #expect(counter.count.withLock { $0 } >= 1)
    #expect(fixture.window.part(NetworkPart.self)?.style(named: "night") != nil)
    // The choice is kept, and taken back in the settings.
    #expect(ViewerSettings(path: folder.path + "/settings.json").network == .allowed)
    settings.network = .refused
    #expect(MapServices.isOffline && fixture.window.part(NetworkPart.self)?.state == .off)
  }

  @Test func noIsKeptAndNobodyIsAskedAgain() async throws {
    defer { MapServices.isOffline = false }
    let counter = Server()
    let server = try #require(counter.start())
    defer { server.stop() }
    let first = settings(server.url("map.json"))
    let fixture = WindowFixture {
      $0.settings = first
      $0.asksForNetwork = true
    }
    card(fixture)?.onAnswer(false)
    var next = WindowFixture {
      $0.settings = ViewerSettings(path: folder.path + "/settings.json")
      $0.asksForNetwork = true
    }
    #expect(card(next) == nil && MapServices.isOffline)
    next.run(seconds: 2)
    try await Task.sleep(for: .milliseconds(200))
    #expect(counter.count.withLock { $0 } == 0)
  }

  @Test func anAddressThatIsNoServerIsSaid() async throws {
    defer { MapServices.isOffline = false }
    let server = try #require(LoopbackServer { _ in .status(200, Array("hello".utf8)) })
    defer { server.stop() }
    let settings = settings(server.url("map.json"))
    settings.network = .allowed
    var fixture = WindowFixture {
      $0.settings = settings
      $0.asksForNetwork = true
    }
    let failed = try await wait(&fixture) {
      if case .failed = $0.window.part(NetworkPart.self)?.state { true } else { false }
    }
    #expect(failed && fixture.window.said?.isEmpty == false)
  }
}
