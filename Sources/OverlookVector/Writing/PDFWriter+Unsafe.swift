package import OverlookFormats

/// Writes pages as PDF through cairo: letters as letters of embedded fonts, links, title.
package enum PDFWriter {
  /// Whether the machine has what it takes.
  package static var isAvailable: Bool { CairoLibrary.shared != nil }

  /// Millimetres are what PDF readers take up to five metres of.
  package static let maximumSide = 14_400.0

  /// Takes the bytes that cairo writes; the first fault ends the writing.
  private final class Sink {
    let file: OutputFile
    var error: FormatError?

    init(_ file: OutputFile) { self.file = file }

    func append(_ bytes: UnsafePointer<UInt8>?, _ count: UInt32) -> Bool {
      guard error == nil else { return false }
      guard let bytes, count > 0 else { return true }
      do throws(FormatError) {
        // Invariant: cairo lends `count` bytes for the time of the call.
        try file.append(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
        return true
      } catch {
        self.error = error
        return false
      }
    }
  }

  package static func write(_ document: PageDocument, to file: OutputFile, progress: PageProgress) throws(PageError) {
    try PageSize.check(document, maximumSide: maximumSide)
    guard let library = CairoLibrary.shared else { throw .noCairo }
    let sink = Sink(file)
    // Invariant: the surface is finished, and calls no more, before the sink goes.
    let closure = Unmanaged.passUnretained(sink).toOpaque()
    let created = library.createPDF(
      { closure, bytes, count in
        guard let closure else { return PDFWriter.writeError }
        return Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue().append(bytes, count) ? 0 : PDFWriter.writeError
      }, closure, document.width, document.height)
    guard let surface = created else { throw .cairo("no surface") }
    defer { library.destroySurface(surface) }
    setMetadata(document, of: surface, library)
    let fault = Result { () throws(PageError) in
      let canvas = try CairoCanvas(library, surface: surface, PageCounter(document, progress))
      try canvas.draw(document)
    }
    library.finishSurface(surface)
    if let error = sink.error { throw .file(error) }
    try fault.get()
    let status = library.surfaceStatus(surface)
    guard status == 0 else { throw .cairo(library.statusText(status).map { String(cString: $0) } ?? "status \(status)") }
    withExtendedLifetime(sink) {}
  }

  /// CAIRO_STATUS_WRITE_ERROR.
  private static let writeError: Int32 = 11

  private static func setMetadata(_ document: PageDocument, of surface: OpaquePointer, _ library: CairoLibrary) {
    let date = ISOTime(secondsOf: Double(document.creationTime)).text
    // 0: title, 4: creator, 5: creation, 6: last change.
    for (key, text) in [(Int32(0), document.title), (4, document.creator), (5, date), (6, date)] where !text.isEmpty {
      library.setMetadata(surface, key, text)
    }
  }
}

/// Sizes that can be written.
enum PageSize {
  static func check(_ document: PageDocument, maximumSide: Double) throws(PageError) {
    for side in [document.width, document.height] where !(side.isFinite && side >= 1 && side <= maximumSide) {
      throw .unusableSize("\(text(document.width)) × \(text(document.height)) points")
    }
  }

  private static func text(_ side: Double) -> String {
    side.isFinite && abs(side) < 1e9 ? "\((side * 10).rounded() / 10)" : "\(side)"
  }
}
