import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookSupport
package import OverlookVector

/// A page that only has to be drawn and written: a value, for any thread.
package struct PageJob: Sendable {
  struct Style: Sendable {
    var frame: StyleFrame
    var features: [[TileFeatures]]
  }

  /// What a layer of tiles shows.
  struct Tiles: Sendable {
    struct Piece: Sendable {
      var square: TileID
      var worldCopy: Int
      var source: TileID
      var image: Image
    }

    var pieces: [Piece]
    var opacity: Double
  }

  var view: ViewTransform
  var sheet: PageSheet
  var style: Style?
  var tiles: [Tiles]
  var overlays: [OverlayPage.Part]
  var background: PageColor
  var pixelsPerPoint: Double
  var unitsPerPoint: Double
  var metersPerPoint: Double
  var creationTime: Int
  var language: String?
  var dotsPerInch: Double
  var messages: [String]

  /// Draws and writes the page. The file at `path` is whole or as it was before. Returns what was left out or drawn otherwise than on
  /// the screen, one line each.
  package func write(to path: String, as format: PageFormat, progress: PageProgress = PageProgress()) throws(PageProblem)
    -> [String]
  {
    do throws(PageError) {
      // Found out before the work is done.
      if format != .svg, !PDFWriter.isAvailable { throw .noCairo }
      let messages = try OutputFile.replace(path, failure: PageError.file) { file throws(PageError) in
        let (document, messages) = try document(progress)
        try write(document, to: file, as: format, progress)
        try progress.check()
        return messages
      }
      progress.report(1)
      return messages
    } catch {
      throw PageProblem(error)
    }
  }

  private func write(
    _ document: PageDocument, to file: OutputFile, as format: PageFormat, _ progress: PageProgress
  ) throws(PageError) {
    // The second half of the work.
    let rest = PageProgress(report: { progress.report(0.5 + 0.45 * $0) }, isCancelled: progress.isCancelled)
    switch format {
    case .pdf: try PDFWriter.write(document, to: file, progress: rest)
    case .svg: try SVGWriter.write(document, to: file, progress: rest)
    case .png:
      let image = try PagePainter.image(document, pixelsPerPoint: dotsPerInch / 72, progress: rest)
      do throws(FormatError) { try file.append(PNGEncoder.encode(image)) } catch { throw .file(error) }
    }
  }

  /// The page, and what it lacks.
  package func document(_ progress: PageProgress) throws(PageError) -> (PageDocument, [String]) {
    var elements: [PageElement] = []
    var messages = messages
    if let style {
      var page = StylePage(style.frame, view, millimetersPerPoint: 25.4 / 96, pixelsPerPoint: pixelsPerPoint)
      let half = PageProgress(report: { progress.report(0.5 * $0) }, isCancelled: progress.isCancelled)
      elements += try page.elements(style.features, progress: half)
      messages += page.messages
    }
    for layer in tiles where layer.opacity > 0 {
      try progress.check()
      elements += PictureComposer.elements(
        layer.pieces.map { ($0.square, $0.worldCopy, $0.source, $0.image) }, view, pixelsPerPoint: pixelsPerPoint,
        opacity: layer.opacity)
    }
    for part in overlays {
      switch part {
      case .elements(let drawn): elements += drawn
      case .picture(let drawn):
        elements += try PagePainter.flattened(
          drawn, width: view.size.width, height: view.size.height, pixelsPerUnit: pixelsPerPoint, progress: progress)
      }
    }
    var document = try sheet.document(
      map: elements, unitsPerPoint: unitsPerPoint, metersPerPoint: metersPerPoint, bearing: view.camera.bearing,
      background: background, creationTime: creationTime)
    document.language = language
    return (document, messages.uniqued())
  }
}

extension PageProblem {
  init(_ error: PageError) {
    self =
      switch error {
      case .unusableSize(let text): .unusable("a page of \(text)")
      case .noCairo: .noCairo
      case .cairo(let text): .drawing(text)
      case .file(let error): .file(error.description)
      case .cancelled: .cancelled
      }
  }
}
