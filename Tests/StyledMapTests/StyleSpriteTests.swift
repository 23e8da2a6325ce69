import OverlookFormats
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import Testing

@testable import OverlookStyledMap

/// Sprites that come and go with what is drawn beside a style.
@MainActor @Suite struct StyleSpriteTests {
  /// A style with sprites and layers over a square, which names the picture that it wants.
  private static func document(_ sprites: [String: String], _ layers: [String], glyphs: String = "{fontstack}/{range}") throws
    -> StyleDocument
  {
    let list = sprites.sorted { $0.key < $1.key }.map { #"{"id": "\#($0)", "url": "https://example.org/\#($1)"}"# }
    return try StyleDocument(
      Array(
        """
        {"version": 8, "glyphs": "https://example.org/\(glyphs)", "sprite": [\(list.joined(separator: ","))],
         "sources": {"s": {"type": "geojson", "data": {"type": "Feature", "properties": {"name": "extra:dog"}, "geometry":
           {"type": "Polygon", "coordinates": [[[-40, -40], [40, -40], [40, 40], [-40, 40], [-40, -40]]]}}}},
         "layers": [\(layers.joined(separator: ","))]}
        """.utf8))
  }

  private static let plain = #"{"id": "plain", "type": "fill", "source": "s", "paint": {"fill-pattern": "cat"}}"#
  private static let asking = #"{"id": "asking", "type": "fill", "source": "s", "paint": {"fill-pattern": ["get", "name"]}}"#

  private func start(_ document: StyleDocument, sheets: [String: String]) throws -> Bench {
    let bench = try Bench(#"{"version": 8, "sources": {}, "layers": []}"#)
    for (sheet, picture) in sheets { try set(sheet, picture, in: bench) }
    bench.map.setDocument(document, base: bench.map.base)
    return bench
  }

  private func set(_ sheet: String, _ picture: String, in bench: Bench) throws {
    let pixels = try PNGEncoder.encode(try #require(Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])))
    let list = #"{"\#(picture)": {"x": 0, "y": 0, "width": 1, "height": 1, "pixelRatio": 1}}"#
    bench.fetcher.set("https://example.org/\(sheet).json", .success(HTTPResponse(status: 200, body: Array(list.utf8))))
    bench.fetcher.set("https://example.org/\(sheet).png", .success(HTTPResponse(status: 200, body: pixels)))
  }

  private func asked(_ bench: Bench, for file: String) -> Int {
    bench.fetcher.requests.count { $0.url == "https://example.org/\(file)" }
  }

  /// What is laid out for a layer.
  private func buckets(_ id: String, _ bench: Bench) -> [BucketID] {
    guard case .tiles(let tiles)? = bench.map.frame(now: bench.now)?.layers.first(where: { $0.layer.id == id })?.content else {
      return []
    }
    return tiles.map(\.bucket.id)
  }

  @Test func aFurtherSpriteIsFetchedAloneAndLeavesTheRestAsItIs() throws {
    let without = try Self.document(["default": "base"], [Self.plain])
    let with = try Self.document(["default": "base", "extra": "extra"], [Self.plain, Self.asking])
    let bench = try start(without, sheets: ["base": "cat", "extra": "dog"])
    #expect(bench.settle())
    let before = buckets("plain", bench)
    #expect(before.count == 1 && asked(bench, for: "base.png") == 1)
    for isShown in [true, false, true] {
      bench.map.setDocument(isShown ? with : without, base: bench.map.base)
      // Also while the other one is on its way.
      #expect(bench.map.frame(now: bench.now)?.images["cat"] != nil)
      #expect(bench.settle())
      #expect(buckets("plain", bench) == before)
      #expect(buckets("asking", bench).count == (isShown ? 1 : 0))
    }
    #expect(bench.map.resources.images.placement("extra:dog") != nil && bench.map.messages.isEmpty)
    #expect(asked(bench, for: "base.png") == 1 && asked(bench, for: "extra.png") == 1)
  }

  @Test func whatMissedAPictureIsLaidOutAgainWhenItComes() throws {
    let bench = try start(
      try Self.document(["default": "base"], [Self.plain, Self.asking]), sheets: ["base": "cat", "extra": "dog"])
    #expect(bench.settle())
    #expect(bench.map.messages == [#"no sprite has the picture "extra:dog""#])
    let before = buckets("asking", bench)
    bench.map.setDocument(
      try Self.document(["default": "base", "extra": "extra"], [Self.plain, Self.asking]), base: bench.map.base)
    #expect(bench.settle())
    #expect(before.count == 1 && buckets("asking", bench).count == 1 && buckets("asking", bench) != before)
    // And no more after that.
    let version = bench.map.layoutVersion
    for _ in 0..<5 { _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now) }
    #expect(bench.map.layoutVersion == version && bench.map.messages.isEmpty)
  }

  /// More than are noted at once.
  @Test func whatIsOneOfVeryManyMissingPicturesIsLaidOutAgainWhenItComes() throws {
    let bench = try start(try Self.document(["default": "base"], [Self.plain]), sheets: ["base": "cat", "extra": "dog"])
    #expect(bench.settle())
    let before = buckets("plain", bench)
    for number in 0..<200 { bench.map.resources.missingImages.note("extra:\(number)") }
    bench.map.resources.missingImages.note("extra:dog")
    #expect(bench.settle())
    #expect(bench.map.messages.count == 200 && buckets("plain", bench) == before)
    bench.map.setDocument(try Self.document(["default": "base", "extra": "extra"], [Self.plain]), base: bench.map.base)
    #expect(bench.settle())
    #expect(before.count == 1 && buckets("plain", bench).count == 1 && buckets("plain", bench) != before)
  }

  @Test func aSpriteThatCouldNotBeHadIsAskedForAgainWhenItIsWantedAgain() throws {
    let without = try Self.document(["default": "base"], [Self.plain])
    let with = try Self.document(["default": "base", "extra": "extra"], [Self.plain, Self.asking])
    let bench = try start(with, sheets: ["base": "cat"])
    #expect(bench.settle())
    #expect(bench.map.messages == ["the sprite https://example.org/extra.json does not exist"])
    try set("extra", "dog", in: bench)
    for document in [without, with] {
      bench.map.setDocument(document, base: bench.map.base)
      #expect(bench.settle())
    }
    #expect(bench.map.resources.images.placement("extra:dog") != nil && asked(bench, for: "base.png") == 1)
  }

  @Test func otherSpritesAndOtherGlyphsTakeThePlaceOfTheOld() throws {
    let first = try Self.document(["default": "base"], [Self.plain])
    let bench = try start(first, sheets: ["base": "cat", "other": "cow"])
    #expect(bench.settle())
    let before = buckets("plain", bench)
    bench.map.setDocument(try Self.document(["default": "other"], [Self.plain]), base: bench.map.base)
    #expect(bench.settle())
    #expect(bench.map.resources.images.names == ["cow"] && buckets("plain", bench) != before)
    // Glyphs lie in an atlas of their own, without any sprite as with one.
    bench.map.setDocument(try Self.document([:], [Self.plain]), base: bench.map.base)
    #expect(bench.settle())
    #expect(bench.map.resources.images.isEmpty)
    let withoutSprites = buckets("plain", bench)
    bench.map.setDocument(try Self.document([:], [Self.plain], glyphs: "other/{fontstack}/{range}"), base: bench.map.base)
    #expect(bench.settle())
    #expect(withoutSprites.count == 1 && buckets("plain", bench) != withoutSprites)
  }
}
