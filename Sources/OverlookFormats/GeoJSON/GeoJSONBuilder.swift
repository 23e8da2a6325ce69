/// Gathers the features of a document. What belongs to a feature that turns out to be bad is taken back.
struct GeoJSONBuilder {
  private(set) var document = GeoJSONDocument()
  private var keyIndices: [String: Int32] = [:]
  /// Features that were begun.
  private var count: Int32 = 0
  /// Where the feature that is being read begins.
  private var firstFeature = 0
  private var firstPart = 0
  private var firstPosition = 0
  private var firstTag = 0
  private var firstValue = 0
  /// Where its geometry begins.
  private var geometryPart = 0

  enum Ring { case none, outer, hole }

  // MARK: Features

  mutating func beginFeature() {
    firstFeature = document.features.count
    firstPart = document.partStarts.count - 1
    firstPosition = document.positionCount
    firstTag = document.tags.count
    firstValue = document.values.count
    geometryPart = firstPart
  }

  /// Gives all geometries since `beginFeature` their attributes.
  mutating func endFeature(id: JSONValue?) {
    defer { count += 1 }
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

  /// False when the document has more positions than are read.
  mutating func addPosition(_ longitude: Double, _ latitude: Double) -> Bool {
    document.coordinates.append(longitude)
    document.coordinates.append(latitude)
    return document.positionCount <= GeoJSONLimits.positions
  }

  /// Ends a line, a ring, or the points of a feature; a part without positions is none.
  mutating func endPart(_ ring: Ring) {
    let start = Int(document.partStarts[document.partStarts.count - 1])
    guard document.positionCount > start else { return }
    if ring != .none { closeRing(start, isOuter: ring == .outer) }
    document.partStarts.append(Int32(clamping: document.positionCount))
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

  /// Says the first position of a ring again at its end, where the document does not, and turns the ring its way.
  private mutating func closeRing(_ start: Int, isOuter: Bool) {
    let last = document.positionCount - 1
    let (x, y) = (document.coordinates[2 * start], document.coordinates[2 * start + 1])
    if document.coordinates[2 * last] != x || document.coordinates[2 * last + 1] != y { _ = addPosition(x, y) }
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
