package import Foundation
import OverlookFormats
package import OverlookSupport

/// A picture as it should be: `Tests/RenderTests/Golden/<area>/<name>/expected.png`.
///
/// `OVERLOOK_UPDATE_GOLDEN=1` in the environment writes what is rendered instead of comparing it; look at each one before you
/// commit it.
package struct GoldenPicture {
  /// Share of the pixels that may differ, 0.025 %.
  package static let tolerance = 0.00025

  /// On a graphics card: what all pixels together may differ, 1 % of black to white. Each make places its samples elsewhere.
  package static let cardTolerance = 0.01

  private let path: String
  private let expectedFolder: URL
  /// Where a picture that is not as expected is left: as a graphics card draws it beside, not in place of, what the processor drew.
  package let failureFolder: URL
  private let isUpdating: Bool

  /// `path` is "area/name". The other arguments are for tests of this type.
  package init(_ path: String, root: URL? = nil, isUpdating: Bool? = nil) {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = root ?? tests.appendingPathComponent("RenderTests")
    self.path = path
    expectedFolder = folder.appendingPathComponent("Golden").appendingPathComponent(path)
    failureFolder = folder.appendingPathComponent(TestDriver.isCard ? "Failures/card" : "Failures").appendingPathComponent(path)
    self.isUpdating = isUpdating ?? (ProcessInfo.processInfo.environment["OVERLOOK_UPDATE_GOLDEN"] == "1")
  }

  /// Nil when `image` looks as expected; else what is wrong, and `actual.png` and `diff.png` lie in `failureFolder`.
  package func mismatch(with image: Image) throws -> String? {
    let expectedFile = expectedFolder.appendingPathComponent("expected.png")
    if isUpdating {
      try Self.write(image, to: expectedFile)
      return nil
    }
    if let data = try? Data(contentsOf: expectedFile) {
      return try mismatch(of: image, from: try ImageDecoder.decode([UInt8](data)))
    }
    let actualFile = failureFolder.appendingPathComponent("actual.png")
    try Self.write(image, to: actualFile)
    return "\(path): there is no expected picture; rendered: \(actualFile.path)"
  }

  /// As `mismatch(with:)`, where the expected picture is not a file.
  package func mismatch(of image: Image, from expected: Image) throws -> String? {
    try? FileManager.default.removeItem(at: failureFolder)
    let actualFile = failureFolder.appendingPathComponent("actual.png")
    guard let comparison = PictureComparison(expected, image) else {
      try Self.write(image, to: actualFile)
      return
        "\(path): \(expected.width) x \(expected.height) pixels expected, not \(image.width) x \(image.height): \(actualFile.path)"
    }
    if comparison.share <= Self.tolerance { return nil }
    let isAlike = PictureComparison.rootMeanSquare(expected, image).map { $0 <= Self.cardTolerance } ?? false
    if TestDriver.isCard, isAlike { return nil }
    try Self.write(image, to: actualFile)
    if let diff = comparison.diff { try Self.write(diff, to: failureFolder.appendingPathComponent("diff.png")) }
    let percent = String(format: "%.3f", comparison.share * 100)
    return "\(path): \(comparison.differingPixels) pixels (\(percent) %) differ: \(failureFolder.path)"
  }

  private static func write(_ image: Image, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(try PNGEncoder.encode(image)).write(to: file)
  }
}
