import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

@Suite struct GoldenPictureTests {
  /// 200 x 100 pixels, white, with a black square at `x`.
  private func picture(squareAt x: Int) throws -> Image {
    var pixels = [UInt8](repeating: 255, count: 4 * 200 * 100)
    for row in 40..<60 {
      for column in x..<x + 20 {
        for channel in 0..<3 { pixels[4 * (row * 200 + column) + channel] = 0 }
      }
    }
    return try #require(Image(width: 200, height: 100, premultipliedRGBA: pixels))
  }

  @Test func equalPicturesDoNotDiffer() throws {
    let comparison = try #require(PictureComparison(try picture(squareAt: 50), try picture(squareAt: 50)))
    #expect(comparison.differingPixels == 0)
  }

  @Test func aPictureShiftedByOnePixelDiffersInTwoColumns() throws {
    let comparison = try #require(PictureComparison(try picture(squareAt: 50), try picture(squareAt: 51)))
    #expect(comparison.differingPixels == 40)
    #expect(comparison.share > GoldenPicture.tolerance)
  }

  @Test func blackAndWhiteAreExactlyTheLargestDistanceApart() throws {
    let black = try #require(Image(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255]))
    let white = try #require(Image(width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255]))
    #expect(PictureComparison(black, white, threshold: 0.999)?.differingPixels == 1)
    #expect(PictureComparison(black, white, threshold: 1.001)?.differingPixels == 0)
    let nearly = try #require(Image(width: 1, height: 1, premultipliedRGBA: [250, 250, 250, 255]))
    #expect(PictureComparison(nearly, white)?.differingPixels == 0)
    let clear = try #require(Image(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 0]))
    #expect(PictureComparison(clear, white)?.differingPixels == 0)
  }

  @Test func picturesOfTwoSizesCannotBeCompared() throws {
    let small = try #require(Image(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255]))
    #expect(PictureComparison(small, try picture(squareAt: 0)) == nil)
  }

  @Test func aMismatchLeavesWhatWasDrawnAndWhereItDiffers() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-golden-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let shifted = try picture(squareAt: 51)
    let golden = GoldenPicture("area/square", root: root, isUpdating: false)
    #expect(try golden.mismatch(with: shifted)?.contains("no expected picture") == true)

    #expect(try GoldenPicture("area/square", root: root, isUpdating: true).mismatch(with: picture(squareAt: 50)) == nil)
    #expect(try golden.mismatch(with: picture(squareAt: 50)) == nil)
    let failures = golden.failureFolder
    #expect(failures.path.hasPrefix(root.path + "/Failures/") && failures.path.hasSuffix("/area/square"))
    #expect(!FileManager.default.fileExists(atPath: failures.path))

    #expect(try golden.mismatch(with: shifted)?.contains("40 pixels (0.200 %)") == true)
    for file in ["actual.png", "diff.png"] {
      #expect(FileManager.default.fileExists(atPath: failures.appendingPathComponent(file).path))
    }
  }
}
