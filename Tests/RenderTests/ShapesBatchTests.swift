import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookOverlayPasses
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct ShapesBatchTests {
  /// A store, its order and a batch, without a GPU.
  @MainActor private final class Frames {
    let store = OverlayStore()
    var order = DrawOrder.forShapes()
    var batch = ShapeBatch()
    var view: ViewTransform

    init(zoom: Double = 10, longitude: Double = 0) {
      view = Self.view(zoom: zoom, longitude: longitude)
    }

    static func view(zoom: Double, longitude: Double, latitude: Double = 0) -> ViewTransform {
      ViewTransform(
        camera: CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom), size: ScreenSize(width: 800, height: 600))
    }

    @discardableResult
    func frame() -> ShapeBatch.Changes {
      order.update(store, visibleRect: view.visibleRect)
      batch.update(store, order: order, view: view)
      store.clearChanges()
      return batch.changes
    }

    func add<Shape: Overlay>(_ shape: Shape) -> Shape {
      store.add(shape)
      return shape
    }

    func line(_ count: Int, latitude: Double = 0, longitude: Double = 0) -> Polyline {
      Polyline(
        path: Path(
          (0..<count).map {
            LocationCoordinate(latitude: latitude + Double($0 % 2) * 0.01, longitude: longitude + Double($0) * 0.01)
          }
        ))
    }

    func square(latitude: Double = 0, longitude: Double = 0, side: Double = 0.1) -> Polygon {
      Polygon(
        path: Path(
          [(0.0, 0.0), (0, side), (side, side), (side, 0)].map {
            LocationCoordinate(latitude: latitude + $0.0, longitude: longitude + $0.1)
          }))
    }
  }

  @Test func aVertexTakesThirtyTwoBytes() {
    #expect(MemoryLayout<SIMD4<Float>>.stride == 16)
    #expect(MemoryLayout<SIMD4<UInt32>>.stride == 16)
  }

  /// n points make n - 1 quads; a ring of n makes n and repeats three points for its joins.
  @Test func aLineIsAQuadForEachPiece() {
    let frames = Frames()
    let line = frames.add(frames.line(10))
    frames.frame()
    #expect(frames.batch.elements[0].vertices.count == 10)
    #expect(frames.batch.elements[0].indices.count == 9 * 6)
    line.map(nil, in: frames.store)
    let square = frames.add(frames.square())
    square.fillColor = nil
    square.strokeColor = .red
    frames.frame()
    #expect(frames.batch.elements[0].vertices.count == 4 + 3)
    #expect(frames.batch.elements[0].indices.count == 4 * 6)
  }

  @Test func aStillFrameChangesNothing() {
    let frames = Frames()
    _ = frames.add(frames.line(10))
    #expect(frames.frame().isEverything)
    #expect(frames.frame() == ShapeBatch.Changes())
    frames.view = Frames.view(zoom: 10.2, longitude: 0.1)
    #expect(frames.frame() == ShapeBatch.Changes())
  }

  /// What a change costs.
  @Test func aColourOrWidthIsOneRangeOfStyles() {
    let frames = Frames()
    let lines = (0..<50).map { frames.add(frames.line(20, latitude: Double($0) * 0.002)) }
    frames.frame()
    for change in [{ lines[20].strokeColor = .red }, { lines[20].strokeWidth = 7 }] {
      change()
      let changes = frames.frame()
      #expect(!changes.isEverything)
      #expect(changes.styles == [frames.batch.elements[20].vertices])
      #expect(changes.positions.isEmpty && changes.indices.isEmpty)
    }
    lines[20].strokeColor = .green
    lines[21].strokeColor = .green
    lines[40].strokeColor = .green
    #expect(frames.frame().styles.count == 2)
  }

  @Test func aPathOfTheSameLengthIsWrittenWhereItIs() {
    let frames = Frames()
    let lines = (0..<10).map { frames.add(frames.line(20, latitude: Double($0) * 0.002)) }
    frames.frame()
    lines[3].path = frames.line(20, latitude: 0.05).path
    let changes = frames.frame()
    #expect(!changes.isEverything)
    #expect(changes.positions == [frames.batch.elements[3].vertices])
    #expect(changes.indices.isEmpty)
  }

  /// A track that grows point by point gets room, so that not every point makes everything anew.
  @Test func aGrowingPathIsSeldomARebuild() {
    let frames = Frames()
    let line = frames.add(frames.line(10))
    frames.frame()
    var rebuilds = 0
    for count in 11..<200 {
      line.path = frames.line(count).path
      if frames.frame().isEverything { rebuilds += 1 }
    }
    #expect(rebuilds < 12)
  }

  @Test func aFillMayComeAndGo() {
    let frames = Frames()
    let square = frames.add(frames.square())
    square.strokeColor = .black
    frames.frame()
    #expect(frames.batch.indexRange(first: 0, count: 1).parts == [.fill, .thinStroke])
    square.fillColor = nil
    #expect(!frames.frame().isEverything)
    #expect(frames.batch.indexRange(first: 0, count: 1).parts == .thinStroke)
    square.fillColor = .red
    #expect(!frames.frame().isEverything)
    #expect(frames.batch.indexRange(first: 0, count: 1).parts == [.fill, .thinStroke])
    let other = frames.add(frames.square())
    other.fillColor = nil
    frames.frame()
    #expect(frames.batch.indexRange(first: 1, count: 1).parts == [])
    other.fillColor = .red
    #expect(frames.frame().isEverything)
    #expect(frames.batch.indexRange(first: 1, count: 1).parts == .fill)
  }

  /// Lines of up to three pixels take the cheap shader, unless they are translucent and turn sharply, or have other joins or
  /// caps.
  @Test func onlyWhatLooksTheSameIsThin() {
    let frames = Frames()
    let line = frames.add(frames.line(5))
    func parts() -> ShapeBaker.Parts {
      frames.frame()
      return frames.batch.indexRange(first: 0, count: 1).parts
    }
    #expect(parts() == .thinStroke)
    line.strokeColor = Color.red.withAlpha(0.5)
    #expect(parts() == .stroke)
    line.path = Path((0..<5).map { LocationCoordinate(latitude: Double($0 % 2) * 0.003, longitude: Double($0) * 0.01) })
    #expect(parts() == .thinStroke)
    line.strokeWidth = 4
    #expect(parts() == .stroke)
    line.strokeWidth = 3
    #expect(parts() == .thinStroke)
    line.strokeCap = .round
    #expect(parts() == .stroke)
    line.strokeCap = .butt
    line.strokeJoin = .miter
    #expect(parts() == .stroke)
  }

  /// Elements follow the drawing order, and neighbours in it are neighbours in the index buffer.
  @Test func elementsLieInDrawingOrder() {
    let frames = Frames()
    let line = frames.add(frames.line(4))
    let square = frames.add(frames.square())
    let circle = frames.add(Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: 1000))
    line.zIndex = 2
    frames.frame()
    #expect(frames.batch.elements.map(\.kind) == [.polygon, .circle, .polyline])
    square.zIndex = 1
    circle.zIndex = 3
    frames.frame()
    #expect(frames.batch.elements.map(\.kind) == [.polygon, .polyline, .circle])
    for (a, b) in zip(frames.batch.elements, frames.batch.elements.dropFirst()) {
      #expect(a.indices.upperBound == b.indices.lowerBound)
    }
    let all = frames.batch.indexRange(first: 0, count: 3)
    #expect(all.indices == 0..<frames.batch.stream.indices.count)
  }

  /// What is far away is not in the buffers at all.
  @Test func farShapesAreLeftOut() {
    let frames = Frames(zoom: 14)
    for i in 0..<40 { _ = frames.add(frames.square(latitude: Double(i), longitude: 20, side: 0.01)) }
    _ = frames.add(frames.square(side: 0.01))
    frames.frame()
    #expect(frames.batch.elements.count == 1)
  }

  /// A line around half of the world, seen from nearby, is cut to a few times the view, where a Float still tells hundredths of a
  /// point.
  @Test func longEdgesAreCutNearTheView() {
    let frames = Frames(zoom: 20)
    let line = frames.add(
      Polyline(path: Path([(0.0, -80.0), (0, 80)].map { LocationCoordinate(latitude: $0.0, longitude: $0.1) })))
    let square = frames.add(frames.square(latitude: -40, longitude: -40, side: 80))
    frames.frame()
    #expect(frames.batch.elements.count == 2)
    let near = 8 * 800 / frames.view.pointsPerWorld
    let used = frames.batch.elements[0].vertices.lowerBound..<frames.batch.elements[1].vertices.upperBound
    for position in frames.batch.stream.positions[used] {
      #expect(abs(Double(position.x) + Double(position.z) - 0.5) < near)
      #expect(abs(Double(position.y) + Double(position.w) - 0.5) < near)
    }
    _ = (line, square)
  }

  /// High and low parts together tell places apart that are a fraction of a point away at zoom 22.
  @Test func positionsAreExactAtAnyZoom() {
    let frames = Frames(zoom: 22, longitude: 123.456_789)
    let path = [0.0, 1e-6, 3e-6].map { LocationCoordinate(latitude: 0, longitude: 123.456_789 + $0) }
    _ = frames.add(Polyline(path: Path(path)))
    frames.frame()
    for (position, place) in zip(frames.batch.stream.positions.dropFirst(), path) {
      let x = Double(position.x) + Double(position.z)
      #expect(abs(x - WorldPoint(place).x) * frames.view.pointsPerWorld < 1e-4)
    }
  }

  @Test func aShapeOnTheAntimeridianIsSeenFromBothSides() {
    for longitude in [179.9, -179.9] {
      let frames = Frames(zoom: 9, longitude: longitude)
      _ = frames.add(Circle(position: LocationCoordinate(latitude: 0, longitude: 180), radius: 5000))
      _ = frames.add(frames.line(4, longitude: -179.95))
      frames.frame()
      let offsets = frames.batch.worldOffsets(for: frames.view, visibleRect: frames.view.visibleRect)
      #expect(offsets?.count == 1)
      let shift = Double(offsets?.lowerBound ?? 0)
      for element in frames.batch.elements {
        for position in frames.batch.stream.positions[element.vertices] {
          #expect(abs(Double(position.x) + shift - frames.view.center.x) < 0.01)
        }
      }
      // The camera crosses the line; nothing is made anew, only the offset differs.
      frames.view = Frames.view(zoom: 9, longitude: -longitude)
      #expect(frames.frame() == ShapeBatch.Changes())
      let moved = frames.batch.worldOffsets(for: frames.view, visibleRect: frames.view.visibleRect)
      #expect(moved?.lowerBound != offsets?.lowerBound)
    }
  }

  @Test func aWholeWorldIsDrawnOncePerCopy() {
    let frames = Frames(zoom: 0.5)
    _ = frames.add(frames.square())
    frames.frame()
    let offsets = frames.batch.worldOffsets(for: frames.view, visibleRect: frames.view.visibleRect)
    // 800 points show 2.2 worlds of 362 points.
    #expect((2...3).contains(offsets?.count ?? 0))
  }

  @Test func closerViewsGetFinerCurves() {
    let frames = Frames(zoom: 3)
    let arc = Polyline(
      path: Path([LocationCoordinate(latitude: 40, longitude: -30), LocationCoordinate(latitude: 40, longitude: 30)]))
    arc.geodesic = true
    _ = frames.add(arc)
    frames.frame()
    let coarse = frames.batch.elements[0].vertices.count
    frames.view = Frames.view(zoom: 4.5, longitude: 0, latitude: 44)
    #expect(frames.frame().isEverything)
    #expect(frames.batch.elements[0].vertices.count > coarse)
    let straight = Frames(zoom: 3)
    _ = straight.add(straight.line(3))
    straight.frame()
    straight.view = Frames.view(zoom: 4.5, longitude: 0)
    #expect(straight.frame() == ShapeBatch.Changes())
  }

  @Test func pointsThatNobodyCouldTellApartAreLeftOut() {
    let frames = Frames(zoom: 4)
    _ = frames.add(
      Polyline(
        path: Path((0..<100_000).map { LocationCoordinate(latitude: 0, longitude: Double($0) * 1e-4) })))
    frames.frame()
    // 10 degrees are 114 points at zoom 4, and a tenth of a point at zoom 5 is the spacing.
    #expect(frames.batch.elements[0].vertices.count < 3000)
    #expect(frames.batch.elements[0].vertices.count > 1000)
  }

  /// A colour that changes inside a piece cuts it there; the two ends of a gradient are the colours of its vertices.
  @Test func spansCutALineWhereTheyEnd() {
    let frames = Frames()
    let line = frames.add(frames.line(4))
    line.spans = [StyleSpan(color: .red, segments: 0.5), StyleSpan(style: .gradient(from: .green, to: .blue), segments: 2)]
    frames.frame()
    let element = frames.batch.elements[0]
    // Three segments, cut at 0.5 and nowhere else: the last span goes on.
    #expect(element.vertices.count == 5)
    let styles = Array(frames.batch.stream.styles[element.vertices])
    #expect(styles[0].x == Color.red.packedPremultiplied && styles[0].y == Color.red.packedPremultiplied)
    #expect(styles[1].x == Color.green.packedPremultiplied)
    #expect(styles[1].y == styles[2].x)
    #expect(styles[3].y == Color.blue.packedPremultiplied)
  }

  @Test func whatCannotBeDrawnIsNot() {
    let frames = Frames()
    let bad = [
      Polyline(path: Path([LocationCoordinate.invalid, .invalid])),
      Polyline(path: Path([LocationCoordinate(latitude: 0, longitude: 0)])),
      Polyline(),
    ]
    for line in bad { _ = frames.add(line) }
    let circle = frames.add(Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: .nan))
    frames.frame()
    #expect(frames.batch.indexRange(first: 0, count: frames.batch.elements.count).indices.isEmpty)
    circle.radius = 500
    circle.fillColor = .red
    frames.frame()
    #expect(frames.batch.elements.count == 1)
    circle.radius = -1
    frames.frame()
    #expect(frames.batch.indexRange(first: 0, count: frames.batch.elements.count).parts.isEmpty)
  }
}

extension Overlay {
  fileprivate func map(_ store: OverlayStore?, in old: OverlayStore) {
    old.remove(self)
    store?.add(self)
  }
}
