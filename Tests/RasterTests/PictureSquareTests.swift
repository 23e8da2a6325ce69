import OverlookRaster
import OverlookSupport
import OverlookTestSupport
import Testing

@Suite struct PictureSquareTests {
  private static let picture = Image(width: 40, height: 30, scale: 1) { column, row in
    SIMD4(UInt8(column * 37 % 256), UInt8(row * 53 % 256), UInt8((column * row * 11) % 256), UInt8(255 - column * 5))
  }

  /// Between four pixels, written down once more.
  private static func expected(_ place: SIMD2<Double>) -> SIMD4<Double> {
    let (column, row) = (Int(place.x), Int(place.y))
    let (right, below) = (place.x - Double(column), place.y - Double(row))
    func pixel(_ column: Int, _ row: Int) -> SIMD4<Double> {
      let first = 4 * (row * picture.width + column)
      return SIMD4(
        Double(picture.pixels[first]), Double(picture.pixels[first + 1]), Double(picture.pixels[first + 2]),
        Double(picture.pixels[first + 3]))
    }
    let upper = pixel(column, row) * (1 - right) + pixel(column + 1, row) * right
    let lower = pixel(column, row + 1) * (1 - right) + pixel(column + 1, row + 1) * right
    return upper * (1 - below) + lower * below
  }

  private static func pixel(_ sheet: PixelSheet, _ x: Int, _ y: Int) -> SIMD4<Double> {
    sheet.withBytes { bytes in
      let first = 4 * (y * sheet.width + x)
      return SIMD4(
        Double(bytes[first + 2]), Double(bytes[first + 1]), Double(bytes[first]), Double(bytes[first + 3]))
    }
  }

  private static let square = PictureSquare(
    x: 3, y: 5, side: 16, upperLeft: SIMD2(4.3, 2.1), upperRight: SIMD2(33.7, 6.4), lowerLeft: SIMD2(1.2, 25.5),
    lowerRight: SIMD2(36.9, 20.2))

  private static func place(_ column: Int, _ row: Int) -> SIMD2<Double> {
    let (right, down) = ((Double(column) + 0.5) / 16, (Double(row) + 0.5) / 16)
    let (a, b) = (square.upperLeft * (1 - right), square.upperRight * right)
    let (c, d) = (square.lowerLeft * (1 - right), square.lowerRight * right)
    return (a + b) * (1 - down) + (c + d) * down
  }

  /// Calls `body` with the pixels of the picture.
  private func read(_ body: (PicturePixels) -> Void) {
    var list: [PicturePixels] = []
    let isRead = PicturePixels.withAll(of: [Self.picture], in: &list) { pixels in
      pixels.forEach(body)
      return pixels.count == 1
    }
    #expect(isRead && list.isEmpty)
  }

  private func draw(_ sheet: PixelSheet, _ square: PictureSquare) -> Bool {
    var isDrawn = false
    read { isDrawn = sheet.draw(square, from: $0) }
    return isDrawn
  }

  @Test func picturesAreReadInTheirOrderAndForgottenAfterwards() throws {
    let small = try #require(Image(width: 2, height: 1, premultipliedRGBA: [1, 2, 3, 4, 5, 6, 7, 8]))
    var list: [PicturePixels] = []
    #expect(PicturePixels.withAll(of: [small, Self.picture, small], in: &list) { $0.map(\.width) == [2, 40, 2] })
    #expect(list.isEmpty)
    #expect(PicturePixels.withAll(of: [], in: &list) { $0.isEmpty })
    #expect(!PicturePixels.withAll(of: [small], in: &list) { _ in false })
  }

  @Test func eachPixelLiesBetweenTheFourAroundItsPlace() {
    let sheet = PixelSheet(width: 32, height: 32)
    #expect(draw(sheet, Self.square))
    for row in 0..<16 {
      for column in 0..<16 {
        let difference = Self.pixel(sheet, 3 + column, 5 + row) - Self.expected(Self.place(column, row))
        // 1/256 of the way between two pixels that may be 255 apart, across and down, and the rounding of bytes.
        #expect(max(difference.max(), -difference.min()) <= 3, "at \(column), \(row)")
      }
    }
    #expect(Self.pixel(sheet, 2, 5) == .zero && Self.pixel(sheet, 19, 20) == .zero && Self.pixel(sheet, 3, 4) == .zero)
  }

  private static let bent: PictureSquare = {
    var bent = square
    bent.bend = SquareBend(above: SIMD2(2, -4), below: SIMD2(-1.5, 2), before: SIMD2(1.5, -2), after: SIMD2(-2, 1.5))
    return bent
  }()

  @Test func aBentSquareGoesThroughTheMiddlesOfItsSides() throws {
    let bend = try #require(Self.bent.bend)
    #expect(bend.way(SIMD2(0.5, 0)) == bend.above / 4 && bend.way(SIMD2(0.5, 1)) == bend.below / 4)
    #expect(bend.way(SIMD2(0, 0.5)) == bend.before / 4 && bend.way(SIMD2(1, 0.5)) == bend.after / 4)
    // All of it, a part of it, and one that begins between two pixels of a pair.
    for (x, y) in [(3, 5), (-7, -3), (20, 24)] {
      let sheet = PixelSheet(width: 32, height: 32)
      var square = Self.bent
      (square.x, square.y) = (x, y)
      #expect(draw(sheet, square))
      var count = 0
      for row in max(-y, 0)..<min(32 - y, 16) {
        for column in max(-x, 0)..<min(32 - x, 16) {
          let share = SIMD2(Double(column) + 0.5, Double(row) + 0.5) / 16
          let difference = Self.pixel(sheet, x + column, y + row) - Self.expected(Self.place(column, row) + bend.way(share))
          #expect(max(difference.max(), -difference.min()) <= 3, "at \(column), \(row)")
          count += 1
        }
      }
      #expect(count >= 64)
    }
  }

  @Test func aBentSquareThatMayReachBeyondThePictureIsRefused() {
    let sheet = PixelSheet(width: 32, height: 32)
    var square = Self.bent
    square.bend?.below.x = .nan
    #expect(!draw(sheet, square))
    square.bend?.below.x = 30
    #expect(!draw(sheet, square), "it may reach beyond the right edge")
    square.bend?.below.x = 2
    square.side = PictureSquare.mostBent + 1
    #expect(!draw(sheet, square))
  }

  @Test func aPainterDrawsEachSquareOnceTheNextOneCame() {
    let sheet = PixelSheet(width: 64, height: 32)
    let alone = PixelSheet(width: 64, height: 32)
    var painter = SquarePainter()
    var second = Self.bent
    second.x = 40
    read { picture in
      let isFirst = painter.draw(Self.square, from: picture, to: sheet)
      #expect(isFirst)
      #expect(Self.pixel(sheet, 5, 7) == .zero, "it waits")
      var beside = Self.square
      beside.upperLeft.x = -1
      let isBeside = painter.draw(beside, from: picture, to: sheet)
      #expect(!isBeside)
      #expect(Self.pixel(sheet, 5, 7) == .zero, "one that is refused changes nothing")
      let isSecond = painter.draw(second, from: picture, to: sheet)
      #expect(isSecond)
      #expect(Self.pixel(sheet, 5, 7) != .zero && Self.pixel(sheet, 42, 7) == .zero)
      painter.finish(on: sheet)
      painter.finish(on: sheet)
      let areAlone = [alone.draw(Self.square, from: picture), alone.draw(second, from: picture)]
      #expect(areAlone == [true, true])
    }
    let isSame = sheet.withBytes { one in alone.withBytes { other in one.elementsEqual(other) } }
    #expect(isSame)
  }

  @Test func aSquareBesideTheSheetIsCutAndOneBesideThePictureRefused() {
    let sheet = PixelSheet(width: 8, height: 8)
    var square = Self.square
    (square.x, square.y) = (-12, -10)
    #expect(draw(sheet, square))
    for (column, row) in [(0, 0), (3, 5)] {
      let difference = Self.pixel(sheet, column, row) - Self.expected(Self.place(column + 12, row + 10))
      #expect(max(difference.max(), -difference.min()) <= 3)
    }
    #expect(Self.pixel(sheet, 4, 0) == .zero && Self.pixel(sheet, 0, 6) == .zero)
    square.x = 100
    #expect(draw(sheet, square))
    for place in [SIMD2(-0.01, 5), SIMD2(39, 5), SIMD2(5, 29.5), SIMD2(.nan, 5)] {
      square.lowerLeft = place
      #expect(!draw(sheet, square), "\(place)")
    }
  }

  @Test func aSinglePixelGoesAroundOrStaysAtTheEdge() {
    let sheet = PixelSheet(width: 2, height: 1)
    read { sheet.set(x: 0, y: 0, from: $0, at: SIMD2(39.5, 7), goesAround: true) }
    read { sheet.set(x: 1, y: 0, from: $0, at: SIMD2(39.5, 7), goesAround: false) }
    let (first, last) = (Self.expected(SIMD2(0, 7)), Self.expected(SIMD2(38.99999, 7)))
    let around = Self.pixel(sheet, 0, 0) - (first + last) / 2
    #expect(max(around.max(), -around.min()) <= 2)
    let edge = Self.pixel(sheet, 1, 0) - last
    #expect(max(edge.max(), -edge.min()) <= 2)
    read { sheet.set(x: 5, y: 0, from: $0, at: SIMD2(3, 7), goesAround: false) }
    read { sheet.set(x: 1, y: 0, from: $0, at: SIMD2(.infinity, 7), goesAround: false) }
    #expect(Self.pixel(sheet, 1, 0) - last == edge)
  }
}
