import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

@Suite struct VectorTileFrameTests {
  /// Lines of steps of one byte, two, and up to five, so that all ways of reading numbers follow on each other.
  private static func lines(_ generator: inout SeededGenerator, reach: Int64) -> [UInt64] {
    var geometry: [UInt64] = []
    let sizes: [Int64] = [40, 40, 40, 3000, reach]
    func step() -> UInt64 {
      let size = sizes[Int.random(in: 0..<sizes.count, using: &generator)]
      let value = Int64.random(in: -size...size, using: &generator)
      return UInt64(UInt32(bitPattern: Int32(truncatingIfNeeded: value << 1 ^ value >> 63)))
    }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let count = Int.random(in: 1...40, using: &generator)
      geometry += [1 << 3 | 1, step(), step(), UInt64(count) << 3 | 2]
      for _ in 0..<(2 * count) { geometry.append(step()) }
    }
    return geometry
  }

  private struct Decoded: Equatable {
    var isGood = false
    var coordinates: [Int16] = []
    var partStarts: [Int32] = [0]
  }

  /// The only feature in a frame of 8192, read so, and made of the tile's own coordinates by the rule: halves up, then into the
  /// range.
  private static func decoded(_ bytes: [UInt8], extent: Int32) throws -> (framed: Decoded, scaled: Decoded)? {
    let tile = try VectorTile(bytes)
    guard let layer = tile.layers.first else { return nil }
    var reader = VectorTileReader()
    reader.begin(tile)
    reader.begin(layer)
    guard let feature = reader.nextFeature() else { return nil }
    var (framed, scaled) = (Decoded(), Decoded())
    var areas: [Int64] = []
    framed.isGood = try reader.readGeometry(
      of: feature, in: VectorTileFrame(extent: extent, side: 8192), into: &framed.coordinates, &framed.partStarts,
      ringAreas: &areas)
    #expect(areas.isEmpty)
    scaled.isGood = try reader.readGeometry(of: feature)
    if scaled.isGood {
      scaled.partStarts = reader.geometry.partStarts
      scaled.coordinates = reader.geometry.coordinates.map { coordinate in
        Int16(min(max((Double(coordinate) * 8192 / Double(extent) + 0.5).rounded(.down), -16_384), 16_383))
      }
    }
    return (framed, scaled)
  }

  @Test(arguments: [1, 64, 512, 1000, 4096, 8192, 16_384] as [Int32])
  func pointsInAFrameAreThoseOfTheTileScaled(extent: Int32) throws {
    var generator = SeededGenerator(seed: UInt64(extent))
    for round in 0..<300 {
      let reach: Int64 = round.isMultiple(of: 3) ? 1 << 31 - 1 : Int64(extent) / 8
      let geometry = Self.lines(&generator, reach: reach)
      let bytes = Message.tile([.layer([.feature(2, geometry)], extent: UInt64(extent))])
      let (framed, scaled) = try #require(try Self.decoded(bytes, extent: extent))
      #expect(framed.isGood && framed == scaled)
    }
  }

  @Test func geometryThatIsCutAnywhereIsBadEverywhereAlike() throws {
    var generator = SeededGenerator(seed: 3)
    let whole = Message.varints(Self.lines(&generator, reach: 100_000))
    for count in 1..<whole.count {
      let feature = Message().varint(3, 2).part(4, Array(whole[..<count]))
      let (framed, scaled) = try #require(try Self.decoded(Message.tile([.layer([feature])]), extent: 4096))
      // A cut between two lines leaves whole ones.
      #expect(framed == scaled)
    }
  }

  /// A polygon of rings with these many points, all steps small enough for `reach`.
  private static func rings(_ generator: inout SeededGenerator, _ counts: [Int], reach: Int64) -> [UInt64] {
    var (geometry, pen): ([UInt64], SIMD2<Int64>) = ([], .zero)
    func move() {
      for axis in 0..<2 {
        let to = Int64.random(in: -reach...reach, using: &generator)
        let step = to - pen[axis]
        pen[axis] = to
        geometry.append(UInt64(UInt32(bitPattern: Int32(truncatingIfNeeded: step << 1 ^ step >> 63))))
      }
    }
    for count in counts {
      geometry.append(1 << 3 | 1)
      move()
      geometry.append(UInt64(count - 1) << 3 | 2)
      for _ in 1..<count { move() }
      geometry.append(1 << 3 | 7)
    }
    return geometry
  }

  /// As far as coordinates go, of more points than are summed up in small numbers, and with and without room in the array.
  @Test(arguments: [4096, 8192, 1000, 512] as [Int32])
  func areasOfRingsAreThoseOfTheSurveyorsFormula(extent: Int32) throws {
    var generator = SeededGenerator(seed: UInt64(extent))
    let counts = [[3], [4, 5, 6], [7, 8, 9, 10], [11, 3, 12], [20_000, 4], [3, 8191], [8192]]
    let features = counts.flatMap { counts in
      [Int64(extent) / 3, 2 * Int64(extent) - 1, 50 * Int64(extent)].map {
        Message.feature(3, Self.rings(&generator, counts, reach: $0))
      }
    }
    let tile = try VectorTile(Message.tile([.layer(features, extent: UInt64(extent))]))
    let layer = try #require(tile.layers.first)
    let frame = VectorTileFrame(extent: extent, side: 8192)
    var gathered: (coordinates: [Int16], partStarts: [Int32], areas: [[Int64]]) = ([], [0], [])
    for room in [0, 64, 100_000] {
      var reader = VectorTileReader()
      reader.begin(tile)
      reader.begin(layer)
      var (coordinates, partStarts, areas): ([Int16], [Int32], [Int64]) = ([], [0], [])
      var found: [[Int64]] = []
      while let feature = reader.nextFeature() {
        let firstPart = partStarts.count - 1
        #expect(
          try reader.readGeometry(of: feature, in: frame, into: &coordinates, &partStarts, ringAreas: &areas, room: room))
        #expect(room > 0 || coordinates.count == 2 * Int(partStarts[partStarts.count - 1]))
        let formula = (firstPart..<(partStarts.count - 1)).map { part in
          let points = Int(partStarts[part])..<Int(partStarts[part + 1])
          return points.reduce(Int64(0)) { sum, point in
            let next = point + 1 < points.upperBound ? point + 1 : points.lowerBound
            let (x, y) = (Int64(coordinates[2 * point]), Int64(coordinates[2 * point + 1]))
            return sum + x * Int64(coordinates[2 * next + 1]) - Int64(coordinates[2 * next]) * y
          }
        }
        #expect(areas == formula)
        found.append(areas)
      }
      #expect(found.count == features.count)
      let whole = Array(coordinates.prefix(2 * Int(partStarts[partStarts.count - 1])))
      if room == 0 { gathered = (whole, partStarts, found) }
      #expect(gathered.coordinates == whole && gathered.partStarts == partStarts && gathered.areas == found)
    }
  }
}
