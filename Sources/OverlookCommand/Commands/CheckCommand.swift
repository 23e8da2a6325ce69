import ArgumentParser
import Overlook
import OverlookFormats
import OverlookPanorama
import OverlookSupport

/// `overlook check`: reads all of a file without showing it.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reads all of the files and says what is wrong with them.",
    discussion: """
      Known are tile pictures, vector tiles, gzip data of them, tile archives (.mbtiles, .pmtiles, .gpkg), GeoTIFF, TileJSON, the \
      documents of WMTS, WMS and TMS, documents of panoramas (tours and tiles of Pannellum and Photo Sphere Viewer, Deep Zoom, \
      Zoomify), styles, Google-style documents, sprites, ranges of glyphs, GeoJSON, GPX, KML, tables and \
      the other files of features that overlook info knows, and glTF models, told apart by their content. Says nothing about a sound file. Warnings name parts that are left out; exit status 1: a file \
      cannot be used. Writes nothing and connects to nobody.
      """)

  @Argument(help: "Files to read.")
  var files: [String]

  func run() throws {
    var unusableCount = 0
    for file in files {
      if ["http://", "https://"].contains(where: file.lowercased().hasPrefix) {
        Report.error("\(TileSource.displayName(of: file)) is no file, and check connects to nobody; overlook info does")
        unusableCount += 1
        continue
      }
      let report = FileCheck.run(file, others: [.panoramas, .mapDocument, .features])
      if let error = report.error {
        Report.error("\(error)")
        unusableCount += 1
        continue
      }
      let name = OutsideText.cleaned(file)
      for line in report.findings.lines { Report.warning("\(name): \(OutsideText.cleaned(line, limit: 600))") }
    }
    // Everything was said.
    if unusableCount > 0 { throw ExitCode(1) }
  }
}
