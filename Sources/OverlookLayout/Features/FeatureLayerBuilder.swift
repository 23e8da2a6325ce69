internal import OverlookFormats
internal import OverlookStyle

/// Gathers features into the arrays of a `FeatureLayer`.
///
/// A feature: its parts point by point, each ended by `endPart`, its tags, then `endFeature`, which sees to the order of rings.
struct FeatureLayerBuilder {
  let name: String
  private(set) var features: [Feature] = []
  private(set) var ids = FeatureIDs()
  private(set) var partStarts: [Int32] = [0]
  private(set) var coordinates: [Int16] = []
  private(set) var tags: [Int32] = []
  var keys: [String] = []
  var values: [StyleValue] = []

  /// Where the feature that is being made begins.
  private var firstPart = 0
  private var firstTag = 0
  /// Of its parts, when they are known.
  private var ringAreas: [Int64] = []
  /// By how many coordinates their array grows at a time, while features of a vector tile are read.
  private static let room = 4096

  init(name: String) {
    self.name = name
  }

  mutating func reserve(features: Int, coordinates count: Int) {
    self.features.reserveCapacity(features)
    coordinates.reserveCapacity(count)
    partStarts.reserveCapacity(features + 1)
  }

  var pointCount: Int { coordinates.count / 2 }

  /// Adds a point in units of the tile: halves go up, as in other readers, and what lies beyond `FeatureLayer.coordinateRange` is
  /// kept at its ends.
  @inline(__always)
  mutating func append(_ place: SIMD2<Double>) {
    coordinates.append(Self.whole(place.x))
    coordinates.append(Self.whole(place.y))
  }

  private static func whole(_ coordinate: Double) -> Int16 {
    let range = FeatureLayer.coordinateRange
    let whole = (coordinate + 0.5).rounded(.down)
    return Int16(exactly: min(max(whole, Double(range.lowerBound)), Double(range.upperBound))) ?? 0
  }

  mutating func endPart() {
    partStarts.append(Int32(clamping: coordinates.count / 2))
  }

  /// Takes back the points since the last part.
  mutating func dropPart() {
    coordinates.removeSubrange((2 * Int(partStarts[partStarts.count - 1]))...)
  }

  /// A tag whose value no other feature has.
  mutating func addTag(key: Int32, value: StyleValue) {
    appendTag(key: key, value: Int32(clamping: values.count))
    values.append(value)
  }

  mutating func appendTag(key: Int32, value: Int32) {
    tags.append(key)
    tags.append(value)
  }

  mutating func appendTags(_ pairs: ArraySlice<Int32>) {
    tags.append(contentsOf: pairs)
  }

  /// False, and nothing kept, when the feature has no part.
  @discardableResult
  mutating func endFeature(_ kind: Feature.Kind, id: StyleValue) -> Bool {
    guard endFeature(kind) else { return false }
    ids.append(id)
    return true
  }

  /// As `endFeature(_:id:)`, with an id that is a number, or none.
  mutating func endFeature(_ kind: Feature.Kind, number: UInt64?) {
    if endFeature(kind) { ids.append(number: number.map { Double($0) }) }
  }

  private mutating func endFeature(_ kind: Feature.Kind) -> Bool {
    if kind == .polygon { orderRings() }
    let parts = firstPart..<(partStarts.count - 1)
    defer {
      firstPart = partStarts.count - 1
      firstTag = tags.count
    }
    guard !parts.isEmpty else {
      tags.removeSubrange(firstTag...)
      return false
    }
    features.append(
      Feature(
        kind: kind, parts: Int32(clamping: parts.lowerBound)..<Int32(clamping: parts.upperBound),
        tags: Int32(clamping: firstTag)..<Int32(clamping: tags.count)))
    return true
  }

  // MARK: Vector tiles

  /// False, and nothing kept, when the geometry is bad.
  mutating func readGeometry(
    of feature: VectorTileFeature, from reader: inout VectorTileReader, in frame: VectorTileFrame
  ) throws(FormatError) -> Bool {
    try reader.readGeometry(of: feature, in: frame, into: &coordinates, &partStarts, ringAreas: &ringAreas, room: Self.room)
  }

  mutating func readTags(of feature: VectorTileFeature, from reader: inout VectorTileReader) {
    reader.readTags(of: feature, into: &tags)
  }

  /// To be called behind the last feature of a vector tile.
  mutating func endLayer() {
    coordinates.removeSubrange((2 * Int(partStarts[partStarts.count - 1]))...)
  }

  // MARK: Rings

  /// The first ring is an outer one whatever way it turns, and so is each that turns as it does; rings without area are left out.
  private mutating func orderRings() {
    var isReversed = false
    var isFirst = true
    var kept = firstPart
    for part in firstPart..<(partStarts.count - 1) {
      let points = Int(partStarts[part])..<Int(partStarts[part + 1])
      let area = ringAreas.isEmpty ? RingArea.doubled(coordinates, points) : ringAreas[part - firstPart]
      if area == 0 { continue }
      if isFirst { isReversed = area < 0 }
      isFirst = false
      move(points, to: Int(partStarts[kept]))
      kept += 1
      let end = partStarts[kept - 1] + Int32(clamping: points.count)
      partStarts[kept] = end
      if isReversed { reverse(Int(partStarts[kept - 1])..<Int(end)) }
    }
    guard kept + 1 < partStarts.count else { return }
    partStarts.removeSubrange((kept + 1)...)
    coordinates.removeSubrange((2 * Int(partStarts[kept]))...)
  }

  private mutating func move(_ points: Range<Int>, to start: Int) {
    guard points.lowerBound != start else { return }
    for offset in 0..<(2 * points.count) { coordinates[2 * start + offset] = coordinates[2 * points.lowerBound + offset] }
  }

  private mutating func reverse(_ points: Range<Int>) {
    var (low, high) = (points.lowerBound, points.upperBound - 1)
    while low < high {
      coordinates.swapAt(2 * low, 2 * high)
      coordinates.swapAt(2 * low + 1, 2 * high + 1)
      low += 1
      high -= 1
    }
  }
}
