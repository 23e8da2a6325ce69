internal import OverlookGeometry

/// The first 127 bytes of a PMTiles file, version 3 (specification of Protomaps, chapter 3).
struct PMTilesHeader: Hashable, Sendable {
  static let magic = Array("PMTiles".utf8)
  static let byteCount = 127
  static let version: UInt8 = 3

  /// A run of bytes of the file.
  struct Section: Hashable, Sendable {
    var offset: UInt64 = 0
    var length: UInt64 = 0

    /// The part of this section at `offset` from its start, nil when it reaches beyond its end.
    func part(offset start: UInt64, length count: UInt64) -> Section? {
      let (end, overflow) = start.addingReportingOverflow(count)
      guard !overflow, end <= length else { return nil }
      // Sections were checked against the file's size, so this sum cannot wrap.
      return Section(offset: offset &+ start, length: count)
    }
  }

  enum Compression: UInt8, Sendable {
    case unknown = 0
    case none = 1
    case gzip = 2
    case brotli = 3
    case zstd = 4
  }

  var rootDirectory = Section()
  var metadata = Section()
  var leafDirectories = Section()
  var tileData = Section()
  var addressedTileCount: UInt64 = 0
  var tileEntryCount: UInt64 = 0
  var tileContentCount: UInt64 = 0
  var isClustered = false
  var internalCompression = Compression.none
  var tileCompression = Compression.none
  /// 0 unknown, 1 MVT, 2 PNG, 3 JPEG, 4 WebP, 5 AVIF.
  var tileType: UInt8 = 0
  var minimumZoom: UInt8 = 0
  var maximumZoom: UInt8 = 0
  /// Degrees times 10^7: west, south, east, north.
  var boundsE7: [Int32] = [-1_800_000_000, -850_511_287, 1_800_000_000, 850_511_287]
  var centerZoom: UInt8 = 0
  /// Degrees times 10^7: longitude, latitude.
  var centerE7: [Int32] = [0, 0]

  init() {}

  /// Reads the header and checks all four sections against the size of the file, once for all later reads.
  init(_ bytes: [UInt8], fileByteCount: UInt64, thing: String) throws(FormatError) {
    var reader = ByteReader(bytes, thing: thing)
    guard reader.starts(with: Self.magic) else {
      throw Self.magic.starts(with: bytes) ? .truncated(thing) : .unrecognized(thing, found: ImageFormat.guess(bytes))
    }
    try reader.skip(Self.magic.count)
    let version = try reader.readUInt8()
    guard version == Self.version else { throw .unsupported(thing, fault: "version \(version) of PMTiles") }
    guard bytes.count >= Self.byteCount else { throw .truncated(thing) }
    rootDirectory = try Self.section(&reader, "the root directory", fileByteCount)
    metadata = try Self.section(&reader, "the metadata", fileByteCount)
    leafDirectories = try Self.section(&reader, "the leaf directories", fileByteCount)
    tileData = try Self.section(&reader, "the tile data", fileByteCount)
    addressedTileCount = try reader.readUInt64()
    tileEntryCount = try reader.readUInt64()
    tileContentCount = try reader.readUInt64()
    isClustered = try reader.readUInt8() == 1
    internalCompression = try Self.compression(&reader)
    tileCompression = try Self.compression(&reader)
    tileType = try reader.readUInt8()
    minimumZoom = try reader.readUInt8()
    maximumZoom = try reader.readUInt8()
    for i in boundsE7.indices { boundsE7[i] = try reader.readInt32() }
    centerZoom = try reader.readUInt8()
    for i in centerE7.indices { centerE7[i] = try reader.readInt32() }
    guard rootDirectory.length > 0 else { throw .malformed(thing, fault: "the root directory is empty") }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(contentsOf: Self.magic)
    writer.write(Self.version)
    for section in [rootDirectory, metadata, leafDirectories, tileData] {
      writer.write(section.offset)
      writer.write(section.length)
    }
    for count in [addressedTileCount, tileEntryCount, tileContentCount] { writer.write(count) }
    for byte in [isClustered ? 1 : 0, internalCompression.rawValue, tileCompression.rawValue, tileType, minimumZoom, maximumZoom]
    {
      writer.write(byte)
    }
    for value in boundsE7 { writer.write(value) }
    writer.write(centerZoom)
    for value in centerE7 { writer.write(value) }
    return writer.bytes
  }

  /// What the reader offers to its users; `metadata` gives the words.
  func archiveHeader(_ metadata: ArchiveMetadata) -> TileArchiveHeader {
    func place(_ longitude: Int, _ latitude: Int) -> LocationCoordinate {
      LocationCoordinate(latitude: Double(boundsE7[latitude]) / 1e7, longitude: Double(boundsE7[longitude]) / 1e7)
    }
    var header = TileArchiveHeader(
      tileFormat: tileFormat, minimumZoom: Int(minimumZoom), maximumZoom: Int(maximumZoom),
      southWest: place(0, 1), northEast: place(2, 3))
    metadata.complete(&header)
    let center = LocationCoordinate(latitude: Double(centerE7[1]) / 1e7, longitude: Double(centerE7[0]) / 1e7)
    // Writers that do not say leave zeros.
    if centerE7 != [0, 0] || centerZoom > 0 { header.setCenter(center, zoom: Int(centerZoom)) }
    return header
  }

  /// Puts the sections one behind the other, in the order of the specification.
  mutating func placeSections() {
    rootDirectory.offset = UInt64(Self.byteCount)
    metadata.offset = rootDirectory.offset + rootDirectory.length
    leafDirectories.offset = metadata.offset + metadata.length
    tileData.offset = leafDirectories.offset + leafDirectories.length
  }

  /// Takes over what `header` says of the tiles; its zoom range is that of `minimumZoom` and `maximumZoom`, set before.
  mutating func describe(_ header: TileArchiveHeader) {
    func e7(_ degrees: Double) -> Int32 { Int32(exactly: (degrees * 1e7).rounded()) ?? 0 }
    tileType = header.tileFormat.pmtilesType
    let (southWest, northEast) = (header.southWest, header.northEast)
    boundsE7 = [southWest.longitude, southWest.latitude, northEast.longitude, northEast.latitude].map(e7)
    let center =
      header.center
      ?? LocationCoordinate(
        latitude: (southWest.latitude + northEast.latitude) / 2, longitude: (southWest.longitude + northEast.longitude) / 2)
    centerE7 = [e7(center.longitude), e7(center.latitude)]
    centerZoom = header.centerZoom.flatMap { UInt8(exactly: $0) } ?? minimumZoom
  }

  private var tileFormat: TileArchiveHeader.TileFormat {
    switch tileType {
    case 1: .mvt
    case 2: .png
    case 3: .jpeg
    case 4: .webp
    case 5: .avif
    default: .unknown
    }
  }

  private static func section(_ reader: inout ByteReader, _ name: String, _ fileByteCount: UInt64) throws(FormatError) -> Section
  {
    let section = Section(offset: try reader.readUInt64(), length: try reader.readUInt64())
    let (end, overflow) = section.offset.addingReportingOverflow(section.length)
    guard !overflow, end <= fileByteCount else {
      throw .malformed(reader.thing, fault: "\(name) lies beyond the end of the file")
    }
    return section
  }

  private static func compression(_ reader: inout ByteReader) throws(FormatError) -> Compression {
    let value = try reader.readUInt8()
    guard let compression = Compression(rawValue: value) else {
      throw .malformed(reader.thing, fault: "compression \(value)")
    }
    return compression
  }
}

extension PMTilesHeader.Compression {
  /// Whether `bytes` may be compressed so. False for bytes that are none of gzip.
  func isOf(_ bytes: [UInt8]) -> Bool { self != .gzip || Gzip.isGzip(bytes) }

  /// `bytes` as they were before compression, at most `limit` of them.
  func decompressed(_ bytes: [UInt8], limit: Int, thing: String) throws(FormatError) -> [UInt8] {
    switch self {
    // Writers that do not say mean "as it is".
    case .none, .unknown:
      guard bytes.count <= limit else { throw .tooLarge(thing, fault: "\(bytes.count) bytes") }
      return bytes
    case .gzip:
      // Some writers say gzip of what they store as it is, and the first two bytes tell.
      guard isOf(bytes) else { return try Self.none.decompressed(bytes, limit: limit, thing: thing) }
      return try ContentCoding.decoded(bytes, .gzip, limit: limit, thing: thing)
    case .brotli: return try ContentCoding.decoded(bytes, .brotli, limit: limit, thing: thing)
    case .zstd: return try ContentCoding.decoded(bytes, .zstd, limit: limit, thing: thing)
    }
  }
}

extension TileArchiveHeader.TileFormat {
  fileprivate var pmtilesType: UInt8 {
    switch self {
    case .unknown: 0
    case .mvt: 1
    case .png: 2
    case .jpeg: 3
    case .webp: 4
    case .avif: 5
    }
  }
}
