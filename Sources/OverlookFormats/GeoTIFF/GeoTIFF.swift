package import OverlookGeometry
internal import OverlookSupport

/// A GeoTIFF file, Cloud Optimized or not: a picture with a place on Earth, drawn as tiles of Web Mercator. Thread-safe.
///
/// Read are TIFF and BigTIFF in tiles or strips, of grey, RGB or a palette, with alpha, a mask or a value for "nothing"; see
/// `TIFFPicture.Compression` for how they may be packed and `MapProjection.init(epsg:)` for where they may lie. Numbers of more
/// than 8 bits, or with a sign, are drawn from black to white between the least and the greatest that the file states (GDAL's
/// statistics), else that its smallest overview has, or up to 32 blocks of it, as of the picture where it has no overviews.
package final class GeoTIFF: Sendable {
  /// A size of the picture: the picture itself or an overview.
  struct Level: Sendable {
    var picture: TIFFPicture
    /// Says of each pixel whether it is seen; nil for none.
    var mask: TIFFPicture?
  }

  /// Of the file, for messages.
  package let name: String
  /// Where the file itself is; nil for one that comes in parts.
  let bytes: (any ArchiveBytes)?
  let reader: TIFFReader
  /// From the largest to the smallest.
  let levels: [Level]
  let reference: GeoReference
  let colors: TIFFColors
  let blocks: FileBlocks
  /// How black and white were found, in words; nil where colours are drawn as they are.
  private let stretchOrigin: String?
  /// Degrees. Its eastern edge may lie west of its western one, across the antimeridian.
  package let bounds: CoordinateBounds
  /// The highest zoom that shows more than the one below, for tiles of 256 pixels, 0 ... 30.
  package let maximumZoom: Int
  /// The lowest zoom whose tiles are made of few enough blocks, not above `maximumZoom`.
  package let minimumZoom: Int
  /// What is not as it should be, one line each.
  package let warnings: [String]

  /// Bytes that are decoded of the smallest overview for a tile of the lowest zoom: on this machine, and over a network.
  static let localByteCount = 256.0 * 1024 * 1024
  static let remoteByteCount = 32.0 * 1024 * 1024

  /// Whether a file that begins like this is to be opened as a GeoTIFF.
  package static func isLikely(_ head: [UInt8]) -> Bool { ImageFormat.isTIFF(head) }

  /// Whether the file at `path` is a TIFF file; false where there is none. Reads its first bytes.
  package static func isLikely(path: String) -> Bool {
    guard let file = try? ArchiveFile(path: path), file.byteCount >= 8,
      let head = try? file.read(offset: 0, count: 8, thing: "header")
    else { return false }
    return isLikely(head)
  }

  /// Bytes of decoded blocks of all files together that are kept for other tiles; one block is, however large.
  package static let keptByteCount = 96 << 20

  /// Opens the file at `path`. Reads its directories, and of numbers without statistics the smallest overview, on the calling
  /// thread.
  package convenience init(path: String) throws(FormatError) {
    try self.init(try ArchiveFile(path: path))
  }

  /// Opens a file that is in memory.
  package convenience init(bytes: [UInt8], name: String) throws(FormatError) {
    try self.init(ArchiveInMemory(path: name, bytes: bytes))
  }

  /// Opens a file of which parts are here. Throws as long as some are missing, which `parts` then names. `keptByteCount`: of its
  /// own blocks, apart from those of other files.
  package convenience init(parts: FileParts, keptByteCount: Int? = nil) throws(FormatError) {
    try self.init(parts, isWhole: false, keptByteCount: keptByteCount)
  }

  init(_ bytes: any ArchiveBytes, isWhole: Bool = true, keptByteCount: Int? = nil) throws(FormatError) {
    let reader = try TIFFReader(bytes)
    let contents = try GeoTIFFContents(reader)
    self.reader = reader
    name = bytes.path
    self.bytes = isWhole ? bytes : nil
    levels = contents.levels
    reference = contents.reference
    (colors, stretchOrigin) = try contents.stretchedColors(reader)
    blocks = (keptByteCount.map { PixelBlocks(maximumByteCount: $0) } ?? .shared).file()
    let extent = try contents.extent(reader, byteCount: isWhole ? Self.localByteCount : Self.remoteByteCount)
    (bounds, minimumZoom, maximumZoom) = (extent.bounds, extent.minimumZoom, extent.maximumZoom)
    warnings = contents.warnings + extent.warnings
  }

  /// Bytes of the file.
  package var byteCount: Int? { Int(exactly: reader.bytes.byteCount) }

  /// Columns times rows, at most 2^54.
  package var pixelCount: Int { levels[0].picture.width * levels[0].picture.height }

  /// What the file is, in one line for people.
  package var details: String {
    let picture = levels[0].picture
    var parts = ["\(picture.width) x \(picture.height) pixels", reference.systemName]
    parts.append("\(picture.sampleCount) x \(picture.sampleFormat) of \(picture.bits) bits, \(picture.compression)")
    parts.append(levels.count == 1 ? "no overviews" : levels.count == 2 ? "1 overview" : "\(levels.count - 1) overviews")
    if levels[0].mask != nil { parts.append("a mask") }
    if let stretch = colors.stretch, let stretchOrigin {
      parts.append("black \(Self.text(stretch.low)), white \(Self.text(stretch.high)) (\(stretchOrigin))")
    }
    return parts.joined(separator: ", ")
  }

  private static func text(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
