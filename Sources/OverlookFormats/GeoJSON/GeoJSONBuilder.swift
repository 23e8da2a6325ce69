/// Gathers the features of a document. What belongs to a feature that turns out to be bad is taken back.
struct GeoJSONBuilder {
  private(set) var document = GeoJSONDocument()
  private var keyIndices: [String: Int32] = [:]
  /// Features that were begun.
  private var count: Int32 = 0
  /// Whether a feature was begun and not ended.
  private var isOpen = false
  /// Where the feature that is being read begins.
  private var firstFeature = 0
  private var firstPart = 0
  private var firstPosition = 0
  private var firstTag = 0
  private var firstValue = 0
  /// Where its geometry begins.
  private var geometryPart = 0

  /// The outer ring of the polygon was left out: its holes are too.
  private var isWithoutOuter = false

  /// What a part is, and so how many positions it needs.
  enum Part { case points, line, outerRing, hole }

  /// Why a position is not taken.
  enum PositionFault: Error {
    case offEarth(String)
    case budget

    static func tooMany() -> FormatError {
      .tooLarge(GeoJSONLimits.thing, fault: "more than \(GeoJSONLimits.positions) positions")
    }
  }

  // MARK: Features

  mutating func beginFeature() {
    firstFeature = document.features.count
    firstPart = document.partStarts.count - 1
    firstPosition = document.positionCount
    firstTag = document.tags.count
    firstValue = document.values.count
    geometryPart = firstPart
    isOpen = true
  }

  /// Gives all geometries since `beginFeature` their attributes.
  mutating func endFeature(id: JSONValue?) {
    defer { count += 1 }
    isOpen = false
    guard document.features.count > firstFeature else {
      // Something without a place: what it holds is never asked for.
      document.tags.removeSubrange(firstTag...)
      document.values.removeSubrange(firstValue...)
      return
    }
    let tags = Int32(clamping: firstTag)..<Int32(clamping: document.tags.count)
    for index in firstFeature..<document.features.count {
      document.features[index].id = id
      document.features[index].index = count
      document.features[index].tags = tags
    }
  }

  mutating func dropFeature(_ fault: String) {
    document.features.removeSubrange(firstFeature...)
    dropParts(from: firstPart)
    document.tags.removeSubrange(firstTag...)
    document.values.removeSubrange(firstValue...)
    note(fault)
    count += 1
    isOpen = false
  }

  /// Notes what ended the reading of a record; a feature that was begun goes with it.
  mutating func dropRecord(_ fault: String) {
    if isOpen { dropFeature(fault) } else { note(fault) }
  }

  mutating func addProperty(_ key: String, _ value: JSONValue) {
    let index: Int32
    if let known = keyIndices[key] {
      index = known
    } else {
      index = Int32(clamping: document.keys.count)
      keyIndices[key] = index
      document.keys.append(key)
    }
    document.tags.append(index)
    document.tags.append(Int32(clamping: document.values.count))
    document.values.append(value)
  }

  // MARK: Geometries

  /// Throws for a place that is none on Earth, and when the document has more positions than are read.
  ///
  /// Longitudes may count on beyond the antimeridian, by a whole turn at most; latitudes may miss a pole by what rounding costs.
  mutating func addPosition(_ longitude: Double, _ latitude: Double) throws(PositionFault) {
    guard abs(longitude) <= GeoJSONLimits.longitude, abs(latitude) <= GeoJSONLimits.latitude else {
      let isLatitude = abs(latitude) > GeoJSONLimits.latitude
      let text = "\(isLatitude ? "latitude" : "longitude") \(isLatitude ? latitude : longitude)"
      throw .offEarth("a position off the Earth, with \(text) where degrees were expected")
    }
    append(longitude, min(max(latitude, -90), 90))
    if document.positionCount > GeoJSONLimits.positions { throw .budget }
  }

  private mutating func append(_ longitude: Double, _ latitude: Double) {
    document.coordinates.append(longitude)
    document.coordinates.append(latitude)
  }

  /// Ends a line, a ring, or the points of a feature. A part without positions is none; one with too few is left out and noted,
  /// and the geometry keeps its others.
  mutating func endPart(_ part: Part) {
    let start = Int(document.partStarts[document.partStarts.count - 1])
    if part == .outerRing { isWithoutOuter = false }
    guard document.positionCount > start else {
      if part == .outerRing { isWithoutOuter = true }
      return
    }
    switch part {
    case .points: break
    case .line:
      if document.positionCount - start < 2 { return dropPart("a line of less than two positions") }
    case .outerRing, .hole:
      if part == .hole, isWithoutOuter { return document.coordinates.removeSubrange((2 * start)...) }
      closeRing(start)
      if document.positionCount - start < 4 {
        isWithoutOuter = part == .outerRing
        return dropPart("a ring of less than four positions")
      }
      turnRing(start, isOuter: part == .outerRing)
    }
    document.partStarts.append(Int32(clamping: document.positionCount))
  }

  private mutating func dropPart(_ fault: String) {
    let start = Int(document.partStarts[document.partStarts.count - 1])
    document.coordinates.removeSubrange((2 * start)...)
    note(fault)
  }

  mutating func endGeometry(_ kind: GeoJSONDocument.Kind) {
    let end = document.partStarts.count - 1
    defer { geometryPart = end }
    guard end > geometryPart else { return }
    document.features.append(
      GeoJSONDocument.Feature(
        kind: kind, id: nil, index: 0, parts: Int32(clamping: geometryPart)..<Int32(clamping: end), tags: 0..<0))
  }

  /// Takes back what was read of the geometry; the feature may have others.
  mutating func dropGeometry() {
    dropParts(from: geometryPart)
  }

  mutating func note(_ fault: String) {
    document.faultCount += 1
    document.firstFault = document.firstFault ?? fault
  }

  private mutating func dropParts(from part: Int) {
    document.partStarts.removeSubrange((part + 1)...)
    document.coordinates.removeSubrange((2 * Int(document.partStarts[part]))...)
  }

  /// Says the first position of a ring again at its end, where the document does not.
  private mutating func closeRing(_ start: Int) {
    let last = document.positionCount - 1
    let (x, y) = (document.coordinates[2 * start], document.coordinates[2 * start + 1])
    guard document.coordinates[2 * last] != x || document.coordinates[2 * last + 1] != y else { return }
    document.openRingCount += 1
    append(x, y)
  }

  private mutating func turnRing(_ start: Int, isOuter: Bool) {
    let (x, y) = (document.coordinates[2 * start], document.coordinates[2 * start + 1])
    var area = 0.0
    var (beforeX, beforeY) = (0.0, 0.0)
    for position in start..<document.positionCount {
      let (dx, dy) = (document.coordinates[2 * position] - x, document.coordinates[2 * position + 1] - y)
      area += beforeX * dy - dx * beforeY
      (beforeX, beforeY) = (dx, dy)
    }
    // North is up: a positive area turns against the clock.
    guard isOuter == (area > 0) else { return }
    var (low, high) = (start, document.positionCount - 1)
    while low < high {
      document.coordinates.swapAt(2 * low, 2 * high)
      document.coordinates.swapAt(2 * low + 1, 2 * high + 1)
      low += 1
      high -= 1
    }
  }
}
