import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

/// Vector tiles that are wrong, one fault each: what is around the fault stays.
@Suite struct HostileVectorTileTests {
  /// A point at 25, 17 (MVT 2.1, 4.3.5.1), which must survive its neighbours.
  private static let good = Message.feature(1, [9, 50, 34])

  /// The tile of one layer in which `bad` lies between two good features.
  private static func tile(around bad: Message) -> [UInt8] {
    Message.tile([.layer([good, bad, good])])
  }

  private func expectOnly(
    _ fault: VectorTileFault, count: Int = 1, in tile: DecodedTile, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(tile.faults.all.map(\.fault) == [fault], sourceLocation: location)
    #expect(tile.faults[fault] == count, sourceLocation: location)
  }

  @Test(
    arguments: [
      // A length that is cut, one of 2^64 - 1, one longer than the tile.
      [0x1A, 0x80], [0x1A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x1A, 0x05, 0x00],
      // A number of 65 bits, and one of eleven bytes.
      [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
      [0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
      // Field number 0, and one of 33 bits.
      [0x02, 0x00], [0x82, 0x80, 0x80, 0x80, 0x80, 0x01, 0x00],
      // Groups, wire types that do not exist, a layer that is a number.
      [0x0B, 0x0C], [0x0E], [0x0F], [0x18, 0x01],
      // Fixed fields without their bytes.
      [0x0D, 0, 0, 0], [0x09, 0, 0, 0, 0, 0, 0, 0],
      // The same within a layer: cut name, field 0, a name and an extent of the wrong type.
      [0x1A, 2, 0x0A, 0x05], [0x1A, 2, 0x02, 0x00], [0x1A, 2, 0x08, 0x05], [0x1A, 2, 0x2A, 0x00],
    ] as [[UInt8]]) func brokenFramingIsAnErrorOfTheWholeTile(bytes: [UInt8]) throws
  {
    #expect(throws: FormatError.self) { try VectorTile(bytes) }
    // Good layers before it do not help: lengths cannot be trusted.
    #expect(throws: FormatError.self) { try VectorTile(Message.tile([.layer([Self.good])]) + bytes) }
  }

  @Test func anEmptyTileHasNoLayers() throws {
    #expect(try VectorTile([]).layers.isEmpty)
  }

  @Test(arguments: [0, (1 << 24) + 1, 1 << 63]) func aLayerWithAnImpossibleExtentIsLeftOut(extent: UInt64) throws {
    let tile = try DecodedTile(Message.tile([.layer([Self.good], extent: extent), .layer([Self.good], name: "b")]))
    #expect(tile.features.map(\.layer) == ["b"])
    expectOnly(.layerExtent, in: tile)
  }

  @Test func layersOfOtherVersionsAndWithoutANameAreLeftOut() throws {
    let nameless = Message().part(2, Self.good.bytes)
    let tile = try DecodedTile(
      Message.tile([.layer([Self.good], version: 3), nameless, .layer([Self.good], name: "old", version: 1)]))
    #expect(tile.features.map(\.layer) == ["old"])
    #expect(tile.faults.all.map(\.fault) == [.layerWithoutName, .layerVersion])
  }

  @Test(
    arguments: [
      // A number cut, a part longer than the feature, field 0, numbers for parts and parts for numbers.
      ([0x08, 0x80], .featureFraming), ([0x22, 0x05, 0x09], .featureFraming), ([0x02, 0x00], .featureFraming),
      ([0x20, 0x01], .featureFraming), ([0x1A, 0x00], .featureFraming), ([0x0A, 0x00], .featureFraming),
      // Type 0 (unknown), 4, and 2^64 - 1.
      (Message.feature(0, [9, 50, 34]).bytes, .featureType), (Message.feature(4, [9, 50, 34]).bytes, .featureType),
      (Message.feature(.max, [9, 50, 34]).bytes, .featureType), ([], .featureType),
      ([0x18, 0x01], .featureWithoutGeometry), ([0x18, 0x01, 0x22, 0x00], .featureWithoutGeometry),
    ] as [([UInt8], VectorTileFault)])
  func aDamagedFeatureIsLeftOut(bytes: [UInt8], fault: VectorTileFault) throws {
    let tile = try DecodedTile(Self.tile(around: Message().raw(bytes)))
    #expect(tile.features.map(\.parts) == [[[[25, 17]]], [[[25, 17]]]])
    expectOnly(fault, in: tile)
  }

  @Test(
    arguments: [
      // Commands 0 and 3.
      (1, [8, 2, 2], .geometryCommand), (2, [9, 2, 2, 11, 2, 2], .geometryCommand),
      // MoveTo 536,870,911 times, in five bytes.
      (1, [0xFFFF_FFF9], .geometryCut), (1, [0xFFFF_FFF9, 2, 2], .geometryCut),
      // LineTo first, ClosePath first, a line without MoveTo between, points with lines, a line that is closed.
      (2, [10, 2, 2], .geometryOrder), (3, [15], .geometryOrder), (2, [9, 0, 0, 10, 2, 2, 10, 2, 2], .geometryOrder),
      (1, [9, 2, 2, 10, 2, 2], .geometryOrder), (2, [9, 0, 0, 10, 2, 2, 15], .geometryOrder),
      // MoveTo alone and twice; a ring of one and of two points; a ring closed twice and not at all.
      (2, [9, 2, 2], .geometryCut), (2, [17, 2, 2, 2, 2, 10, 2, 2], .geometryCount), (3, [9, 2, 2, 15], .geometryOrder),
      (3, [9, 2, 2, 10, 2, 2, 15], .geometryCount), (3, [9, 0, 0, 18, 2, 0, 0, 2, 23], .geometryCount),
      (3, [9, 0, 0, 18, 2, 0, 0, 2], .geometryCut),
      // No points at all, and half a point.
      (1, [1], .geometryCount), (1, [9, 2], .geometryCut), (2, [9, 0, 0, 2], .geometryCount),
    ] as [(UInt64, [UInt64], VectorTileFault)])
  func aDamagedGeometryLeavesOutItsFeature(kind: UInt64, geometry: [UInt64], fault: VectorTileFault) throws {
    let tile = try DecodedTile(Self.tile(around: .feature(kind, geometry)))
    #expect(tile.features.map(\.parts) == [[[[25, 17]]], [[[25, 17]]]])
    expectOnly(fault, in: tile)
  }

  @Test func aGeometryThatEndsWithinANumberLeavesOutItsFeature() throws {
    let tile = try DecodedTile(Self.tile(around: Message().varint(3, 1).part(4, [9, 50, 0x80])))
    #expect(tile.features.count == 2)
    expectOnly(.geometryCut, in: tile)
  }

  @Test func aCursorBeyond32BitsIsClampedAndComesBack() throws {
    // Three steps of 2^31 - 1 east, three back, and one to the south: 0xFFFFFFFE is 2^31 - 1, 0xFFFFFFFD is -(2^31 - 1).
    let steps: [UInt64] = [0xFFFF_FFFE, 0, 0xFFFF_FFFE, 0, 0xFFFF_FFFD, 0, 0xFFFF_FFFD, 0, 0xFFFF_FFFD, 2]
    let tile = try DecodedTile(2, [9, 0xFFFF_FFFE, 0, 5 << 3 | 2] + steps)
    let far = Int32(1 << 29)
    #expect(tile.features.map(\.parts) == [[[[far, 0], [far, 0], [far, 0], [far, 0], [far, 0], [0, 1]]]])
    expectOnly(.coordinateRange, in: tile)
  }

  @Test func numbersOfMoreThan32BitsAreCutAsOfUint32() throws {
    // 2^32 + 50 is 50 for a reader of uint32 (protobuf.dev, "Updating A Message Type").
    #expect(try DecodedTile(1, [9, (1 << 32) + 50, 34]).features.map(\.parts) == [[[[25, 17]]]])
  }

  @Test func ringsWithoutAreaAndTanglesAreHandedOut() throws {
    #expect(try DecodedTile(3, [9, 0, 0, 18, 2, 0, 1, 0, 15]).features.map(\.areas) == [[0]])
    var generator = SeededGenerator(seed: 7)
    let steps = (0..<2 * 4999).map { _ in UInt64.random(in: 0...8000, using: &generator) }
    let tangle = try DecodedTile(3, [9, 0, 0, 4999 << 3 | 2] + steps + [15])
    #expect(tangle.features.map { $0.parts.map(\.count) } == [[5000]])
    let hole: [UInt64] = [9, 2, 2, 18, 0, 2, 2, 0, 15]
    let outer: [UInt64] = [9, 0, 0, 26, 8000, 0, 0, 8000, 7999, 0, 15]
    let holes = try DecodedTile(3, outer + [[UInt64]](repeating: hole, count: 4000).joined())
    #expect(holes.features.map(\.parts.count) == [4001])
    // Each hole of three points turns the other way: half a unit.
    #expect(holes.features.first?.areas.dropFirst().allSatisfy { $0 == -0.5 } == true)
    #expect(tangle.faults.isEmpty && holes.faults.isEmpty)
  }

  @Test(arguments: [[0, 1], [1, 0], [0, 7], [.max, 0]] as [[UInt64]]) func tagsThatLeadNowhereAreLeftOut(tags: [UInt64]) throws {
    let layer = Message.layer(
      [.feature(1, [9, 50, 34], tags: [0, 0] + tags)], keys: ["height"], values: [Message().varint(4, 12)])
    let tile = try DecodedTile(Message.tile([layer]))
    // The feature is drawn, and has what comes before.
    #expect(tile.features.map(\.attributes) == [["height": .int(12)]])
    expectOnly(.tagIndex, in: tile)
  }

  @Test func aKeyWithoutAValueIsLeftOut() throws {
    let tile = try DecodedTile(Message.tile([.layer([.feature(1, [9, 50, 34], tags: [0])], keys: ["a"], values: [])]))
    #expect(tile.features.map(\.attributes) == [[:]])
    expectOnly(.tagCount, in: tile)
  }

  @Test func damagedValuesAreNone() throws {
    let values = [Message(), Message().raw([0x15, 0]), Message().raw([0x20, 0x80]), Message().varint(1, 3)]
    let feature = Message.feature(1, [9, 50, 34], tags: [0, 0, 1, 1, 2, 2, 3, 3])
    let tile = try DecodedTile(Message.tile([.layer([feature], keys: ["a", "b", "c", "d"], values: values)]))
    #expect(tile.features.map(\.attributes) == [["a": .none, "b": .none, "c": .none, "d": .none]])
    expectOnly(.valueFraming, count: 4, in: tile)
  }

  @Test func textThatIsNotUTF8IsReplaced() throws {
    let layer = Message().part(1, [0x61, 0xFF]).part(2, Self.good.bytes)
    let tile = try DecodedTile(Message.tile([layer]))
    #expect(tile.features.map(\.layer) == ["a\u{FFFD}"])
    expectOnly(.text, in: tile)
  }

  @Test func numbersThatAreNoneAreHandedOutAsTheyAre() throws {
    let values = [Message().fixed64(3, Double.nan.bitPattern), Message().fixed32(2, Float.infinity.bitPattern)]
    let tile = try DecodedTile(
      Message.tile([.layer([.feature(1, [9, 50, 34], tags: [0, 0, 1, 1])], keys: ["nan", "inf"], values: values)]))
    let attributes = try #require(tile.features.first?.attributes)
    guard case .double(let number) = attributes["nan"] else { throw FormatError.truncated("attribute") }
    #expect(number.isNaN)
    #expect(attributes["inf"] == .float(.infinity))
    #expect(tile.faults.isEmpty)
  }

  @Test func twoLayersOfOneNameAreBothKept() throws {
    let tile = try DecodedTile(Message.tile([.layer([Self.good]), .layer([Self.good])]))
    #expect(tile.features.count == 2)
    expectOnly(.layerNameTwice, in: tile)
  }

  @Test func unknownFieldsAreSteppedOver() throws {
    let extra = { (message: Message) in
      message.varint(100, 1).part(101, [1, 2, 3]).fixed32(102, 7).fixed64(1 << 28, 9)
    }
    let feature = extra(.feature(1, [9, 50, 34], id: 7, tags: [0, 0]))
    let layer = extra(.layer([feature], keys: ["a"], values: [extra(Message().varint(7, 1))]))
    let tile = try DecodedTile(extra(Message().part(3, layer.bytes)).bytes)
    #expect(tile.features.map(\.parts) == [[[[25, 17]]]])
    #expect(tile.features.map(\.id) == [7])
    #expect(tile.features.map(\.attributes) == [["a": .bool(true)]])
    #expect(tile.faults.isEmpty)
  }

  // MARK: - Budgets

  @Test func thereIsALimitOnLayers() throws {
    let layer = Message.layer([Self.good])
    #expect(try VectorTile(Message.tile(.init(repeating: layer, count: 1000))).layers.count == 1000)
    #expect(throws: FormatError.tooLarge("vector tile", fault: "more than 1000 layers")) {
      try VectorTile(Message.tile(.init(repeating: layer, count: 1001)))
    }
  }

  @Test func thereIsALimitOnFeaturesBeforeAnyIsDecoded() throws {
    let tile = { (count: Int) in
      let features = [UInt8](repeating: 0, count: 2 * count).indices.map { $0 % 2 == 0 ? 0x12 as UInt8 : 0 }
      return Message.tile([.layer([]).raw(features)])
    }
    #expect(try VectorTile(tile(1_000_000)).layers.map(\.featureCount) == [1_000_000])
    #expect(throws: FormatError.tooLarge("vector tile", fault: "more than 1000000 features")) { try VectorTile(tile(1_000_001)) }
  }

  @Test func twentyMillionFeaturesIn40KilobytesOfGzipAreRefused() throws {
    var tile: [UInt8] = [0x1A, 0x80, 0xB4, 0x89, 0x13]  // 40,000,000 bytes
    tile.reserveCapacity(40_000_005)
    let features = [UInt8](repeating: 0x12, count: 2000).enumerated().map { $0.offset % 2 == 0 ? $0.element : 0 }
    for _ in 0..<20_000 { tile += features }
    let packed = try Gzip.deflate(tile)
    #expect(packed.count < 45_000)
    #expect(throws: FormatError.self) { try VectorTile(packed) }
  }

  @Test func thereIsALimitOnPointsOfAllFeaturesTogether() throws {
    // 2.5 million points each, by steps of nothing.
    let points = Message().varint(3, 1).part(4, Message.varints([2_500_000 << 3 | 1]) + [UInt8](repeating: 0, count: 5_000_000))
    let most = try VectorTile(Message.tile([.layer([points, points])]))
    let more = try VectorTile(Message.tile([.layer([points, points, Self.good])]))
    for (tile, throwsAtEnd) in [(most, false), (more, true)] {
      var reader = VectorTileReader()
      reader.begin(tile)
      let layer = try #require(tile.layers.first)
      reader.begin(layer)
      var count = 0
      var refused = false
      while let feature = reader.nextFeature(), !refused {
        do throws(FormatError) {
          #expect(try reader.readGeometry(of: feature))
          count += reader.geometry.pointCount
        } catch {
          refused = true
          #expect(error == .tooLarge("vector tile", fault: "more than 5000000 points"))
        }
      }
      #expect(count == 5_000_000)
      #expect(refused == throwsAtEnd)
    }
  }

  // MARK: - Anything at all

  /// A tile with every kind of field.
  private static let rich = Message.tile([
    .layer(
      [
        .feature(1, [17, 10, 14, 3, 9], id: 3, tags: [0, 0, 1, 1]), .feature(2, [9, 4, 4, 18, 0, 16, 16, 0], tags: [2, 2]),
        .feature(3, [9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15], tags: [3, 3, 4, 4, 5, 5, 6, 6]),
      ], keys: ["a", "b", "c", "d", "e", "f", "g"],
      values: [
        Message().text(1, "text"), Message().fixed32(2, 1), Message().fixed64(3, 2), Message().varint(4, .max),
        Message().varint(5, 5), Message().varint(6, 3), Message().varint(7, 1),
      ]), .layer([Self.good], name: "b", version: 1, extent: 512),
  ])

  @Test func everyKindOfValueIsRead() throws {
    let tile = try DecodedTile(Self.rich)
    #expect(tile.faults.isEmpty)
    var attributes: [String: VectorTileValue] = [:]
    for feature in tile.features { attributes.merge(feature.attributes) { $1 } }
    #expect(attributes["b"] == .float(Float(bitPattern: 1)) && attributes["c"] == .double(Double(bitPattern: 2)))
    // 2^64 - 1 as int64 is -1, 3 as sint64 is -2 (zigzag).
    #expect(attributes["d"] == .int(-1) && attributes["e"] == .uint(5) && attributes["f"] == .int(-2))
    #expect(attributes["g"] == .bool(true))
    guard case .text(let range) = attributes["a"] else { throw FormatError.truncated("attribute") }
    #expect(try VectorTile(Self.rich).text(range) == "text")
    #expect(try VectorTile(Self.rich).layers.map(\.extent) == [4096, 512])
  }

  @Test func aPrefixOfATileIsAnErrorOrHasNoMoreThanTheTile() throws {
    let whole = try DecodedTile(Self.rich).features.count
    for count in 0..<Self.rich.count {
      guard let tile = try? DecodedTile(Array(Self.rich.prefix(count))) else { continue }
      #expect(tile.features.count <= whole, "of \(count) bytes")
    }
  }

  @Test func noChangeOfItsBytesEndsTheProcess() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      var bytes = Self.rich
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        bytes[index] = [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
      }
      guard let tile = try? DecodedTile(bytes) else { continue }
      for feature in tile.features { #expect(feature.areas.allSatisfy { $0.isFinite }) }
    }
  }

  @Test func whatIsNoTileIsTold() {
    #expect(VectorTile.isLikely(Self.rich))
    #expect(!VectorTile.isLikely([]))
    #expect(!VectorTile.isLikely([0x1A, 0x80]))
    #expect(!VectorTile.isLikely([0x1F, 0x8B, 8, 0]))
    #expect(!VectorTile.isLikely(Array("<html>".utf8)))
  }
}
