package import OverlookFormats
package import OverlookGeometry

/// A FlatGeobuf file that is asked for the features in a box, by its index. Belongs to one thread at a time.
package struct FlatGeobufFile: Sendable {
  package let header: FlatGeobufHeader
  private let ranges: any RangeReader
  /// Nodes of the upper levels, which every query reads.
  private var kept: [UInt64: [UInt8]] = [:]

  /// Between two parts that are wanted so many bytes are rather read than asked around.
  private static let (gapByteCount, pieceByteCount): (UInt64, UInt64) = (32 << 10, 4 << 20)
  private static let keptLimit = 4096

  package static func isLikely(_ head: [UInt8]) -> Bool { FlatGeobufReader.isLikely(head) }

  package init(_ ranges: any RangeReader) throws(FormatError) {
    self.ranges = ranges
    var count = 16 << 10
    while true {
      let bytes = try ranges.read(offset: 0, count: count)
      if let header = try FlatGeobufHeader(bytes) {
        self.header = header
        return
      }
      guard bytes.count == count, count < 2 * FlatGeobufHeader.byteCountLimit else { throw .truncated("FlatGeobuf") }
      count *= 4
    }
  }

  /// A file here with so many features, or so large, that it had better be asked for parts than be read; nil for others.
  package static func large(path: String, head: [UInt8]) throws(FormatError) -> FlatGeobufFile? {
    guard isLikely(head) else { return nil }
    let ranges = try FileRanges(path: path)
    let file = try FlatGeobufFile(ranges)
    let isLarge = file.header.featureCount > largeFeatureCount || ranges.byteCount ?? 0 > largeByteCount
    return isLarge && file.canBeAskedByView ? file : nil
  }

  private static let (largeByteCount, largeFeatureCount): (UInt64, UInt64) = (256 << 20, 1_000_000)

  /// Whether it can be asked for a box.
  package var hasIndex: Bool { header.nodeSize > 0 && header.featureCount > 0 }

  /// What of a file lies in a box.
  package struct Found: Hashable, Sendable {
    /// Where the features lie, in bytes from the first one of the file; rising.
    package var offsets: [UInt64] = []
    /// Whether there are more than were asked for. The ones that were found then lie all over the box.
    package var isCutShort = false
  }

  /// The features whose boxes meet `box`, at most `limit`; nil for a file without an index. The index is read level by level, near
  /// nodes in one piece.
  ///
  /// - Parameter sampleNodeCount: Nodes of a level that are read where there are too many, each of which is far from the others; nil
  ///   for as many as `limit` allows.
  package mutating func features(
    in box: FlatGeobufBox, limit: Int = 10_000_000, sampleNodeCount: Int? = nil, reading: FileReading = FileReading()
  ) throws(FormatError) -> Found? {
    guard hasIndex, let counts = PackedIndex.levels(featureCount: header.featureCount, nodeSize: header.nodeSize) else {
      return nil
    }
    let starts = PackedIndex.starts(of: counts)
    var found = Found()
    var open: [UInt64] = [starts[counts.count - 1]]
    for level in stride(from: counts.count - 1, through: 0, by: -1) {
      try reading.check("FlatGeobuf")
      let nodes = open.map { node in node..<min(node + UInt64(header.nodeSize), starts[level] + counts[level]) }
      var next: Set<UInt64> = []
      for (range, bytes) in zip(nodes, try read(nodes)) {
        guard UInt64(bytes.count) == (range.upperBound - range.lowerBound) * PackedIndex.nodeByteCount else {
          throw .truncated("FlatGeobuf index")
        }
        for index in 0..<Int(range.upperBound - range.lowerBound) {
          guard box.meets(bytes, 40 * index), let offset = FlatTable.word(bytes, 40 * index + 32, 8) else { continue }
          // A node of the level below, or a feature: no file can send us in circles. Damage may name one twice.
          if level == 0 || offset >= starts[level - 1] && offset < starts[level - 1] + counts[level - 1] { next.insert(offset) }
        }
      }
      // Neighbours in the index are neighbours on the ground: every n-th of too many still shows where things are.
      let most = level == 0 ? limit : max(limit / 4, 1)
      open = next.sorted()
      guard open.count > most else { continue }
      found.isCutShort = true
      let count = level == 0 ? most : min(most, sampleNodeCount ?? most)
      open = (0..<count).map { open[$0 * open.count / count] }
    }
    found.offsets = open
    return found
  }

  /// The bytes of nodes, near ones in one piece.
  private mutating func read(_ nodes: [Range<UInt64>]) throws(FormatError) -> [ArraySlice<UInt8>] {
    let missing = nodes.filter { kept[$0.lowerBound] == nil }
    let size = PackedIndex.nodeByteCount
    let places = missing.map { header.indexOffset + $0.lowerBound * size..<header.indexOffset + $0.upperBound * size }
    var fresh: [UInt64: ArraySlice<UInt8>] = [:]
    for (node, bytes) in zip(missing, try pieces(places)) { fresh[node.lowerBound] = bytes }
    if kept.count + fresh.count <= Self.keptLimit { for (node, bytes) in fresh { kept[node] = Array(bytes) } }
    return nodes.map { fresh[$0.lowerBound] ?? kept[$0.lowerBound].map { $0[...] } ?? [] }
  }

  /// The bytes of `places`, which rise; fewer at the end of the file.
  private func pieces(_ places: [Range<UInt64>]) throws(FormatError) -> [ArraySlice<UInt8>] {
    var merged: [Range<UInt64>] = []
    for place in places {
      if let last = merged.last, place.lowerBound <= last.upperBound + Self.gapByteCount,
        place.upperBound - last.lowerBound <= Self.pieceByteCount
      {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        merged.append(place)
      }
    }
    let pieces = try ranges.read(merged)
    var result: [ArraySlice<UInt8>] = []
    result.reserveCapacity(places.count)
    var piece = 0
    for place in places {
      while piece + 1 < merged.count, place.lowerBound >= merged[piece + 1].lowerBound { piece += 1 }
      guard piece < pieces.count else { throw .truncated("FlatGeobuf") }
      let bytes = pieces[piece]
      let start = Int(clamping: place.lowerBound - merged[piece].lowerBound)
      let end = Int(clamping: place.upperBound - merged[piece].lowerBound)
      result.append(start < bytes.count ? bytes[start..<min(end, bytes.count)] : [])
    }
    return result
  }

  /// The features in a box as a document, at most `limit` of them: that there are more is said in a note.
  package mutating func document(
    in box: FlatGeobufBox, limit: Int = 10_000_000, sampleNodeCount: Int? = nil, limits: FileLimits = FileLimits(),
    reading: FileReading = FileReading()
  ) throws(FormatError) -> FileDocument {
    guard let found = try features(in: box, limit: limit, sampleNodeCount: sampleNodeCount, reading: reading) else {
      throw .unsupported("FlatGeobuf", fault: "it has no index")
    }
    let offsets = found.offsets
    var builder = FlatGeobufBuilder(header, limits: limits)
    reading.begin(UInt64(clamping: offsets.count))
    // Batches, so that what is read at a time stays small.
    var index = 0
    while index < offsets.count {
      let batch = offsets[index..<min(index + Self.batchCount, offsets.count)]
      try take(Array(batch), into: &builder, limits)
      try reading.advance(batch.count, thing: "FlatGeobuf")
      index += batch.count
    }
    var document = try builder.finished()
    document.isCutShort = found.isCutShort
    if found.isCutShort {
      document.notes.append("only \(offsets.count) of the features in view are shown, as there are too many: go nearer")
    }
    return document
  }

  private static let batchCount = 4096
  /// What a feature is taken to be at first, in bytes: most are smaller, and of the others the rest is read.
  private static let guessedByteCount: UInt64 = 2 << 10

  private func take(_ offsets: [UInt64], into builder: inout FlatGeobufBuilder, _ limits: FileLimits) throws(FormatError) {
    let starts = offsets.map { header.featuresOffset &+ $0 }
    guard starts.allSatisfy({ $0 >= header.featuresOffset && $0 < 1 << 60 }) else {
      throw .malformed("FlatGeobuf", fault: "its index leads out of the file")
    }
    let guesses = zip(starts, starts.dropFirst() + [.max]).map { start, next in
      // Where the next one follows at once, all of this one lies before it.
      start..<start + (next - start <= Self.gapByteCount ? max(next - start, 4) : Self.guessedByteCount)
    }
    let heads = try pieces(guesses)
    var long: [(index: Int, range: Range<UInt64>)] = []
    var sizes: [Int] = []
    for (index, head) in heads.enumerated() {
      guard let size = FlatTable.word(head, 0, 4).flatMap({ Int(exactly: $0) }), size <= limits.itemByteCount else {
        throw .malformed("FlatGeobuf", fault: "a feature at \(offsets[index])")
      }
      sizes.append(size)
      if 4 + size > head.count { long.append((index, starts[index] + 4..<starts[index] + 4 + UInt64(size))) }
    }
    let rests = Dictionary(
      uniqueKeysWithValues: zip(long.map(\.index), try pieces(long.map(\.range))))
    for (index, head) in heads.enumerated() {
      if let rest = rests[index] {
        guard rest.count == sizes[index] else { throw .truncated("FlatGeobuf") }
        try builder.take(rest)
      } else {
        try builder.take(head[head.startIndex + 4..<head.startIndex + 4 + sizes[index]])
      }
    }
  }
}

/// A box in the numbers of a file's reference system.
package struct FlatGeobufBox: Hashable, Sendable {
  package var west: Double
  package var south: Double
  package var east: Double
  package var north: Double

  package init(west: Double, south: Double, east: Double, north: Double) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// Of the four numbers at an offset.
  func meets(_ bytes: ArraySlice<UInt8>, _ at: Int) -> Bool {
    func number(_ index: Int) -> Double { FlatTable.word(bytes, at + 8 * index, 8).map(Double.init(bitPattern:)) ?? .nan }
    return number(0) <= east && number(2) >= west && number(1) <= north && number(3) >= south
  }

  /// The extent of a file by the root of its index; what is no number is left out.
  static func whole(_ bytes: ArraySlice<UInt8>) -> FlatGeobufBox? {
    func number(_ index: Int) -> Double { FlatTable.word(bytes, 8 * index, 8).map(Double.init(bitPattern:)) ?? .nan }
    let box = FlatGeobufBox(west: number(0), south: number(1), east: number(2), north: number(3))
    return box.west <= box.east && box.south <= box.north ? box : nil
  }
}

extension FlatGeobufFile {
  /// The box of the file's reference system that holds an area of the map; nil where the way from degrees to it is not known: then the
  /// file can only be read as a whole.
  package func box(around bounds: CoordinateBounds) -> FlatGeobufBox? {
    guard let projection = knownProjection else { return nil }
    // Across the antimeridian lies the whole width of the map; the edges of an area are bent in a projection.
    var (southWest, northEast) = (bounds.southWest, bounds.northEast)
    if southWest.longitude > northEast.longitude || southWest.longitude < -180 || northEast.longitude > 180 {
      (southWest.longitude, northEast.longitude) = (-180, 180)
    }
    var box: FlatGeobufBox?
    for row in 0...8 {
      for column in 0...8 {
        let (up, across) = (Double(row) / 8, Double(column) / 8)
        let place = LocationCoordinate(
          latitude: southWest.latitude + up * (northEast.latitude - southWest.latitude),
          longitude: southWest.longitude + across * (northEast.longitude - southWest.longitude))
        let plain = projection.isDegrees ? (place.longitude, place.latitude) : projection.known?.project(WorldPoint(place))
        guard let (x, y) = plain, x.isFinite, y.isFinite else { continue }
        let old = box ?? FlatGeobufBox(west: x, south: y, east: x, north: y)
        box = FlatGeobufBox(west: min(old.west, x), south: min(old.south, y), east: max(old.east, x), north: max(old.north, y))
      }
    }
    return box
  }

  /// Whether it can be asked for what is in view.
  package var canBeAskedByView: Bool { hasIndex && knownProjection != nil }

  private var knownProjection: (isDegrees: Bool, known: MapProjection?)? {
    var document = FileDocument(format: "FlatGeobuf")
    do throws(FormatError) {
      let projection = try ReferenceSystem.projection(named: header.crs, of: &document)
      if projection == nil { return (true, nil) }
      return (projection as? KnownProjection).map { (false, $0.projection) }
    } catch {
      return nil
    }
  }

  /// Of all features, in degrees; the whole map for a file that does not say.
  package mutating func bounds() throws(FormatError) -> CoordinateBounds {
    guard let box = try extent(), let projection = knownProjection else { return .empty }
    let corners = [(box.west, box.south), (box.east, box.south), (box.east, box.north), (box.west, box.north)]
    let places = corners.compactMap { x, y in
      projection.isDegrees
        ? LocationCoordinate(latitude: min(max(y, -90), 90), longitude: min(max(x, -540), 540))
        : projection.known?.place(x: x, y: y)
    }
    guard let first = places.first else { return .empty }
    let longitudes = places.map(\.longitude)
    let latitudes = places.map(\.latitude)
    return CoordinateBounds(
      southWest: LocationCoordinate(latitude: latitudes.min() ?? first.latitude, longitude: longitudes.min() ?? first.longitude),
      northEast: LocationCoordinate(latitude: latitudes.max() ?? first.latitude, longitude: longitudes.max() ?? first.longitude))
  }

  /// Of all features, in the file's own numbers; nil for a file that does not say.
  package mutating func extent() throws(FormatError) -> FlatGeobufBox? {
    guard hasIndex else { return nil }
    return try read([0..<1]).first.flatMap { FlatGeobufBox.whole($0) }
  }
}
