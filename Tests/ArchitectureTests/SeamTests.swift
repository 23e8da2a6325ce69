import Foundation
import Testing

/// How many files know of a kind of thing beside its own: as many as `Documentation/adding.md` says that another one touches.
@Suite struct SeamTests {
  /// A kind, by the one that stands for all.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What names it in code.
    let sign: String
    /// Where that is looked for: beginnings of paths.
    let places: [String]
    /// Its own files, as a part of their paths.
    let own: String
    let fileCount: Int
  }

  static let kinds = [
    Kind(
      testDescription: "overlay kind", sign: #"\bmodels\b|\.model[,:)]|case .*\bmodel$|ModelPass\("#,
      places: [
        "Sources/OverlookScene/", "Sources/OverlookOverlayPasses/", "Sources/OverlookProfiling/", "Sources/OverlookRender/",
        "Sources/Overlook/",
      ], own: "/Model", fileCount: 5),
    Kind(
      testDescription: "style layer", sign: #"\bhillshade\b|\bhillshadePaint\b|HillshadePass\("#,
      places: [
        "Sources/OverlookStyle/", "Sources/OverlookLayout/", "Sources/OverlookStyledMap/", "Sources/OverlookStylePasses/",
      ], own: "Table+Raster", fileCount: 5),
    Kind(
      testDescription: "tile source", sign: #"\bgeoTIFF\b"#,
      places: ["Sources/OverlookTiles/", "Sources/OverlookStyledMap/", "Sources/Overlook/", "Sources/OverlookCommand/"],
      own: "GeoTIFF", fileCount: 3),
    Kind(
      testDescription: "format", sign: #"\bgeoTIFF\b"#, places: ["Sources/OverlookFormats/", "Package.swift"], own: "/GeoTIFF",
      fileCount: 1),
    Kind(
      testDescription: "control", sign: #"\bCompassControl\b"#, places: ["Sources/"], own: "/CompassControl", fileCount: 1),
  ]

  @Test(arguments: kinds) func anotherKindTouchesNoMoreFilesThanTheGuideSays(kind: Kind) throws {
    let sign = try Regex(kind.sign)
    let files = try Repository.swiftFiles("Sources").filter { file in
      kind.places.contains { file.path.hasPrefix($0) } && !file.path.contains(kind.own)
        && file.code.contains { $0.firstMatch(of: sign) != nil }
    }
    #expect(files.count == kind.fileCount, "\(files.map(\.path))")
  }
}
