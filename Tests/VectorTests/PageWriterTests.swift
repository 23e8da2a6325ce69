import Foundation
import OverlookFormats
import OverlookSupport
import OverlookText
import OverlookVector
import OverlookTestSupport
import Testing

/// A folder that goes with the test.
private final class Folder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-page-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// A page with a bit of everything.
private func page(_ text: String = "Töölö & <Co>") throws -> PageDocument {
  var document = PageDocument(width: 300, height: 200, creationTime: 1_750_000_000)
  document.title = "A \"map\" & more"
  var outline = PageOutline()
  outline.add([SIMD2(10, 10), SIMD2(60, 10), SIMD2(60, 60), SIMD2(10, 60)], isClosed: true)
  outline.add([SIMD2(30, 30), SIMD2(30, 40), SIMD2(40, 40), SIMD2(40, 30)], isClosed: true)
  var line = PageOutline()
  line.add([SIMD2(100, 20), SIMD2(160, 20.5), SIMD2(160, 80)], isClosed: false)
  let stroke = PageStroke(color: PageColor(red: 1, green: 0, blue: 0, alpha: 0.5), width: 3, dashes: [6, 2], dashPhase: 1)
  let image = PageImage(
    Image(width: 4, height: 4, scale: 1) { column, _ in column < 2 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 0, 0) })
  document.elements = [
    .group(
      PageGroup(
        name: "map", origin: SIMD2(5, 5), scale: 0.5, clip: PageRect(x: 0, y: 0, width: 400, height: 300),
        elements: [
          .path(PagePath(outline, fill: .color(PageColor(red: 0, green: 0, blue: 1)))), .path(PagePath(line, stroke: stroke)),
          .picture(PagePicture(image, PageRect(x: 200, y: 100, width: 40, height: 40))),
        ]))
  ]
  document.elements += SheetText().texts(text, at: SIMD2(20, 150), size: 12)
  document.links = [
    PageDocument.Link(rect: PageRect(x: 200, y: 180, width: 80, height: 10), address: "https://example.org/a?b=c&d")
  ]
  return document
}

@Suite struct SVGWriterTests {
  private func written(_ document: PageDocument) throws -> XMLNode {
    let folder = try Folder()
    let file = try OutputFile(replacing: folder.path("a.svg"))
    try SVGWriter.write(document, to: file, progress: PageProgress())
    try file.publish()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a.svg"))))
    return try XMLReader.document(bytes, thing: "page").root
  }

  @Test func pathsComeBackAsTheyWere() throws {
    let svg = try written(try page())
    #expect(svg.attribute("viewBox") == "0 0 300 200" && svg.attribute("width") == "300pt")
    let group = try #require(svg.first("g"))
    #expect(group.attribute("transform") == "translate(5 5) scale(0.5)" && group.attribute("label") == "map")
    let paths = group.children("path")
    #expect(paths.first?.attribute("d") == "M10 10L60 10L60 60L10 60ZM30 30L30 40L40 40L40 30Z")
    #expect(paths.first?.attribute("fill") == "#0000ff")
    let line = try #require(paths.last)
    #expect(line.attribute("d") == "M100 20L160 20.5L160 80" && line.attribute("fill") == "none")
    #expect(line.attribute("stroke-dasharray") == "6 2" && line.attribute("stroke-dashoffset") == "1")
    #expect(line.attribute("stroke-opacity") == "0.5" && line.attribute("stroke-width") == "3")
  }

  @Test func theClipIsTheOneThatTheGroupNames() throws {
    let svg = try written(try page())
    let clip = try #require(svg.first("clipPath"))
    #expect(svg.first("g")?.attribute("clip-path") == "url(#\(clip.attribute("id") ?? ""))")
    #expect(clip.first("rect")?.attribute("width") == "400")
  }

  @Test func textIsText() throws {
    let svg = try written(try page())
    let text = try #require(svg.first("text"))
    #expect(text.text == "Töölö & <Co>" && text.attribute("font-size") == "12")
    #expect(text.attribute("font-family")?.hasPrefix("Inter") == true)
    // A place for each letter.
    let places = (text.attribute("x") ?? "").split(separator: " ").compactMap { Double($0) }
    #expect(places.count == 12 && places.first == 20 && places == places.sorted())
    #expect(svg.first("title")?.text == "A \"map\" & more")
  }

  @Test func picturesLieInTheFileOnce() throws {
    var document = try page()
    if case .group(var group) = document.elements[0] {
      group.elements.append(group.elements[2])
      document.elements[0] = .group(group)
    }
    let group = try #require(try written(document).first("g"))
    #expect(group.children("defs").count == 1 && group.children("use").count == 2)
    let address = try #require(group.first("defs")?.first("image")?.attribute("href"))
    let bytes = try #require(Data(base64Encoded: String(address.dropFirst("data:image/png;base64,".count))))
    let image = try ImageDecoder.decode([UInt8](bytes))
    #expect(image.width == 4 && Array(image.pixels.prefix(4)) == [255, 0, 0, 255])
  }

  @Test func numbersAreShort() {
    #expect(SVGWriter.number(0.005) == "0.01" && SVGWriter.number(-0.001) == "0" && SVGWriter.number(12.50) == "12.5")
    #expect(SVGWriter.number(.nan) == "0" && SVGWriter.number(-3.07) == "-3.07")
  }
}

@Suite struct PDFWriterTests {
  private func write(_ document: PageDocument, to path: String) throws -> [UInt8] {
    let file = try OutputFile(replacing: path)
    try PDFWriter.write(document, to: file, progress: PageProgress())
    try file.publish()
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func skips() -> Bool {
    if PDFWriter.isAvailable { return false }
    print("skipped: libcairo is not installed")
    return true
  }

  @Test func aPageIsTheSameEachTime() throws {
    if skips() { return }
    let folder = try Folder()
    let first = try write(try page(), to: folder.path("a.pdf"))
    #expect(first.starts(with: Array("%PDF-".utf8)))
    #expect(first == (try write(try page(), to: folder.path("b.pdf"))))
    let text = String(decoding: first, as: UTF8.self)
    #expect(text.contains("/CreationDate (20250615150640"), "the moment that was given, in UTC")
    #expect(text.contains("https://example.org/a?b=c&d"))
    #expect(text.contains("/FontFile"), "letters are embedded")
  }

  @Test(arguments: ["Töölö & <Co>", "Mannerheimintie 5", "東京都", "القاهرة"])
  func textCanBeTakenOut(_ text: String) async throws {
    if skips() { return }
    let folder = try Folder()
    let path = folder.path("a.pdf")
    let document = try page(text)
    _ = try write(document, to: path)
    guard document.elements.texts.map(\.text).joined() == text else {
      return print("skipped: no font of this machine has the letters of \(text)")
    }
    let (name, arguments) =
      Tool.path("pdftotext") != nil
      ? ("pdftotext", [path, "-"])
      : ("gs", ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=txtwrite", "-o", "-", path])
    guard Tool.path(name) != nil else { return print("skipped: neither pdftotext nor gs is installed") }
    let outcome = try await Tool.run(name, arguments)
    let found = outcome.output.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace }
    let wanted = text.filter { !$0.isWhitespace }
    // Ghostscript gives what is read from the right in the order of the eye.
    #expect(found.contains(wanted) || found.contains(String(wanted.reversed())), "\(outcome.output)")
  }

  @Test(arguments: [Double.nan, .infinity, 0, -5, 1e9]) func sizesThatNoPaperHasAreRefused(_ side: Double) throws {
    let folder = try Folder()
    var document = try page()
    document.width = side
    let file = try OutputFile(replacing: folder.path("a.pdf"))
    #expect(throws: PageError.self) { try PDFWriter.write(document, to: file, progress: PageProgress()) }
    #expect(throws: PageError.self) { try SVGWriter.write(document, to: file, progress: PageProgress()) }
    #expect(throws: PageError.self) { try PagePainter.image(document, pixelsPerPoint: 1) }
    file.abandon()
  }

  @Test func numbersThatAreNoneHarmNothing() throws {
    if skips() { return }
    let folder = try Folder()
    var document = try page()
    var outline = PageOutline()
    outline.add([SIMD2(.nan, 1), SIMD2(1e300, 5), SIMD2(5, -.infinity), SIMD2(3, 3)], isClosed: true)
    let stroke = PageStroke(color: .black, width: .nan, dashes: [.nan, -1], dashPhase: .infinity)
    document.elements += [
      .path(PagePath(outline, fill: .color(.black), stroke: stroke)),
      .picture(
        PagePicture(PageImage(Image()), topLeft: .zero, topRight: SIMD2(.nan, 0), bottomLeft: SIMD2(0, 1), opacity: .nan)),
      .group(PageGroup(scale: .nan, opacity: .nan)), .group(PageGroup(scale: 0)),
    ]
    #expect(try write(document, to: folder.path("a.pdf")).count > 1000)
    let file = try OutputFile(replacing: folder.path("a.svg"))
    try SVGWriter.write(document, to: file, progress: PageProgress())
    file.abandon()
  }

  @Test func aCancelledPageLeavesTheOldFile() throws {
    if skips() { return }
    let folder = try Folder()
    var document = try page()
    for _ in 0..<500 {
      document.elements.append(.path(PagePath(PageOutline(PageRect(x: 1, y: 1, width: 5, height: 5)), fill: .color(.black))))
    }
    let path = folder.path("a.pdf")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let file = try OutputFile(replacing: path)
    #expect(throws: PageError.cancelled) {
      try PDFWriter.write(document, to: file, progress: PageProgress(isCancelled: { true }))
    }
    file.abandon()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.pdf"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("old".utf8))
  }
}

@Suite struct PagePainterTests {
  @Test func aPatternIsAsOpaqueAsItSays() throws {
    if !PDFWriter.isAvailable { return print("skipped: libcairo is not installed") }
    var document = PageDocument(width: 8, height: 4, creationTime: 0)
    let black = PageImage(Image(width: 2, height: 2, scale: 1) { _, _ in SIMD4(0, 0, 0, 255) })
    for (x, opacity) in [(0.0, 0.25), (4.0, 1)] {
      var outline = PageOutline()
      outline.add([SIMD2(x, 0), SIMD2(x + 4, 0), SIMD2(x + 4, 4), SIMD2(x, 4)], isClosed: true)
      document.elements.append(.path(PagePath(outline, fill: .pattern(black, width: 2, height: 2, opacity: opacity))))
    }
    let image = try PagePainter.image(document, pixelsPerPoint: 1)
    // A quarter of black on white: 255 * 0.75.
    #expect(abs(Int(image.pixels[4 * (8 + 1)]) - 191) <= 1)
    #expect(image.pixels[4 * (8 + 6)] == 0)
  }

  @Test func aPageIsPaintedWhereItSays() throws {
    guard PDFWriter.isAvailable else { return print("skipped: libcairo is not installed") }
    let image = try PagePainter.image(try page(), pixelsPerPoint: 2)
    func pixel(_ x: Double, _ y: Double) -> [UInt8] {
      let place = 4 * (Int(y * 2) * image.width + Int(x * 2))
      return Array(image.pixels[place..<place + 3])
    }
    #expect(image.width == 600 && image.height == 400)
    // The group is half as large, five points in.
    #expect(pixel(5 + 20 / 2, 5 + 20 / 2) == [0, 0, 255])
    #expect(pixel(5 + 35 / 2, 5 + 35 / 2) == [255, 255, 255], "the hole")
    #expect(pixel(5 + 205 / 2, 5 + 120 / 2) == [255, 0, 0], "the picture")
    #expect(pixel(290, 190) == [255, 255, 255])
  }
}
