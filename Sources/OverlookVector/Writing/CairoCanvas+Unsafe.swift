import CFreeType
import Glibc
import OverlookSupport
import OverlookText

/// Draws a page with cairo, on whatever surface it is given. One thread at a time.
final class CairoCanvas {
  private let library: CairoLibrary
  // Invariant: objects of cairo that this object owns, destroyed once each in `deinit`.
  private let context: OpaquePointer
  private var surfaces: [PageImage: OpaquePointer] = [:]
  private var faces: [ObjectIdentifier: OpaquePointer] = [:]
  private var counter: PageCounter

  /// `surface` must outlive the canvas.
  init(_ library: CairoLibrary, surface: OpaquePointer, _ counter: PageCounter) throws(PageError) {
    guard let context = library.create(surface) else { throw .cairo("no context") }
    self.library = library
    self.context = context
    self.counter = counter
    if let options = library.createFontOptions() {
      // Outlines as they are, their places in fractions.
      library.setHintStyle(options, 1)
      library.setHintMetrics(options, 1)
      library.setFontOptions(context, options)
      library.destroyFontOptions(options)
    }
  }

  deinit {
    for face in faces.values { library.destroyFontFace(face) }
    for surface in surfaces.values { library.destroySurface(surface) }
    library.destroy(context)
  }

  /// Begins with so many pixels for each unit.
  func scale(by factor: Double) { library.scale(context, factor, factor) }

  /// Covers everything.
  func clear(_ color: PageColor) {
    setSource(color)
    library.paint(context)
  }

  func draw(_ document: PageDocument) throws(PageError) {
    try draw(document.elements)
    for link in document.links { addLink(link) }
    try check()
  }

  private func check() throws(PageError) {
    let status = library.status(context)
    guard status == 0 else {
      throw .cairo(library.statusText(status).map { String(cString: $0) } ?? "status \(status)")
    }
  }

  private func draw(_ elements: [PageElement]) throws(PageError) {
    for element in elements {
      try counter.next()
      switch element {
      case .path(let path): draw(path)
      case .text(let text): draw(text)
      case .picture(let picture): draw(picture)
      case .group(let group): try draw(group)
      }
    }
  }

  private func draw(_ group: PageGroup) throws(PageError) {
    guard group.opacity > 0, group.scale > 0, group.scale.isFinite else { return }
    library.save(context)
    defer { library.restore(context) }
    library.translate(context, group.origin.x, group.origin.y)
    library.scale(context, group.scale, group.scale)
    if let clip = group.clip {
      library.newPath(context)
      library.rectangle(context, clip.low.x, clip.low.y, clip.width, clip.height)
      library.clip(context)
    }
    guard group.opacity < 1 else { return try draw(group.elements) }
    library.pushGroup(context)
    try draw(group.elements)
    library.popGroupToSource(context)
    library.paintWithAlpha(context, group.opacity)
  }

  // MARK: Paths

  private func trace(_ outline: PageOutline) {
    library.newPath(context)
    for index in outline.pieces.indices {
      var isFirst = true
      for point in outline.points[outline.range(of: index)] {
        if isFirst {
          library.moveTo(context, Double(point.x), Double(point.y))
        } else {
          library.lineTo(context, Double(point.x), Double(point.y))
        }
        isFirst = false
      }
      if outline.pieces[index].isClosed { library.closePath(context) }
    }
  }

  private func draw(_ path: PagePath) {
    trace(path.outline)
    let stroke = path.stroke.flatMap { $0.isVisible ? $0 : nil }
    if let fill = path.fill, setSource(fill) {
      if fill.opacity < 1 {
        library.save(context)
        library.clip(context)
        library.paintWithAlpha(context, fill.opacity)
        library.restore(context)
        if stroke != nil { trace(path.outline) }
      } else if stroke == nil {
        library.fill(context)
      } else {
        library.fillPreserve(context)
      }
    }
    if let stroke {
      setSource(stroke.color)
      set(stroke)
      library.stroke(context)
    }
    library.newPath(context)
  }

  private func setSource(_ color: PageColor) {
    library.setSourceColor(context, color.red, color.green, color.blue, color.alpha)
  }

  private func setSource(_ paint: PagePaint) -> Bool {
    switch paint {
    case .color(let color):
      setSource(color)
      return color.isVisible
    case .pattern(let image, let width, let height, let opacity):
      guard opacity > 0 else { return false }
      guard
        let pattern = pattern(
          image,
          CairoMatrix(
            xx: Double(image.image.width) / max(width, 1e-6), yy: Double(image.image.height) / max(height, 1e-6)))
      else { return false }
      // 1: side by side.
      library.setPatternExtend(pattern, 1)
      library.setSource(context, pattern)
      library.destroyPattern(pattern)
      return true
    }
  }

  private func set(_ stroke: PageStroke) {
    library.setLineWidth(context, stroke.width)
    let cap: Int32 =
      switch stroke.cap {
      case .butt: 0
      case .round: 1
      case .square: 2
      }
    let join: Int32 =
      switch stroke.join {
      case .miter: 0
      case .round: 1
      case .bevel: 2
      }
    library.setLineCap(context, cap)
    library.setLineJoin(context, join)
    library.setMiterLimit(context, max(stroke.miterLimit, 1))
    let dashes = stroke.dashes.reduce(0, +) > 0 && stroke.dashes.allSatisfy { $0 >= 0 && $0.isFinite } ? stroke.dashes : []
    library.setDash(context, dashes, Int32(clamping: dashes.count), stroke.dashPhase.isFinite ? stroke.dashPhase : 0)
  }

  // MARK: Pictures

  /// A picture with the map from the page's units to its pixels; to be destroyed by the caller.
  private func pattern(_ image: PageImage, _ matrix: CairoMatrix) -> OpaquePointer? {
    guard let surface = surface(image), let pattern = library.createPattern(surface) else { return nil }
    var matrix = matrix
    library.setPatternMatrix(pattern, &matrix)
    return pattern
  }

  private func draw(_ picture: PagePicture) {
    let (u, v) = (picture.topRight - picture.topLeft, picture.bottomLeft - picture.topLeft)
    let determinant = u.x * v.y - u.y * v.x
    guard determinant != 0, determinant.isFinite, picture.opacity > 0 else { return }
    let (width, height) = (Double(picture.image.image.width), Double(picture.image.image.height))
    let origin = picture.topLeft
    // The inverse of (column, row) -> origin + u column / width + v row / height.
    let matrix = CairoMatrix(
      xx: v.y / determinant * width, yx: -u.y / determinant * height, xy: -v.x / determinant * width,
      yy: u.x / determinant * height, x0: (v.x * origin.y - v.y * origin.x) / determinant * width,
      y0: (u.y * origin.x - u.x * origin.y) / determinant * height)
    guard let pattern = pattern(picture.image, matrix) else { return }
    // 2: smooth.
    library.setPatternFilter(pattern, 2)
    library.setSource(context, pattern)
    library.destroyPattern(pattern)
    if picture.opacity < 1 { library.paintWithAlpha(context, picture.opacity) } else { library.paint(context) }
  }

  /// A copy of a picture in cairo's order of channels, one for each picture.
  private func surface(_ image: PageImage) -> OpaquePointer? {
    if let known = surfaces[image] { return known }
    let picture = image.image
    // 0: ARGB in the order of the machine; 1: the same without alpha.
    guard
      let surface = library.createImage(picture.isOpaque ? 1 : 0, Int32(clamping: picture.width), Int32(clamping: picture.height))
    else { return nil }
    surfaces[image] = surface
    guard library.surfaceStatus(surface) == 0, let data = library.imageData(surface) else { return nil }
    let stride = Int(library.imageStride(surface))
    library.flushSurface(surface)
    picture.pixels.withUnsafeBufferPointer { pixels in
      // Invariant: the surface has `height` rows of `stride` bytes, at least four a pixel; the picture 4 * width * height.
      for row in 0..<picture.height {
        let target = data + row * stride
        let source = row * picture.width * 4
        for column in 0..<picture.width {
          target[4 * column] = pixels[source + 4 * column + 2]
          target[4 * column + 1] = pixels[source + 4 * column + 1]
          target[4 * column + 2] = pixels[source + 4 * column]
          target[4 * column + 3] = pixels[source + 4 * column + 3]
        }
      }
    }
    library.markDirty(surface)
    return surface
  }

  // MARK: Text

  private func draw(_ text: PageText) {
    guard !text.glyphs.isEmpty, text.size > 0, text.size.isFinite, let face = face(text.font) else { return }
    library.setFontFace(context, face)
    if text.isBent { return drawBent(text) }
    setFontMatrix(text.right * text.size, -text.up * text.size)
    let glyphs = text.glyphs.map { CairoGlyph(index: UInt($0.number), x: $0.place.x, y: $0.place.y) }
    if let halo = text.halo, halo.width > 0, halo.color.isVisible {
      strokeGlyphs(glyphs, halo.color, 2 * (halo.width + text.boldness))
    }
    if text.boldness > 0 { strokeGlyphs(glyphs, text.color, 2 * text.boldness) }
    setSource(text.color)
    show(text, glyphs)
  }

  private func setFontMatrix(_ right: SIMD2<Double>, _ down: SIMD2<Double>) {
    var matrix = CairoMatrix(xx: right.x, yx: right.y, xy: down.x, yy: down.y)
    library.setFontMatrix(context, &matrix)
  }

  /// Letters along a bent line are outlines, each turned by itself. What is found and copied is the same text, straight above them and
  /// as good as transparent: as single letters it would be no words.
  private func drawBent(_ text: PageText) {
    func forEachGlyph(_ color: PageColor, width: Double?) {
      for glyph in text.glyphs {
        setFontMatrix(text.right.rotated(by: glyph.turn) * text.size, -text.up.rotated(by: glyph.turn) * text.size)
        let glyphs = [CairoGlyph(index: UInt(glyph.number), x: glyph.place.x, y: glyph.place.y)]
        if let width {
          strokeGlyphs(glyphs, color, width)
        } else {
          library.newPath(context)
          library.glyphPath(context, glyphs, 1)
          setSource(color)
          library.fill(context)
        }
      }
    }
    if let halo = text.halo, halo.width > 0, halo.color.isVisible {
      forEachGlyph(halo.color, width: 2 * (halo.width + text.boldness))
    }
    if text.boldness > 0 { forEachGlyph(text.color, width: 2 * text.boldness) }
    forEachGlyph(text.color, width: nil)
    guard let first = text.glyphs.first?.place, let last = text.glyphs.last?.place else { return }
    let way = last - first
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    guard length > 0 else { return }
    let along = way / length
    setFontMatrix(along * text.size, SIMD2(-along.y, along.x) * text.size)
    var hidden = text.color
    // Less is dropped.
    hidden.alpha = 0.0045
    setSource(hidden)
    show(
      text,
      text.glyphs.map { glyph in
        let share = (glyph.place - first) * along
        let place = first + along * (share.x + share.y)
        return CairoGlyph(index: UInt(glyph.number), x: place.x, y: place.y)
      })
  }

  /// Whether letters stand so far from each other that programs take each for a word.
  private static func isSpaced(_ text: PageText) -> Bool {
    let pairs = zip(text.glyphs, text.glyphs.dropFirst())
    let wide = pairs.filter { a, b in
      let way = b.place - a.place
      let gap = (way.x * way.x + way.y * way.y).squareRoot() / text.size - Double(text.font.advance(a.number))
      return gap > 0.08
    }
    return text.glyphs.count > 1 && 2 * wide.count > text.glyphs.count - 1
  }

  /// One cluster for each word.
  private static func words(_ clusters: [PageText.Cluster]) -> [PageText.Cluster] {
    var words: [PageText.Cluster] = []
    var isWord = false
    for cluster in clusters {
      let isBlank = cluster.text.allSatisfy(\.isWhitespace)
      if isWord, !isBlank {
        words[words.count - 1].text += cluster.text
        words[words.count - 1].glyphCount += cluster.glyphCount
      } else {
        words.append(cluster)
      }
      isWord = !isBlank
    }
    return words
  }

  private func show(_ text: PageText, _ glyphs: [CairoGlyph]) {
    let isSpaced = !text.isBackward && (text.isBent || Self.isSpaced(text))
    let clusters = (isSpaced ? Self.words(text.clusters) : text.clusters).map {
      CairoCluster(byteCount: Int32(clamping: $0.text.utf8.count), glyphCount: Int32(clamping: $0.glyphCount))
    }
    // cairo counts the clusters as they are read.
    let bytes = text.text
    let ordered = text.isBackward ? Array(clusters.reversed()) : clusters
    bytes.withCString { start in
      library.showTextGlyphs(
        context, start, Int32(clamping: bytes.utf8.count), glyphs, Int32(clamping: glyphs.count), ordered,
        Int32(clamping: ordered.count), text.isBackward ? 1 : 0)
    }
  }

  private func strokeGlyphs(_ glyphs: [CairoGlyph], _ color: PageColor, _ width: Double) {
    library.newPath(context)
    library.glyphPath(context, glyphs, Int32(clamping: glyphs.count))
    setSource(color)
    set(PageStroke(color: color, width: width, join: .round))
    library.stroke(context)
    library.newPath(context)
  }

  private func face(_ program: FontProgram) -> OpaquePointer? {
    if let known = faces[ObjectIdentifier(program)] { return known }
    guard let opened = PageFace(program) else { return nil }
    // 2: FT_LOAD_NO_HINTING.
    guard let face = library.createFontFace(UnsafeMutableRawPointer(opened.face), 2) else { return nil }
    // Invariant: cairo keeps fonts beyond their last use, and gives back what it holds here when it lets go of the face.
    let held = Unmanaged.passRetained(opened)
    let status = library.setFontFaceData(face, CairoCanvas.faceKey, held.toOpaque()) { pointer in
      guard let pointer else { return }
      Unmanaged<PageFace>.fromOpaque(pointer).release()
    }
    guard status == 0 else {
      library.destroyFontFace(face)
      held.release()
      return nil
    }
    faces[ObjectIdentifier(program)] = face
    return face
  }

  // An address that nobody else has; nothing is read from it.
  private nonisolated(unsafe) static let faceKey = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16))

  // MARK: Links

  private func addLink(_ link: PageDocument.Link) {
    let address = link.address.filter { $0.isASCII && !$0.isWhitespace && $0 != "'" && $0 != "\\" }
    guard !address.isEmpty else { return }
    let rect = link.rect
    let attributes = "rect=[\(rect.low.x) \(rect.low.y) \(rect.width) \(rect.height)] uri='\(address)'"
    library.beginTag(context, "Link", attributes)
    library.endTag(context, "Link")
  }
}
