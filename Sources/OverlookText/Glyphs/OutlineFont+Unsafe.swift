import CFreeType
import Glibc
import OverlookFormats

/// A font whose outlines become distance fields, and its pictures glyphs of colours. One thread at a time.
final class OutlineFont {
  private static let maximumByteCount = 128 << 20
  private static let unitsPerEm: Float = 24
  /// To the em, of pictures.
  private static let picturePixels = 96
  /// Where the baseline lies below the top line: as in the fonts that most glyph PBFs were made of.
  static let ascent: Float = 26

  private let library: FT_Library
  private let face: FT_Face
  let harfbuzz: OpaquePointer
  // FreeType and HarfBuzz read the font from here without a copy: allocated before them, never changed, freed after them.
  private let bytes: UnsafeMutableRawBufferPointer
  private let gridPerEm: Float
  /// Units by which the outline grows, for a weight that the font has not.
  private let boldness: Float
  /// How far the top leans to the right, for a slant that the font has not.
  private let slant: Float
  private var glyphs: [UInt32: SDFGlyph] = [:]

  init?(_ file: FontFile, boldness: Float = 0, slant: Float = 0) {
    guard let data = try? WholeFile.read(file.path, byteLimit: Self.maximumByteCount), !data.isEmpty else { return nil }
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 16)
    bytes.copyBytes(from: data)
    var face: FT_Face?
    let opened = FT_New_Memory_Face(
      library, bytes.bindMemory(to: FT_Byte.self).baseAddress, FT_Long(bytes.count), FT_Long(file.index), &face)
    let wanted = FT_Long(FT_FACE_FLAG_SCALABLE) | FT_Long(FT_FACE_FLAG_COLOR)
    guard opened == 0, let face, face.pointee.face_flags & wanted != 0 else {
      if let face { FT_Done_Face(face) }
      FT_Done_FreeType(library)
      bytes.deallocate()
      return nil
    }
    self.library = library
    self.face = face
    self.bytes = bytes
    self.boldness = boldness
    self.slant = slant
    let blob = hb_blob_create(
      bytes.bindMemory(to: CChar.self).baseAddress, UInt32(clamping: bytes.count), HB_MEMORY_MODE_READONLY, nil, nil)
    let hbFace = hb_face_create(blob, UInt32(truncatingIfNeeded: file.index & 0xFFFF))
    hb_blob_destroy(blob)
    harfbuzz = hb_font_create(hbFace)
    // FreeType knows no grid of fonts that hold pictures alone.
    let scale = CInt(clamping: max(hb_face_get_upem(hbFace), 1))
    gridPerEm = Float(scale)
    hb_face_destroy(hbFace)
    hb_font_set_scale(harfbuzz, scale, scale)
    hb_ot_font_set_funcs(harfbuzz)
  }

  deinit {
    hb_font_destroy(harfbuzz)
    FT_Done_Face(face)
    FT_Done_FreeType(library)
    bytes.deallocate()
  }

  /// The number of the glyph of a code point; nil when the font has none.
  func glyphIndex(_ codePoint: UInt32) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(harfbuzz, codePoint, &glyph) != 0 ? glyph : nil
  }

  /// Whether it has glyphs of colours.
  var hasColors: Bool { face.pointee.face_flags & FT_Long(FT_FACE_FLAG_COLOR) != 0 }

  /// In 24ths of an em.
  func units(_ grid: Int32) -> Float { Float(grid) * Self.unitsPerEm / gridPerEm }

  func glyph(_ index: UInt32) -> SDFGlyph {
    if let known = glyphs[index] { return known }
    let advance = units(hb_font_get_glyph_h_advance(harfbuzz, index)) + 2 * boldness
    let glyph =
      picture(index).flatMap { ColorGlyph.glyph($0, advance: advance, ascent: Self.ascent) }
      ?? DistanceField.glyph(outline(index), advance: advance, boldness: boldness, ascent: Self.ascent, resolution: 2)
    glyphs[index] = glyph
    return glyph
  }

  /// The picture of a glyph; nil for one of a single colour.
  private func picture(_ index: UInt32) -> ColorGlyph.Picture? {
    guard hasColors, selectPictureSize(),
      FT_Load_Glyph(face, FT_UInt(index), FT_Int32(FT_LOAD_COLOR | FT_LOAD_RENDER)) == 0
    else { return nil }
    let slot = face.pointee.glyph.pointee
    let bitmap = slot.bitmap
    guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), let buffer = bitmap.buffer, bitmap.pitch > 0 else {
      return nil
    }
    let (width, height, pitch) = (Int(bitmap.width), Int(bitmap.rows), Int(bitmap.pitch))
    guard width > 0, height > 0, width <= 4096, height <= 4096, pitch >= 4 * width else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * width * height)
    // Invariant: FreeType gives `rows` rows of `pitch` bytes, which stay until the next glyph is loaded.
    for row in 0..<height { pixels.append(contentsOf: UnsafeBufferPointer(start: buffer + row * pitch, count: 4 * width)) }
    return ColorGlyph.Picture(
      width: width, height: height, pixels: pixels, left: Int(slot.bitmap_left), top: Int(slot.bitmap_top),
      pixelsPerEm: Float(face.pointee.size.pointee.metrics.x_ppem))
  }

  /// The size of pictures that glyphs are made from: the smallest that is large enough, or of layers any.
  private func selectPictureSize() -> Bool {
    let count = Int(face.pointee.num_fixed_sizes)
    guard count > 0, let sizes = face.pointee.available_sizes else {
      return FT_Set_Pixel_Sizes(face, 0, FT_UInt(Self.picturePixels)) == 0
    }
    // Invariant: FreeType gives as many sizes as it says.
    let heights = (0..<count).map { Int(sizes[$0].y_ppem) / 64 }
    let best = heights.indices.filter { heights[$0] >= Self.picturePixels }.min { heights[$0] < heights[$1] }
    return FT_Select_Size(face, CInt(clamping: best ?? heights.indices.max { heights[$0] < heights[$1] } ?? 0)) == 0
  }

  /// Closed lines in units, y up.
  private func outline(_ index: UInt32) -> [[SIMD2<Float>]] {
    guard FT_Load_Glyph(face, FT_UInt(index), FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP)) == 0,
      face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return [] }
    let outline = face.pointee.glyph.pointee.outline
    let count = Int(outline.n_points)
    guard count > 0, outline.n_contours > 0, let points = outline.points, let tags = outline.tags, let ends = outline.contours
    else { return [] }
    var contours: [[SIMD2<Float>]] = []
    var start = 0
    // Invariant: FreeType gives `n_contours` ends below `n_points`, in rising order, and as many tags as points.
    for number in 0..<Int(outline.n_contours) {
      let end = Int(ends[number])
      guard end >= start, end < count else { break }
      let nodes = (start...end).map { node -> OutlineNode in
        let x = Float(points[node].x) * Self.unitsPerEm / gridPerEm
        let y = Float(points[node].y) * Self.unitsPerEm / gridPerEm
        let tag = UInt8(bitPattern: Int8(truncatingIfNeeded: tags[node])) & 3
        return OutlineNode(point: SIMD2(x + y * slant, y), kind: tag & 1 == 1 ? .on : tag == 2 ? .cubic : .conic)
      }
      contours.append(OutlineNode.flattened(nodes))
      start = end + 1
    }
    return contours
  }
}

/// A point of an outline: on it, or one that a curve bends towards.
struct OutlineNode {
  enum Kind {
    case on, conic, cubic
  }

  var point: SIMD2<Float>
  var kind: Kind

  private static let stepsPerCurve = 8

  /// The closed line that runs along the outline.
  static func flattened(_ nodes: [OutlineNode]) -> [SIMD2<Float>] {
    guard !nodes.isEmpty else { return [] }
    // Begin on the outline; between two conic points there is one in the middle.
    var ring = nodes
    if let on = ring.firstIndex(where: { $0.kind == .on }) {
      ring = Array(ring[on...] + ring[..<on])
    } else {
      let middle = (ring[0].point + ring[ring.count - 1].point) / 2
      ring.insert(OutlineNode(point: middle, kind: .on), at: 0)
    }
    var line = [ring[0].point]
    var controls: [OutlineNode] = []
    for node in ring.dropFirst() + [ring[0]] {
      switch node.kind {
      case .on:
        append(controls, to: node.point, &line)
        controls = []
      case .conic:
        if let last = controls.last, last.kind == .conic {
          append(controls, to: (last.point + node.point) / 2, &line)
          controls = []
        }
        controls.append(node)
      case .cubic: controls.append(node)
      }
    }
    return line
  }

  private static func append(_ controls: [OutlineNode], to end: SIMD2<Float>, _ line: inout [SIMD2<Float>]) {
    guard let start = line.last, !controls.isEmpty else {
      line.append(end)
      return
    }
    for step in 1...stepsPerCurve {
      let t = Float(step) / Float(stepsPerCurve)
      let u = 1 - t
      if controls.count >= 2 {
        let (b, c) = (controls[0].point, controls[1].point)
        line.append(start * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + end * (t * t * t))
      } else {
        line.append(start * (u * u) + controls[0].point * (2 * u * t) + end * (t * t))
      }
    }
  }
}
