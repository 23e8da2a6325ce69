import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct PathLayerTests {
  private struct Refusal: Error {}

  private func line(_ count: Int, latitude: Double = 0) -> [LocationCoordinate] {
    (0..<count).map { LocationCoordinate(latitude: latitude, longitude: Double($0)) }
  }

  /// The columns and the style that the renderer gets.
  private func drawn(_ layer: PathLayer) throws -> (columns: PathColumns, style: PathStyle, bounds: WorldRect?) {
    let store = OverlayStore()
    store.add(layer)
    let row = try #require(store.dataRow(layer.slot))
    guard case .paths(let columns, let style) = row.content else { throw Refusal() }
    return (columns, style, row.bounds)
  }

  @Test func isBlueLinesOfOnePoint() throws {
    let layer = PathLayer(paths: [line(3), line(2, latitude: 1)])
    #expect(layer.count == 2)
    #expect(!layer.isTappable)
    let (columns, style, bounds) = try drawn(layer)
    #expect(style.width == 1 && style.largestWidth == 1 && style.unit == .points)
    #expect(style.color == Color.blue.packedPremultiplied)
    #expect(style.join == .round && style.cap == .butt && style.opacity == 1 && style.shownValues == nil)
    #expect(columns.colors.isEmpty && columns.widths.isEmpty && columns.filterValues.isEmpty)
    #expect(bounds != nil)
  }

  @Test func leavesOutPointsThatAreNotValidOrRepeatTheOneBefore() throws {
    var points = line(3)
    points.insert(LocationCoordinate(latitude: .nan, longitude: 1), at: 1)
    points.insert(LocationCoordinate(latitude: 0, longitude: .infinity), at: 0)
    points.append(points[points.count - 1])
    let layer = PathLayer(paths: [points, [], [LocationCoordinate(latitude: .infinity, longitude: 0)], line(2)])
    #expect(layer.count == 4)
    #expect(layer.path(of: 0)?.count == 3)
    #expect(layer.path(of: 1) == [] && layer.path(of: 2) == [])
    #expect(layer.path(of: 3)?.count == 2)
    #expect(layer.path(of: 4) == nil && layer.path(of: -1) == nil)
    #expect(try drawn(layer).columns.sequences.pieces.map(\.path) == [0, 3])
    #expect(try drawn(PathLayer(paths: [[], line(1)])).bounds == nil)
  }

  @Test func readsColumnsInPartsWhateverTheStarts() {
    let numbers = [10.0, 50, 11, 50, 12, 50, 13, 50, 7]
    func counts(_ starts: [Int]) -> [Int] {
      let layer = PathLayer()
      layer.setPaths(longitudesAndLatitudes: numbers, starts: starts)
      return (0..<layer.count).map { layer.path(of: $0)?.count ?? -1 }
    }
    #expect(counts([0, 2]) == [2, 2])
    #expect(counts([0, 3, 3]) == [3, 0, 1])
    #expect(counts([2]) == [2])
    #expect(counts([-5, 99, 1]) == [4, 0, 0])
    #expect(counts([0, 3, 1]) == [3, 0, 1])
    #expect(counts([]).isEmpty)
  }

  @Test func attributesComeFromColumnsAndClosures() throws {
    let layer = PathLayer(paths: [line(2), line(2), line(2)])
    layer.strokeWidth = .column([3])
    layer.strokeColor = .each { index in
      if index == 1 { throw Refusal() }
      return .red
    }
    layer.filterValue = .each { Double($0) }
    layer.shownValues = 1...2
    layer.append([line(2)])
    let (columns, style, _) = try drawn(layer)
    #expect(Array(columns.widths.elements) == [3, 1, 1, 1])
    #expect(style.largestWidth == 3)
    #expect(
      Array(columns.colors.elements) == [
        Color.red.packedPremultiplied, 0, Color.red.packedPremultiplied, Color.red.packedPremultiplied,
      ])
    #expect(style.shownValues == 1...2)
    #expect(columns.filterValues.elements.count == 4)
  }

  @Test(arguments: [0.0, -3, .nan, .infinity])
  func aWidthThatIsNoneHidesAll(_ width: Double) throws {
    let layer = PathLayer(paths: [line(3)])
    layer.strokeWidth = .constant(width)
    #expect(try drawn(layer).bounds == nil)
    layer.strokeWidth = .constant(2)
    #expect(try drawn(layer).bounds != nil)
  }

  @Test func aPathOfAsManyPointsChangesInItsRoom() throws {
    let layer = PathLayer(paths: [line(300), line(300, latitude: 1), line(2, latitude: 2)])
    let (columns, _, _) = try drawn(layer)
    columns.clearChanges()
    layer.replacePath(1, with: line(300, latitude: 40))
    #expect(!columns.sequences.places.isReplaced && columns.sequences.places.changed.count == 300)
    #expect(columns.sequences.places.changed.next(atLeast: 0) == 300)
    #expect(abs((layer.path(of: 1)?[7].latitude ?? 0) - 40) < 1e-5)
    let fresh = PathLayer(paths: [line(300), line(300, latitude: 40), line(2, latitude: 2)])
    #expect(try drawn(fresh).columns.sequences.pieces.map(\.box) == columns.sequences.pieces.map(\.box))
    #expect(try drawn(fresh).columns.sequences.groups == columns.sequences.groups)
    layer.replacePath(0, with: line(5, latitude: 8))
    #expect(layer.path(of: 0)?.count == 5 && layer.path(of: 1)?.count == 300 && layer.path(of: 2)?.count == 2)
    layer.replacePath(3, with: line(2))
    layer.replacePath(-1, with: line(2))
    #expect(layer.count == 3)
  }

  @Test func boxesGoAcrossTheAntimeridianTheShorterWay() throws {
    let layer = PathLayer(paths: [
      [LocationCoordinate(latitude: 0, longitude: 179), LocationCoordinate(latitude: 0, longitude: -178)]
    ])
    let rect = try #require(try drawn(layer).columns.sequences.box?.worldRect)
    #expect(abs(rect.minX - 359.0 / 360) < 1e-8 && abs(rect.maxX - 362.0 / 360) < 1e-8)
  }

  /// The distance of each point left out from the line through those kept, by brute force.
  @Test(arguments: [70, 1000, 9000]) func aLevelLiesNowhereFartherThanItsToleranceFromThePath(_ count: Int) throws {
    var generator = SeededGenerator(seed: 4)
    var (heading, x, y) = (0.0, 0.0, 0.0)
    let points = (0..<count).map { _ -> LocationCoordinate in
      heading += (Double(generator.next() >> 11) * 0x1p-53 - 0.5)
      x += 0.001 * cos(heading)
      y += 0.001 * sin(heading)
      return LocationCoordinate(latitude: y, longitude: x)
    }
    let columns = try drawn(PathLayer(paths: [points])).columns
    for steps in [0x1p16, 0x1p18, 0x1p20] {
      let level = try #require(columns.level(stepsPerPixel: steps))
      let reduced = columns.sequences(level: level).places.elements
      #expect(reduced.count < count)
      #expect(reduced.first == columns.sequences.places.elements.first && reduced.last == columns.sequences.places.elements.last)
      func place(_ place: FixedPlace) -> SIMD2<Double> {
        SIMD2(Double(place.x), 2 * Double(place.y))
      }
      var (edge, farthest) = (0, 0.0)
      for all in columns.sequences.places.elements {
        if edge + 2 < reduced.count, all == reduced[edge + 1] { edge += 1 }
        let (a, b) = (place(reduced[edge]), place(reduced[edge + 1]))
        let (d, p) = (b - a, place(all) - a)
        let t = min(max((p * d).sum() / (d * d).sum(), 0), 1)
        let rest = p - d * t
        farthest = max(farthest, (rest * rest).sum().squareRoot())
      }
      #expect(farthest <= steps / 16 * 3, "\(farthest / steps) of a pixel")
    }
    #expect(columns.level(stepsPerPixel: 0x1p8) == nil)
  }

  /// As many as there are places of the paths together.
  @Test func levelsThatWereDrawnLatelyAreKept() throws {
    func wave(_ amplitude: Double) -> [LocationCoordinate] {
      (0..<4096).map { LocationCoordinate(latitude: $0.isMultiple(of: 2) ? 0 : amplitude, longitude: 0.001 * Double($0)) }
    }
    func address(_ steps: Double, _ columns: PathColumns) throws -> UnsafeRawPointer? {
      let level = try #require(columns.level(stepsPerPixel: steps))
      return columns.sequences(level: level).places.elements.withUnsafeBytes { $0.baseAddress }
    }
    let layer = PathLayer(paths: [wave(0.0001), wave(0)])
    let columns = try drawn(layer).columns
    // All places of one path, then the ends of both.
    let (fine, coarse) = try (address(0x1p14, columns), address(0x1p17, columns))
    #expect(fine != coarse)
    #expect(try address(0x1p14, columns) == fine && address(0x1p17, columns) == coarse)
    layer.replacePath(0, with: wave(0))
    let level = try #require(columns.level(stepsPerPixel: 0x1p14))
    #expect(columns.sequences(level: level).places.count == 4)
  }

  /// A few places at a time, with rings of which several lie in one pixel.
  @Test func levelsThatAreMadeAheadAreThoseThatAreDrawn() throws {
    let wave = (0..<500).map { LocationCoordinate(latitude: 0.001 * Double($0 % 7), longitude: 0.001 * Double($0)) }
    let layer = PathLayer(paths: [wave] + Self.smallRings().map { $0[0] })
    let (ahead, drawn) = try (drawn(layer).columns, drawn(PathLayer(paths: [wave] + Self.smallRings().map { $0[0] })).columns)
    let levels = ahead.levels(upTo: 0x1p24)
    #expect(levels.count > 5 && levels.last == .some(nil) && levels.first??.power == 24)
    for level in levels {
      var (made, calls) = (ahead.makeAhead(level, placeCount: 100), 1)
      while made == nil, calls < 1000 {
        made = ahead.makeAhead(level, placeCount: 100)
        calls += 1
      }
      #expect(level == nil || calls > 1)
      #expect(try #require(made).hasSamePlaces(as: drawn.sequences(level: level)))
    }
    // What was begun before a change is not gone on with.
    let level = try #require(levels.first)
    #expect(ahead.makeAhead(level, placeCount: 1) == nil)
    layer.replacePath(0, with: [wave[0], wave[9]])
    var made: PlaceSequences?
    for _ in 0..<1000 where made == nil { made = ahead.makeAhead(level, placeCount: 100) }
    #expect(made?.range(of: 0).count == 2)
  }

  /// Two rings in one pixel and one elsewhere, each smaller than a pixel of the level.
  private static func smallRings() -> [[[LocationCoordinate]]] {
    [(10.0, 50.0), (10.00001, 50.00001), (11, 50)].map { east, north in
      [
        [(0, 0), (0.00002, 0), (0.00002, 0.00002), (0, 0)].map {
          LocationCoordinate(latitude: north + $0.1, longitude: east + $0.0)
        }
      ]
    }
  }

  @Test func aRingSmallerThanAPixelStaysADotAndOfSeveralInAPixelTheTopmost() throws {
    let rings = Self.smallRings().map { $0[0] }
    let layer = PathLayer(paths: rings)
    let columns = try drawn(layer).columns
    // 0.001 degrees a pixel.
    let level = try #require(columns.level(stepsPerPixel: 0.001 / 360 * 0x1p32))
    let places = columns.sequences(level: level)
    let dots = (0..<places.count).filter { !places.range(of: $0).isEmpty }
    #expect(dots == [1, 2])
    // Closed, with a way out and back.
    for dot in dots {
      let range = places.range(of: dot)
      #expect(range.count == 3 && places.places.elements[range.lowerBound] == places.places.elements[range.upperBound - 1])
    }
    // With widths of their own, or some of them hidden, all are kept.
    let several = PathLayer(paths: rings)
    several.strokeWidth = .column([1, 2, 3])
    let all = try drawn(several).columns
    let wide = all.sequences(level: try #require(all.level(stepsPerPixel: 0.001 / 360 * 0x1p32)))
    #expect((0..<wide.count).allSatisfy { !wide.range(of: $0).isEmpty })
  }

  @Test func outlinesOfPolygonsAreTheirRings() throws {
    let polygons = PolygonLayer(polygons: Self.smallRings())
    let outlines = PathLayer(outliningRingsOf: polygons)
    #expect(outlines.count == 3 && outlines.path(of: 2)?.count == 4)
    #expect(
      outlines.path(of: 2)
        == polygons.rings.sequences.range(of: 2).map {
          polygons.rings.sequences.places.elements[$0].worldPoint.coordinate
        })
  }

  @Test(.timeLimit(.minutes(5))) func manyPointsInOneLineAreTakenInBoundedTime() throws {
    // A zigzag all of whose points matter, and a straight line of which only the ends do.
    for amplitude in [0.0005, 0] {
      let layer = PathLayer()
      var numbers: [Double] = []
      for index in 0..<200_000 {
        numbers.append(Double(index) * 1e-4)
        numbers.append(index % 2 == 0 ? amplitude : -amplitude)
      }
      layer.setPaths(longitudesAndLatitudes: numbers, starts: [0])
      let columns = try drawn(layer).columns
      #expect(columns.sequences.places.count == 200_000)
      let level = try #require(columns.level(stepsPerPixel: 0x1p14))
      #expect((columns.sequences(level: level).places.count == 2) == (amplitude == 0))
    }
  }

  @Test func theNearestPathUnderATapIsFound() throws {
    let view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), size: ScreenSize(width: 400, height: 300))
    // 11.378 points a degree: 4 points apart at the equator.
    let layer = PathLayer(
      paths: (0..<5).map { number in
        [-10.0, 10].map { LocationCoordinate(latitude: -Double(number) * 4 / 11.378, longitude: $0) }
      })
    layer.isTappable = true
    let store = OverlayStore()
    store.add(layer)
    func element(_ x: Double, _ y: Double) -> Int? { store.element(of: layer, at: ScreenPoint(x: x, y: y), view: view) }
    #expect(element(200, 150) == 0)
    #expect(element(200, 153) == 1)
    #expect(element(200, 167) == 4)
    #expect(element(200, 172) == 4)
    #expect(element(200, 176) == nil)
    #expect(element(60, 150) == nil)
    #expect(store.hit(at: ScreenPoint(x: 200, y: 150), view: view) === layer)
    layer.filterValue = .each { Double($0) }
    layer.shownValues = 2...9
    #expect(element(200, 151) == 2)
  }

  @Test func aCopyHasTheSameValues() throws {
    let layer = PathLayer(paths: [line(3), line(4)])
    layer.strokeWidth = .column([2, 3])
    layer.strokeColor = .constant(.red)
    layer.strokeCap = .round
    layer.strokeJoin = .miter
    layer.strokeDashes = DashPattern([4, 2])
    layer.opacity = 0.5
    layer.zIndex = 7
    let copy = layer.copy()
    let (theirs, ours) = (try drawn(layer), try drawn(copy))
    #expect(theirs.style == ours.style)
    #expect(theirs.columns.widths.elements == ours.columns.widths.elements)
    #expect(theirs.columns.sequences.starts == ours.columns.sequences.starts)
    #expect(copy.zIndex == 7)
  }
}
