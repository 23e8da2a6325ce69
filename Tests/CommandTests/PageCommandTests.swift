import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// Views as pages on the command line.
  @Suite struct PageCommandTests {
    private static let view = ["--center=60.17,24.94", "--zoom=15", "--made-at=2026-01-02T03:04:05Z"]
    private static let hasCairo = SharedLibrary("libcairo.so.2") != nil
    private static let track =
      #"<gpx version="1.1"><trk><name>Walk</name><trkseg><trkpt lat="60.168" lon="24.93"/><trkpt lat="60.172" lon="24.95"/>"#
      + "</trkseg></trk></gpx>"

    private func skips() -> Bool {
      if Self.hasCairo { return false }
      print("skipped: libcairo is not installed")
      return true
    }

    /// All elements of a name in a document.
    private func all(_ name: String, in node: XMLNode) -> [XMLNode] {
      node.children.flatMap { ($0.name == name ? [$0] : []) + all(name, in: $0) }
    }

    @Test func aViewIsWrittenAsSVG() async throws {
      let place = try Workplace()
      let outcome = try await place.overlook(["export", "-o", "a.svg", "--title=Kaupunki", "--size=A5"] + Self.view)
      outcome.expectSuccess()
      let svg = try XMLReader.document(try place.bytes("a.svg"), thing: "page").root
      #expect(svg.attribute("viewBox") == "0 0 595.28 419.53" && svg.first("title")?.text == "Kaupunki")
      let texts = Set(all("text", in: svg).map(\.text))
      #expect(texts.contains("Kaupunki") && texts.contains { $0.hasPrefix("1 : ") })
      // Names of the embedded city.
      #expect(texts.count > 20, "\(texts)")
      let paths = all("path", in: svg)
      #expect(paths.count > 30 && paths.contains { $0.attribute("stroke-width") != nil })
      // Nothing lies beyond the page: the map is cut to its frame.
      #expect(all("g", in: svg).contains { $0.attribute("clip-path") != nil })
    }

    @Test func aPageIsTheSameEachTime() async throws {
      if skips() { return }
      let place = try Workplace()
      try await place.overlook(["export", "-o", "a.pdf"] + Self.view).expectSuccess()
      try await place.overlook(["export", "-o", "b.pdf"] + Self.view).expectSuccess()
      let bytes = try place.bytes("a.pdf")
      #expect(bytes == (try place.bytes("b.pdf")) && bytes.starts(with: Array("%PDF-".utf8)))
    }

    @Test func filesLieOnThePage() async throws {
      let place = try Workplace()
      let path = try place.file("walk.gpx", Array(Self.track.utf8))
      try await place.overlook(["export", path, "-o", "a.svg", "--legend"] + Self.view).expectSuccess()
      let svg = try XMLReader.document(try place.bytes("a.svg"), thing: "page").root
      // The line of the track, in the colour of files without looks.
      #expect(all("path", in: svg).contains { $0.attribute("stroke") == "#d92e52" && $0.attribute("stroke-width") == "3" })
      #expect(all("text", in: svg).contains { $0.text == "walk.gpx" })
    }

    @Test func aScaleIsAScale() async throws {
      let place = try Workplace()
      try await place.overlook(["export", "-o", "a.svg", "--center=60.17,24.94", "--map-scale=25000"]).expectSuccess()
      let svg = try XMLReader.document(try place.bytes("a.svg"), thing: "page").root
      #expect(all("text", in: svg).contains { $0.text == "1 : 25,000" })
    }

    /// The page, drawn, beside the picture that the engine draws of the same view.
    @Test func aPageLooksAsTheMapDoes() async throws {
      if skips() { return }
      let place = try Workplace()
      // 800 x 600 points of a screen.
      try await place.overlook(
        ["export", "-o", "page.png", "--size=211.6667x158.75mm", "--margin=0", "--no-scale-bar", "--no-credits", "--dpi=96"]
          + Self.view
      ).expectSuccess()
      try await place.overlook(
        ["snapshot", "-o", "map.png", "--size=800x600", "--style=day", "--center=60.17,24.94", "--zoom=15"]
      ).expectSuccess()
      let page = try ImageDecoder.decode(try place.bytes("page.png"))
      let map = try ImageDecoder.decode(try place.bytes("map.png"))
      try #require(page.width == 800 && page.height == 600 && map.width == 800)
      var (sum, far) = (0, 0)
      for index in stride(from: 0, to: 4 * 800 * 600, by: 4) {
        let difference = (0..<3).reduce(0) { max($0, abs(Int(page.pixels[index + $1]) - Int(map.pixels[index + $1]))) }
        sum += difference
        if difference > 64 { far += 1 }
      }
      let (mean, share) = (Double(sum) / 480_000, Double(far) / 480_000)
      #expect(mean < 8 && share < 0.04, "mean \(mean), \(share) of the pixels differ by more than a quarter")
    }

    @Test func whatCannotBeWrittenIsSaid() async throws {
      let place = try Workplace()
      for (arguments, status, text) in [
        (["-o", "a.docx"], Int32(2), "must end in"), (["-o", "a.pdf", "--size=1x1mm"], 2, "20 to 5000"),
        (["-o", "a.pdf", "--size=nanxinf"], 2, "20 to 5000"), (["-o", "a.pdf", "--dpi=0"], 2, "36 to 1200"),
        (["-o", "a.pdf", "--map-scale=0"], 2, "--map-scale"), (["-o", "none/a.svg"], 1, "cannot be written"),
        (["-o", "a.geojson"], 2, "one file"),
      ] as [([String], Int32, String)] {
        let outcome = try await place.overlook(["export"] + arguments + Self.view)
        #expect(outcome.status == status && outcome.errors.contains(text), "\(arguments) \(outcome.status) \(outcome.errors)")
      }
      let outcome = try await place.overlook(["snapshot", "-o", "a.pdf"])
      #expect(outcome.status == 2 && outcome.errors.contains("overlook export"), "\(outcome.errors)")
    }

    /// A file system that takes no more than eight blocks of a file.
    @Test func aFullDiskLeavesTheOldFile() async throws {
      let place = try Workplace()
      _ = try place.file("a.svg", Array("old".utf8))
      let outcome = try await place.shell(
        "trap '' XFSZ; ulimit -f 8; $overlook export -o a.svg \(Self.view.joined(separator: " "))")
      #expect(outcome.status == 1 && outcome.errors.contains("a.svg cannot be written"), "\(outcome.errors)")
      #expect(try place.bytes("a.svg") == Array("old".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["a.svg"])
    }
  }
}
