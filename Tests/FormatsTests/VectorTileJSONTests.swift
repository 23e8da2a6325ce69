import OverlookFormats
import Testing

@Suite struct VectorTileJSONTests {
  private func text(_ bytes: [UInt8]) throws -> String { JSONWriter.text(try VectorTileJSON.document(bytes)) }

  @Test func tellsFeaturesInTileUnits() throws {
    var writer = VectorTileWriter(extent: 4096)
    writer.add(layer: "a", id: 7, .points, [[SIMD2(1, -2)]], tags: [("name", .string("x")), ("n", .int(-3)), ("f", .bool(true))])
    writer.add(layer: "a", .lines, [[SIMD2(0, 0), SIMD2(5, 6)], [SIMD2(9, 9), SIMD2(8, 8)]], tags: [])
    let square: [SIMD2<Int32>] = [SIMD2(0, 0), SIMD2(9, 0), SIMD2(9, 9), SIMD2(0, 9)]
    let hole: [SIMD2<Int32>] = [SIMD2(1, 1), SIMD2(1, 2), SIMD2(2, 2)]
    writer.add(layer: "b", .polygons, [square, hole, square.map { $0 &+ SIMD2(20, 0) }], tags: [])
    let expected = #"""
      {"layers":[{"name":"a","version":2,"extent":4096,"features":[{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[1,-2]},\#
      "properties":{"name":"x","n":-3,"f":true}},{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[0,0],[5,6]],\#
      [[9,9],[8,8]]]},"properties":{}}]},{"name":"b","version":2,"extent":4096,"features":[{"type":"Feature","geometry":\#
      {"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[1,2],[2,2],[1,1]]],[[[20,0],[29,0],[29,9],[20,9],\#
      [20,0]]]]},"properties":{}}]}],"skipped":[]}
      """#
    let bytes = writer.bytes()
    #expect(try text(bytes) == expected)
    #expect(try text(try Gzip.deflate(bytes)) == expected)
  }

  /// A layer "a" of version 2 with two features: one of a type that is not known, one without geometry.
  @Test func tellsWhatIsLeftOutAndWhy() throws {
    let layer: [UInt8] = [0x0A, 1, 0x61, 0x12, 7, 0x18, 9, 0x22, 3, 9, 0, 0, 0x12, 2, 0x18, 1, 0x78, 2]
    let document = try VectorTileJSON.document([0x1A, UInt8(layer.count)] + layer)
    #expect(
      JSONWriter.text(document["skipped"] ?? .null) == #"""
        [{"layer":"a","reason":"features left out: of an unknown geometry type","count":1},\#
        {"layer":"a","reason":"features left out: without geometry","count":1}]
        """#)
    #expect(throws: FormatError.self) { _ = try VectorTileJSON.document([0x1A, 5, 1]) }
  }
}
