import OverlookFormats
import OverlookSupport
import Testing

@testable import OverlookLayout

@Suite struct SpriteSheetTests {
  /// 8 by 4 pixels: red left, green right.
  private static func sheet() throws -> [UInt8] {
    let image = Image(width: 8, height: 4, scale: 1) { column, _ in column < 4 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 255, 0, 255) }
    return try PNGEncoder.encode(image)
  }

  @Test func picturesAreCutOutOfTheSheet() throws {
    let json = """
      {"left": {"x": 0, "y": 0, "width": 4, "height": 4, "pixelRatio": 2, "sdf": true, "stretchX": [[1, 2]], "content": [0, 1, 2, 3]},
       "right": {"x": 3, "y": 1, "width": 2, "height": 3, "pixelRatio": 1}}
      """
    let sprite = try SpriteSheet(json: Array(json.utf8), sheet: Self.sheet())
    let left = try #require(sprite.images["left"])
    #expect(left.isSDF)
    #expect(left.displayWidth == 2)
    #expect(left.stretchX == [1...2])
    #expect(left.content == SIMD4(0, 1, 2, 3))
    let right = try #require(sprite.images["right"])
    #expect(Array(right.image.pixels.prefix(8)) == [255, 0, 0, 255, 0, 255, 0, 255])
    #expect(sprite.faultCount == 0)
  }

  @Test func namesHaveTheSpriteBeforeThem() throws {
    let json = Array(#"{"a": {"x": 0, "y": 0, "width": 1, "height": 1}}"#.utf8)
    #expect(try SpriteSheet(json: json, sheet: Self.sheet(), id: "roads").images.keys.sorted() == ["roads:a"])
    #expect(try SpriteSheet(json: json, sheet: Self.sheet()).images.keys.sorted() == ["a"])
  }

  @Test(arguments: [
    #"{"x": 7, "y": 0, "width": 2, "height": 1}"#, #"{"x": -1, "y": 0, "width": 1, "height": 1}"#,
    #"{"x": 0, "y": 0, "width": 0, "height": 1}"#, #"{"x": 0, "y": 0, "width": 1e9, "height": 1}"#, #"{"y": 0}"#, "5",
    #"{"x": 0, "y": 0, "width": 1, "height": 1, "pixelRatio": 0}"#,
  ])
  func aBadPictureIsCountedAndTheRestKept(entry: String) throws {
    let json = #"{"bad": \#(entry), "good": {"x": 0, "y": 0, "width": 1, "height": 1}}"#
    let sprite = try SpriteSheet(json: Array(json.utf8), sheet: Self.sheet())
    #expect(sprite.images.keys.sorted() == ["good"])
    #expect(sprite.faultCount == 1)
  }

  @Test func placesInTheAtlasNeverMoveAndNeverMeet() throws {
    var images = StyleImages()
    func picture(_ width: Int, _ height: Int) -> StyleImage {
      StyleImage(image: Image(width: width, height: height, scale: 1) { _, _ in SIMD4(1, 2, 3, 4) })
    }
    images.add(Dictionary(uniqueKeysWithValues: (0..<60).map { ("p\($0)", picture(5 + $0 % 30, 5 + $0 * 7 % 40)) }))
    let before = images.placed.map(\.placement)
    images.add(["late": picture(900, 200), "huge": picture(9000, 1)])
    #expect(images.placed.filter { $0.name.hasPrefix("p") }.map(\.placement) == before)
    #expect(images["huge"] != nil)
    #expect(images.placement("huge") == nil)
    let rects = images.placed.flatMap { [$0.placement.icon, $0.placement.pattern] }
    for (index, a) in rects.enumerated() {
      // A pixel of border belongs to each.
      #expect(a.x >= 1 && a.y >= 1 && Int(a.x + a.width) < images.atlasWidth && Int(a.y + a.height) < images.atlasHeight)
      for b in rects.dropFirst(index + 1) {
        let isApart =
          a.x + a.width + 1 < b.x || b.x + b.width + 1 < a.x || a.y + a.height + 1 < b.y || b.y + b.height + 1 < a.y
        #expect(isApart)
      }
    }
  }
}
