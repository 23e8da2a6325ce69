import OverlookCamera
import OverlookGeometry
import OverlookStyle
import Testing

@testable import OverlookLayout

/// In a view to the horizon labels far away keep more room around them.
@Suite struct LabelThinningTests {
  private static func view(tilt: Double) -> ViewTransform {
    ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 1, viewingAngle: tilt), size: ScreenSize(width: 512, height: 512))
  }

  /// Which of two labels of one row of the tile are shown, the more important of which lies at the right.
  private func shown(gap: Int32, row: Int32, tilt: Double) throws -> [Bool] {
    let layout =
      #"{"text-field": ["get", "name"], "text-font": ["Test"], "text-size": 24, "symbol-sort-key": ["match", ["get", "name"], "first", 0, 1]}"#
    let layer = try TestSymbols.layer(layout, id: "labels")
    let points: [(name: String, x: Int32, y: Int32)] = [("later", 4096 - gap / 2, row), ("first", 4096 + gap / 2, row)]
    let bucket = try #require(TestSymbols.bucket(layer, TestSymbols.features(points)))
    // Symbols lie in the order of their keys.
    return TestSymbols.texts(TestSymbols.place([(layer, bucket)], view: Self.view(tilt: tilt)), bucket)
  }

  /// The least points of the screen between the anchors of two labels that are both shown.
  private func room(row: Int32, tilt: Double) throws -> Double {
    for gap in stride(from: Int32(16), to: 8000, by: 16) where try shown(gap: gap, row: row, tilt: tilt) == [true, true] {
      let view = Self.view(tilt: tilt)
      let points = [4096 - gap / 2, 4096 + gap / 2].compactMap { x in
        view.screenPoint(for: WorldPoint(x: Double(x) / 8192, y: Double(row) / 8192))
      }
      try #require(points.count == 2)
      return points[1].x - points[0].x
    }
    Issue.record("no gap is wide enough")
    return 0
  }

  /// A row of the middle of the view, and one at the far edge of the world.
  private static let (middle, far) = (Int32(4096), Int32(64))

  @Test func theFarOnesNeedMoreRoomTheMoreTheViewIsTilted() throws {
    let rooms = try [0.0, 50, 58, 66, 75, 80].map { try room(row: Self.far, tilt: $0) }
    // The letters themselves are smaller there, so that without more room around them less is enough.
    #expect(rooms[1] < rooms[0] - 3 && rooms[2] < rooms[1] + 1)
    #expect(rooms[3] > rooms[2] + 5 && rooms[4] > rooms[3] + 5)
    // More of it is not asked for beyond 75 degrees, where only the distance grows.
    #expect(rooms[5] < rooms[4] + 4)
  }

  @Test(arguments: [0.0, 50, 75, 80]) func thoseInTheMiddleOfTheViewKeepTheirRoom(tilt: Double) throws {
    #expect(abs(try room(row: Self.middle, tilt: tilt) - room(row: Self.middle, tilt: 0)) <= 1)
  }

  @Test func theMoreImportantOneIsLeft() throws {
    let view = Self.view(tilt: 75)
    let eye = try #require(view.screenPoint(for: WorldPoint(x: 0.5, y: Double(Self.far) / 8192)))
    #expect(eye.y > 0 && eye.y < 256)
    let gap = try #require(
      try stride(from: Int32(16), to: 8000, by: 16).first { try shown(gap: $0, row: Self.middle, tilt: 75) == [true, true] })
    #expect(try shown(gap: gap + 160, row: Self.middle, tilt: 75) == [true, true])
    #expect(try shown(gap: gap + 160, row: Self.far, tilt: 50) == [true, true])
    #expect(try shown(gap: gap + 160, row: Self.far, tilt: 75) == [true, false])
  }
}
