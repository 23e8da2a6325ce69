import Foundation
import Overlook
import OverlookPlatform
import Testing

@testable import OverlookViewer

/// What rests costs nothing, whatever page is open; drawn frames tell, for what is drawn is watched.
@MainActor @Suite(.serialized) struct IdleWindowTests {
  private let window: ViewerWindow
  private let loop: HeadlessLoop
  private let folder: TestFolder

  init() throws {
    let map = MapView(showsBaseMap: false)
    map.mapType = .none
    map.reducesMotion = true
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 1000, height: 720))
    window = ViewerWindow(map: map)
    folder = try TestFolder()
  }

  private func settle(_ isDone: () -> Bool = { true }) async throws {
    for turn in 0..<300 {
      loop.advance(by: 0.1, framesPerSecond: 20)
      if turn > 10, isDone() { break }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Frames of sixty turns.
  private func frames() -> Int {
    loop.advanceToPresent()
    return (0..<60).count { _ in
      usleep(4_000)
      return loop.advanceToPresent()
    }
  }

  /// What is computed beside, and a new minute, may ask for a frame once; who always asks has no quiet turns.
  private func comesToRest() async throws -> Bool {
    for _ in 0..<10 {
      try await settle()
      if frames() == 0 { return true }
    }
    return false
  }

  @Test func noOpenPageAsksForFrames() async throws {
    defer { loop.close() }
    try folder.write("a.geojson", #"{"type": "Point", "coordinates": [25, 60]}"#)
    window.open(FileDrop(paths: [folder.path + "/a.geojson"]))
    try await settle { window.map.fileLayers.first?.document != nil }
    #expect(window.pages.count > 10)
    for page in window.pages {
      window.show(page)
      #expect(try await comesToRest(), "\(page.name) asks for frames at rest")
    }
    window.closeSheet()
    #expect(try await comesToRest())
  }
}
