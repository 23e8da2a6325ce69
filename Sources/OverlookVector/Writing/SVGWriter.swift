import Foundation
package import OverlookFormats
import OverlookSupport
import OverlookText

/// Writes pages as SVG 1.1: letters as text, groups by name, pictures within the file.
package struct SVGWriter {
  private let file: OutputFile
  private var counter: PageCounter
  private var buffer = ""
  private var depth = 1
  /// Numbers of what is referred to, in the order of their use.
  private var clipCount = 0
  private var pictures: [PageImage: Int] = [:]
  private var fonts: [ObjectIdentifier: FontNames] = [:]

  /// What a font is called in a file.
  private struct FontNames {
    var family: String
    var weight: Int
    var isItalic: Bool
  }

  private init(_ file: OutputFile, _ counter: PageCounter) {
    self.file = file
    self.counter = counter
  }

  package static func write(_ document: PageDocument, to file: OutputFile, progress: PageProgress) throws(PageError) {
    try PageSize.check(document, maximumSide: 1_000_000)
    var writer = SVGWriter(file, PageCounter(document, progress))
    try writer.write(document)
  }

  private mutating func write(_ document: PageDocument) throws(PageError) {
    let (width, height) = (number(document.width), number(document.height))
    line(#"<?xml version="1.0" encoding="UTF-8"?>"#, at: 0)
    let language = document.language.map { #" xml:lang="\#(XMLEscape.text($0))""# } ?? ""
    line(
      #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
        + #" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" version="1.1" width="\#(width)pt" height="\#(height)pt""#
        + #" viewBox="0 0 \#(width) \#(height)"\#(language)>"#, at: 0)
    if !document.title.isEmpty { line("<title>\(XMLEscape.text(document.title))</title>") }
    line("<desc>\(XMLEscape.text(document.creator)), \(ISOTime(secondsOf: Double(document.creationTime)).text)</desc>")
    try write(document.elements)
    for link in document.links {
      line(
        #"<a xlink:href="\#(XMLEscape.text(link.address))"><rect x="\#(number(link.rect.low.x))" y="\#(number(link.rect.low.y))""#
          + #" width="\#(number(link.rect.width))" height="\#(number(link.rect.height))" fill-opacity="0"/></a>"#)
    }
    line("</svg>", at: 0)
    try flush()
  }

  private mutating func write(_ elements: [PageElement]) throws(PageError) {
    for element in elements {
      try counter.next()
      switch element {
      case .path(let path): write(path)
      case .text(let text): write(text)
      case .picture(let picture): write(picture)
      case .group(let group): try write(group)
      }
      if buffer.utf8.count > 1 << 16 { try flush() }
    }
  }

  private mutating func flush() throws(PageError) {
    do throws(FormatError) { try file.append(Array(buffer.utf8)) } catch { throw .file(error) }
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func line(_ text: String, at indent: Int? = nil) {
    for _ in 0..<(indent ?? depth) { buffer += "  " }
    buffer += text
    buffer += "\n"
  }

  // MARK: Elements

  private mutating func write(_ group: PageGroup) throws(PageError) {
    guard group.scale > 0, group.scale.isFinite else { return }
    var attributes = ""
    if !group.name.isEmpty { attributes += #" inkscape:groupmode="layer" inkscape:label="\#(XMLEscape.text(group.name))""# }
    if group.origin != .zero || group.scale != 1 {
      attributes += #" transform="translate(\#(number(group.origin.x)) \#(number(group.origin.y))) scale(\#(fine(group.scale)))""#
    }
    if group.opacity < 1 { attributes += #" opacity="\#(fine(group.opacity))""# }
    if let clip = group.clip {
      clipCount += 1
      line(
        #"<clipPath id="clip\#(clipCount)"><rect x="\#(number(clip.low.x))" y="\#(number(clip.low.y))""#
          + #" width="\#(number(clip.width))" height="\#(number(clip.height))"/></clipPath>"#)
      attributes += #" clip-path="url(#clip\#(clipCount))""#
    }
    line("<g\(attributes)>")
    depth += 1
    try write(group.elements)
    depth -= 1
    line("</g>")
  }

  private mutating func write(_ path: PagePath) {
    guard !path.outline.isEmpty else { return }
    var attributes = #" fill="none""#
    switch path.fill {
    case nil: break
    case .color(let color)?:
      attributes = #" fill="\#(hex(color))""#
      if color.alpha < 1 { attributes += #" fill-opacity="\#(fine(color.alpha))""# }
    case .pattern(let image, let width, let height, let opacity)?:
      let picture = define(image)
      line(
        #"<pattern id="pattern\#(picture)-\#(clipCount)" patternUnits="userSpaceOnUse" width="\#(fine(width))""#
          + ##" height="\##(fine(height))"><use xlink:href="#picture\##(picture)""##
          + #" transform="scale(\#(fine(width / Double(image.image.width))) \#(fine(height / Double(image.image.height))))"/></pattern>"#
      )
      attributes = ##" fill="url(#pattern\##(picture)-\##(clipCount))" fill-opacity="\##(fine(opacity))""##
      clipCount += 1
    }
    if let stroke = path.stroke, stroke.isVisible { attributes += text(stroke) }
    line(#"<path\#(attributes) d="\#(data(path.outline))"/>"#)
  }

  private func text(_ stroke: PageStroke) -> String {
    var text = #" stroke="\#(hex(stroke.color))" stroke-width="\#(fine(stroke.width))""#
    if stroke.color.alpha < 1 { text += #" stroke-opacity="\#(fine(stroke.color.alpha))""# }
    switch stroke.cap {
    case .butt: break
    case .round: text += #" stroke-linecap="round""#
    case .square: text += #" stroke-linecap="square""#
    }
    switch stroke.join {
    case .miter: text += #" stroke-miterlimit="\#(fine(max(stroke.miterLimit, 1)))""#
    case .round: text += #" stroke-linejoin="round""#
    case .bevel: text += #" stroke-linejoin="bevel""#
    }
    if stroke.dashes.reduce(0, +) > 0 {
      text += #" stroke-dasharray="\#(stroke.dashes.map { fine($0) }.joined(separator: " "))""#
      if stroke.dashPhase != 0 { text += #" stroke-dashoffset="\#(fine(stroke.dashPhase))""# }
    }
    return text
  }

  private func data(_ outline: PageOutline) -> String {
    var text = ""
    for index in outline.pieces.indices {
      var isFirst = true
      for point in outline.points[outline.range(of: index)] {
        text += isFirst ? "M" : "L"
        text += number(Double(point.x)) + " " + number(Double(point.y))
        isFirst = false
      }
      if outline.pieces[index].isClosed { text += "Z" }
    }
    return text
  }

  /// The number of a picture, which is written where it is used first.
  private mutating func define(_ image: PageImage) -> Int {
    if let known = pictures[image] { return known }
    let index = pictures.count + 1
    pictures[image] = index
    let bytes = (try? PNGEncoder.encode(image.image)) ?? []
    line(
      #"<defs><image id="picture\#(index)" width="\#(image.image.width)" height="\#(image.image.height)""#
        + #" preserveAspectRatio="none" xlink:href="data:image/png;base64,\#(Data(bytes).base64EncodedString())"/></defs>"#)
    return index
  }

  private mutating func write(_ picture: PagePicture) {
    let index = define(picture.image)
    let u = (picture.topRight - picture.topLeft) / Double(picture.image.image.width)
    let v = (picture.bottomLeft - picture.topLeft) / Double(picture.image.image.height)
    let matrix = [u.x, u.y, v.x, v.y, picture.topLeft.x, picture.topLeft.y].map { fine($0) }.joined(separator: " ")
    let opacity = picture.opacity < 1 ? #" opacity="\#(fine(picture.opacity))""# : ""
    line(##"<use xlink:href="#picture\##(index)" transform="matrix(\##(matrix))"\##(opacity)/>"##)
  }

  // MARK: Text

  private mutating func write(_ text: PageText) {
    guard let first = text.glyphs.first, text.size > 0, text.size.isFinite else { return }
    let names = names(of: text.font)
    var attributes = #" font-family="\#(XMLEscape.text(names.family)), sans-serif" font-size="\#(fine(text.size))""#
    let weight = text.boldness > 0 ? 700 : names.weight
    if weight != 400 { attributes += #" font-weight="\#(weight)""# }
    if names.isItalic { attributes += #" font-style="italic""# }
    attributes += #" fill="\#(hex(text.color))""#
    if text.color.alpha < 1 { attributes += #" fill-opacity="\#(fine(text.color.alpha))""# }
    if let halo = text.halo, halo.width > 0, halo.color.isVisible {
      attributes +=
        #" paint-order="stroke" stroke="\#(hex(halo.color))" stroke-width="\#(fine(2 * halo.width))" stroke-linejoin="round""#
      if halo.color.alpha < 1 { attributes += #" stroke-opacity="\#(fine(halo.color.alpha))""# }
    }
    let isUpright = text.right == SIMD2(1, 0) && text.up == SIMD2(0, -1)
    if !isUpright {
      let (right, down, origin) = (text.right, -text.up, first.place)
      let matrix = [right.x, right.y, down.x, down.y, origin.x, origin.y].map { fine($0) }.joined(separator: " ")
      attributes += #" transform="matrix(\#(matrix))""#
    }
    line("<text\(attributes)\(places(text, isUpright: isUpright))>\(XMLEscape.text(text.text))</text>")
  }

  /// Where the letters stand: each where they are one by one, else where the line begins, and how long it is.
  private func places(_ text: PageText, isUpright: Bool) -> String {
    let origin = text.glyphs[0].place
    /// Along the line, from its start.
    func along(_ glyph: PageText.Glyph) -> SIMD2<Double> {
      if isUpright { return glyph.place }
      let way = glyph.place - origin
      let down = -text.up
      let determinant = text.right.x * down.y - text.right.y * down.x
      guard determinant != 0 else { return .zero }
      return SIMD2((way.x * down.y - way.y * down.x) / determinant, (text.right.x * way.y - text.right.y * way.x) / determinant)
    }
    // A letter, and blanks behind it.
    let isByLetter =
      !text.isBackward
      && text.clusters.allSatisfy { cluster in
        let scalars = cluster.text.unicodeScalars
        return cluster.glyphCount == 1 && scalars.dropFirst().allSatisfy(\.properties.isWhitespace) && !scalars.isEmpty
      }
    let start = along(text.glyphs[0])
    if text.isBent, text.glyphs.count == text.clusters.reduce(0, { $0 + $1.text.unicodeScalars.count }) {
      let places = text.glyphs.map(along)
      let x = places.map { number($0.x) }.joined(separator: " ")
      let y = places.map { number($0.y) }.joined(separator: " ")
      let turns = text.glyphs.map { number($0.turn * 180 / .pi) }.joined(separator: " ")
      return #" x="\#(x)" y="\#(y)" rotate="\#(turns)" xml:space="preserve""#
    }
    guard isByLetter else {
      let direction = text.isBackward ? #" direction="rtl" text-anchor="end" unicode-bidi="embed""# : ""
      return #" x="\#(number(start.x))" y="\#(number(start.y))" xml:space="preserve"\#(direction)"#
    }
    var places: [Double] = []
    for (glyph, cluster) in zip(text.glyphs, text.clusters) {
      let place = along(glyph).x
      places.append(place)
      // Nothing is seen of blanks, wherever they stand.
      for blank in 1..<max(cluster.text.unicodeScalars.count, 1) { places.append(place + 0.3 * text.size * Double(blank)) }
    }
    let x = places.map { number($0) }.joined(separator: " ")
    return #" x="\#(x)" y="\#(number(start.y))" xml:space="preserve""#
  }

  private mutating func names(of font: FontProgram) -> FontNames {
    if let known = fonts[ObjectIdentifier(font)] { return known }
    let face = PageFace(font)
    let style = face?.styleName?.lowercased() ?? ""
    let weights = [
      ("thin", 100), ("light", 300), ("medium", 500), ("semibold", 600), ("extrabold", 800), ("black", 900), ("bold", 700),
    ]
    let names = FontNames(
      family: face?.familyName ?? "sans-serif", weight: weights.first { style.contains($0.0) }?.1 ?? 400,
      isItalic: face?.isItalic ?? false)
    fonts[ObjectIdentifier(font)] = names
    return names
  }

  // MARK: Numbers and letters

  private func hex(_ color: PageColor) -> String {
    let digits = Array("0123456789abcdef")
    var text = "#"
    for part in [color.red, color.green, color.blue] {
      let byte = Int((part * 255).rounded())
      text.append(digits[byte >> 4])
      text.append(digits[byte & 15])
    }
    return text
  }

  /// A hundredth of a point is finer than any printer.
  private func number(_ value: Double) -> String { Self.number(value) }

  private func fine(_ value: Double) -> String { Self.text(value, digits: 5) }

  /// With two digits at most.
  package static func number(_ value: Double) -> String { text(value, digits: 2) }

  private static func text(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let factor = digits == 2 ? 100 : 100_000
    guard let scaled = Int(exactly: (value * Double(factor)).rounded()) else { return "0" }
    if scaled == 0 { return "0" }
    let (whole, part) = (abs(scaled) / factor, abs(scaled) % factor)
    var text = (scaled < 0 ? "-" : "") + String(whole)
    guard part > 0 else { return text }
    var fraction = String(part)
    fraction = String(repeating: "0", count: digits - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    text += "." + fraction
    return text
  }
}
