import Glibc
import OverlookGeometry

/// What the directories of a GeoTIFF file say, put in order.
struct GeoTIFFContents {
  let levels: [GeoTIFF.Level]
  let reference: GeoReference
  private let colors: TIFFColors
  private let statistics: TIFFColors.Stretch?
  private(set) var warnings: [String] = []

  init(_ reader: TIFFReader) throws(FormatError) {
    let directories = try reader.directories()
    let main = directories[0]
    let picture = try TIFFPicture(main, reader)
    reference = try GeoReference(main, reader)
    levels = try Self.levels(directories, picture, reader, &warnings)
    var noData: Double?
    if let text = try Self.text(main[TIFFTag.gdalNoData], "value of no data", reader, &warnings) {
      noData = Double(text.filter { !$0.isWhitespace })
      if noData == nil { warnings.append("its value for \"no data\" is no number, and is not looked at") }
    }
    colors = try Self.colors(picture, reader, noData: noData, &warnings)
    // Without it there is an overview to look at.
    let samples = colors.samples
    let metadata = try Self.text(main[TIFFTag.gdalMetadata], "metadata of GDAL", reader, &warnings)
    statistics = metadata.flatMap { Self.statistics($0, samples: samples) }
  }

  /// A text that the picture can do without.
  private static func text(
    _ field: TIFFField?, _ thing: String, _ reader: TIFFReader, _ warnings: inout [String]
  ) throws(FormatError) -> String? {
    guard let field else { return nil }
    do throws(FormatError) {
      return try reader.text(field, thing: thing)
    } catch {
      if error.isOfTheReading { throw error }
      warnings.append("its \(thing) is not looked at: \(error)")
      return nil
    }
  }

  /// Overviews and masks, each of the size of one of the pictures.
  private static func levels(
    _ directories: [TIFFDirectory], _ main: TIFFPicture, _ reader: TIFFReader, _ warnings: inout [String]
  ) throws(FormatError) -> [GeoTIFF.Level] {
    var levels = [GeoTIFF.Level(picture: main)]
    var masks: [TIFFPicture] = []
    var others = 0
    for (index, directory) in directories.enumerated().dropFirst() {
      let kind: UInt64
      let picture: TIFFPicture
      do throws(FormatError) {
        kind =
          try directory[TIFFTag.subfileType].map { (field) throws(FormatError) in
            try reader.integers(field, count: 1, thing: "kind of a picture").first ?? 0
          } ?? 0
        guard kind & 1 == 1 || kind & 4 == 4 else {
          others += 1
          continue
        }
        picture = try TIFFPicture(directory, reader)
      } catch {
        if error.isOfTheReading { throw error }
        warnings.append("directory \(index + 1) is left out: \(error)")
        continue
      }
      if kind & 4 == 4 || picture.photometric == .mask {
        masks.append(picture)
      } else if isSameKind(picture, main), isSmaller(picture, main) {
        levels.append(GeoTIFF.Level(picture: picture))
      } else {
        warnings.append("directory \(index + 1) is left out: an overview of another kind than the picture, or not smaller")
      }
    }
    if others > 0 { warnings.append("only the first of its \(others + 1) pictures is drawn") }
    for index in levels.indices {
      levels[index].mask = masks.first {
        let picture = levels[index].picture
        return $0.width == picture.width && $0.height == picture.height && $0.blockWidth == picture.blockWidth
          && $0.blockHeight == picture.blockHeight && $0.sampleCount == 1 && $0.bits <= 8 && $0.sampleFormat == .unsigned
      }
    }
    if !masks.isEmpty, levels[0].mask == nil {
      warnings.append("its mask is cut into other blocks than the picture, and left out")
    }
    // Drawn without it they would show what the picture hides.
    let bare = levels[0].mask == nil ? 0 : levels.count { $0.mask == nil }
    if bare > 0 {
      warnings.append("\(bare) of its overviews are left out: they have no mask, and the picture has one")
      levels.removeAll { $0.mask == nil }
    }
    return levels.prefix(1) + levels.dropFirst().sorted { $0.picture.width > $1.picture.width }
  }

  private static func isSmaller(_ overview: TIFFPicture, _ main: TIFFPicture) -> Bool {
    overview.width <= main.width && overview.height <= main.height
      && (overview.width < main.width || overview.height < main.height)
  }

  private static func isSameKind(_ overview: TIFFPicture, _ main: TIFFPicture) -> Bool {
    overview.sampleCount == main.sampleCount && overview.bits == main.bits && overview.sampleFormat == main.sampleFormat
      && (overview.photometric == .palette) == (main.photometric == .palette)
  }

  private static func colors(
    _ picture: TIFFPicture, _ reader: TIFFReader, noData: Double?, _ warnings: inout [String]
  ) throws(FormatError) -> TIFFColors {
    let count = picture.sampleCount
    let isRGB = picture.photometric == .rgb || picture.photometric == .yCbCr
    // What is behind the colours is said for the last samples.
    let colorCount = max(count - picture.extraSamples.count, 1)
    let alpha = picture.extraSamples.firstIndex { $0 == 1 || $0 == 2 }.map { $0 + colorCount }
    var colors = TIFFColors(samples: [0], alpha: alpha.flatMap { $0 < count ? $0 : nil }, noData: noData)
    colors.isPremultiplied = picture.extraSamples.contains(1) && !picture.extraSamples.contains(2)
    let isSeveralGreys = picture.photometric == .blackIsZero && count - (colors.alpha == nil ? 0 : 1) >= 3
    if isRGB || isSeveralGreys { colors.samples = [0, 1, 2] }
    if colors.samples.contains(where: { $0 == colors.alpha }) { colors.alpha = nil }
    if isSeveralGreys { warnings.append("its first three bands are drawn as red, green and blue") }
    colors.isInverted = picture.photometric == .whiteIsZero
    // WebP and JPEG bring their colours with them.
    if picture.compression == .webP { colors.alpha = nil }
    return colors
  }

  /// Black and white where values are not drawn as they are, and where they come from. Throws only what cannot be read.
  func stretchedColors(_ reader: TIFFReader) throws(FormatError) -> (TIFFColors, origin: String?) {
    let picture = levels[0].picture
    var colors = colors
    let isPlain = picture.bits <= 8 && picture.sampleFormat == .unsigned || picture.photometric == .palette
    if isPlain { return (colors, nil) }
    if let statistics {
      colors.stretch = statistics
      return (colors, "statistics of the file")
    }
    var range: TIFFColors.Stretch?
    guard let small = levels.last?.picture else { return (colors, nil) }
    let sample = try sample(small, reader)
    let file = reader.bytes as? FileParts
    file?.settle(isSound: true)
    for (block, parts) in sample {
      let decoded: TIFFBlock?
      do throws(FormatError) {
        decoded = try small.decode(block: block, parts: parts, in: reader, pool: nil)
        file?.settle(isSound: true)
      } catch {
        file?.settle(isSound: false)
        continue
      }
      guard let decoded, let found = small.range(of: decoded, block, colors) else { continue }
      range = TIFFColors.Stretch(low: min(range?.low ?? found.low, found.low), high: max(range?.high ?? found.high, found.high))
    }
    colors.stretch = range ?? TIFFColors.Stretch(low: 0, high: 1)
    if range == nil { return (colors, "no values were found") }
    let isWhole = sample.count == small.blockCount
    return (colors, isWhole ? (levels.count > 1 ? "its smallest overview" : "its values") : "a sample of its blocks")
  }

  /// At most 32 blocks, as far from each other as can be, and where they lie in the file: of a picture without overviews, no more
  /// than a tile is made of. Throws only what cannot be read, after all that it needs was looked for.
  private func sample(
    _ picture: TIFFPicture, _ reader: TIFFReader
  ) throws(FormatError) -> [(block: Int, parts: [Range<UInt64>])] {
    let taken = min(picture.blockCount, 32, max(Int(GeoTIFF.localByteCount) / picture.workByteCount(colors), 1))
    var stored: [(block: Int, parts: [Range<UInt64>])] = []
    var missing: FormatError?
    for index in 0..<taken {
      // Below 2^54 times 2^6.
      let block = (2 * index + 1) * picture.blockCount / (2 * taken)
      do throws(FormatError) {
        stored.append((block, try picture.parts(of: block, samples: colors.samples, in: reader)))
      } catch {
        // The others may be sound.
        if error.isOfTheReading { missing = error }
      }
    }
    if let missing { throw missing }
    let file = reader.bytes as? FileParts
    let limit = UInt64(file == nil ? GeoTIFF.localByteCount : GeoTIFF.remoteByteCount / 2)
    while stored.count > 1, stored.flatMap(\.parts).reduce(0, { $0 + ($1.upperBound - $1.lowerBound) }) > limit {
      stored = stored.indices.filter { $0 % 2 == 1 }.map { stored[$0] }
    }
    if let file, stored.flatMap(\.parts).count(where: { !$0.isEmpty && !file.has($0) }) > 0 {
      throw .unreadable("\(reader.name): smallest overview", fault: "it has not been fetched")
    }
    return stored
  }

  /// The least and the greatest value of `samples` as GDAL keeps them:
  /// `<Item name="STATISTICS_MINIMUM" sample="0" role="...">12.5</Item>`.
  private static func statistics(_ text: String, samples: [Int]) -> TIFFColors.Stretch? {
    // The first piece is what stands before the items, nothing where nothing does.
    let items = text.split(separator: "<Item ", omittingEmptySubsequences: false).dropFirst()
    func value(_ name: String, _ sample: Int) -> Double? {
      for item in items where item.contains("name=\"\(name)\"") {
        guard item.contains("sample=\"\(sample)\""), let start = item.firstIndex(of: ">"),
          let end = item.firstIndex(of: "<"), start < end
        else { continue }
        return Double(item[item.index(after: start)..<end].filter { !$0.isWhitespace })
      }
      return nil
    }
    let lows = samples.compactMap { value("STATISTICS_MINIMUM", $0) }
    let highs = samples.compactMap { value("STATISTICS_MAXIMUM", $0) }
    guard lows.count == samples.count, highs.count == samples.count, let low = lows.min(), let high = highs.max(), low.isFinite,
      high.isFinite, low <= high
    else { return nil }
    return TIFFColors.Stretch(low: low, high: high)
  }

  /// Where the picture lies, and the zooms it is for.
  func extent(
    _ reader: TIFFReader, byteCount: Double
  ) throws(FormatError) -> (bounds: CoordinateBounds, minimumZoom: Int, maximumZoom: Int, warnings: [String]) {
    let picture = levels[0].picture
    let (width, height) = (Double(picture.width), Double(picture.height))
    let edge = (0...32).map { Double($0) / 32 }
    let outline = edge.flatMap { [($0, 0.0), ($0, 1.0), (0.0, $0), (1.0, $0), ($0, 0.5)] }
    let places = outline.compactMap { reference.place(column: $0.0 * width, row: $0.1 * height) }
    guard let south = places.map(\.latitude).min(), let north = places.map(\.latitude).max(),
      let west = places.map(\.longitude).min(), let east = places.map(\.longitude).max(),
      south < Mercator.maximumLatitude, north > -Mercator.maximumLatitude, west < east, abs(west) < 1e6, abs(east) < 1e6
    else { throw reader.malformed("it lies nowhere on the map") }
    let limit = Mercator.maximumLatitude
    let bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: max(south, -limit), longitude: west),
      northEast: LocationCoordinate(latitude: min(north, limit), longitude: east))
    // The size of a pixel on the map, where the picture is largest: nearest to a pole.
    let rect = (
      WorldPoint(LocationCoordinate(latitude: north, longitude: west)),
      WorldPoint(LocationCoordinate(latitude: south, longitude: east))
    )
    let pixel = max(min((rect.1.x - rect.0.x) / width, (rect.1.y - rect.0.y) / height), 1e-12)
    let maximumZoom = min(max(Int(exactly: ceil(log2(1 / (256 * pixel)) - 0.1)) ?? 0, 0), TileID.maximumZoom)
    let coarse = levels.last?.picture ?? picture
    let coarsePixel = pixel * width / Double(coarse.width)
    // Bytes of the blocks that a tile lies on: one more in each direction than fit into it, the middle of all places.
    func work(_ picture: TIFFPicture, _ pixel: Double, _ zoom: Int) -> Double {
      let side = exp2(-Double(zoom)) / pixel
      return min(side / Double(picture.blockWidth) + 1, Double(picture.columns))
        * min(side / Double(picture.blockHeight) + 1, Double(picture.rows)) * Double(picture.workByteCount(colors))
    }
    var minimumZoom = 0
    while minimumZoom < maximumZoom, work(coarse, coarsePixel, minimumZoom) > byteCount { minimumZoom += 1 }
    var warnings: [String] = []
    if minimumZoom > 0 { warnings.append("it has no overviews that are small enough: it is shown from zoom \(minimumZoom) on") }
    if work(picture, pixel, maximumZoom) > Double(TIFFLimits.drawnByteCount) {
      warnings.append("its blocks of \(picture.blockWidth) x \(picture.blockHeight) pixels are too large to draw tiles of")
    }
    return (bounds, minimumZoom, maximumZoom, warnings)
  }
}

extension TIFFPicture {
  /// Reads and decodes a block; nil when it was never written.
  func decode(
    block: Int, parts: [Range<UInt64>], in reader: TIFFReader, pool: DecoderPool?
  ) throws(FormatError) -> TIFFBlock? {
    var stored: [[UInt8]] = []
    for part in parts {
      let count = Int(clamping: part.upperBound - part.lowerBound)
      stored.append(try reader.bytes.read(offset: part.lowerBound, count: count, thing: "block \(block)"))
    }
    return try decode(block: block, stored: stored, thing: "\(reader.name): block \(block)", pool: pool)
  }
}
