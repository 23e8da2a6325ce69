package import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Gathers the features of a file in order. What belongs to a feature that turns out to be bad is taken back.
package struct FeatureBuilder: Sendable {
  package var document: FileDocument
  /// Of `FileFaults.place`, for the features that come.
  package var place = ""
  package private(set) var isOpen = false
  private let limits: FileLimits
  /// Features that were begun, good or not.
  package private(set) var begunCount = 0
  private var start = (record: 0, shape: 0, part: 0, position: 0)
  /// Where the shape that is being read begins.
  private var shapePart = 0
  private var measureNumbers: [String: Int] = [:]
  private var lookNumbers: [FeatureLook: Int32] = [:]

  package init(format: String, limits: FileLimits = FileLimits()) {
    document = FileDocument(format: format)
    self.limits = limits
  }

  // MARK: Features

  package mutating func beginFeature(folder: Int? = nil) {
    if isOpen { dropFeature() }
    start = (
      document.shapes.records.count, document.shapes.shapes.count, document.shapes.partCount, document.shapes.positionCount
    )
    shapePart = start.part
    isOpen = true
    begunCount += 1
    document.shapes.records.append(
      FeatureRecords.Record(firstShape: Int32(clamping: start.shape), folder: folder.map { Int32(clamping: $0) } ?? -1))
  }

  /// Ends the feature, which stays even if it has no shape: what it says can be read in a table.
  ///
  /// Throws when the file has more than its budget.
  package mutating func endFeature() throws(FormatError) {
    isOpen = false
    guard document.shapes.records.count <= limits.featureCount else {
      throw .tooLarge(document.format, fault: "more than \(limits.featureCount) features")
    }
    guard document.shapes.positionCount <= limits.positionCount else {
      throw .tooLarge(document.format, fault: "more than \(limits.positionCount) positions")
    }
    guard document.properties.texts.textByteCount <= limits.textByteCount else {
      throw .tooLarge(document.format, fault: "more than \(limits.textByteCount >> 20) MiB of text in properties")
    }
  }

  /// Takes the open feature back, and notes why where a fault is given.
  package mutating func dropFeature(_ fault: String? = nil) {
    if let fault { document.faults.add(fault, at: place.isEmpty ? "feature \(begunCount)" : place) }
    guard isOpen else { return }
    document.properties.remove(from: start.record)
    dropParts(from: start.part)
    document.shapes.shapes.removeLast(document.shapes.shapes.count - start.shape)
    document.shapes.records.removeLast(document.shapes.records.count - start.record)
    isOpen = false
  }

  /// Takes the open feature back to read it again: it counts as not begun.
  package mutating func rewindFeature() {
    guard isOpen else { return }
    dropFeature()
    begunCount -= 1
  }

  /// Notes a fault of a part of the file.
  package mutating func note(_ fault: String) {
    document.faults.add(fault, at: place.isEmpty ? "feature \(begunCount)" : place)
  }

  /// The number of the feature that is open.
  package var feature: Int { document.shapes.records.count - 1 }

  package mutating func setLook(_ look: FeatureLook) {
    guard isOpen, look != FeatureLook() else { return }
    let number: Int32
    if let known = lookNumbers[look] {
      number = known
    } else {
      number = Int32(clamping: document.looks.count)
      lookNumbers[look] = number
      document.looks.append(look)
    }
    document.shapes.records.setLook(number, of: feature)
  }

  package mutating func set(_ name: String, _ value: PropertyValue) {
    guard isOpen else { return }
    guard let column = document.properties.column(adding: name) else {
      return note("more than \(FeatureProperties.columnLimit) names of properties")
    }
    document.properties.set(value, column, feature: feature)
  }

  // MARK: Positions

  /// Degrees, or numbers of the file's own reference system, which `FeatureFinish` brings to degrees.
  package mutating func addPosition(_ longitude: Double, _ latitude: Double) {
    document.shapes.coordinates.append(longitude)
    document.shapes.coordinates.append(latitude)
    if !document.shapes.heights.isEmpty { document.shapes.heights.append(.nan) }
    if !document.shapes.times.isEmpty { document.shapes.times.append(.nan) }
  }

  /// Of the position that was added last, in metres.
  package mutating func setHeight(_ height: Double) {
    let count = document.shapes.positionCount
    guard count > 0, abs(height) < 1e7 else { return }
    if document.shapes.heights.isEmpty { document.shapes.heights = [Float](repeating: .nan, count: count) }
    document.shapes.heights[count - 1] = Float(height)
  }

  /// Of the position that was added last, in seconds since 1970.
  package mutating func setTime(_ seconds: Double) { setTime(seconds, at: document.shapes.positionCount - 1) }

  package mutating func setTime(_ seconds: Double, at position: Int) {
    let count = document.shapes.positionCount
    guard position >= 0, position < count, abs(seconds) < 1e12 else { return }
    if document.shapes.times.isEmpty { document.shapes.times = [Double](repeating: .nan, count: count) }
    document.shapes.times[position] = seconds
  }

  /// Of the position that was added last.
  package mutating func setMeasure(_ name: String, _ value: Double) {
    let count = document.shapes.positionCount
    guard count > 0, abs(value) < 1e30 else { return }
    let number: Int
    if let known = measureNumbers[name] {
      number = known
    } else {
      guard document.shapes.measures.count < FileLimits.measureCount else { return }
      number = document.shapes.measures.count
      measureNumbers[name] = number
      document.shapes.measures.append(PointMeasure(name: name, values: []))
    }
    // Positions that did not have it are filled when the next one does, or at the end.
    let missing = count - 1 - document.shapes.measures[number].values.count
    guard missing >= 0 else { return }
    if missing > 0 { document.shapes.measures[number].values.append(contentsOf: repeatElement(.nan, count: missing)) }
    document.shapes.measures[number].values.append(Float(value))
  }

  /// Positions of the part that is open.
  package var openPositionCount: Int {
    document.shapes.positionCount - Int(document.shapes.partStarts[document.shapes.partStarts.count - 1])
  }

  /// Positions of the feature that is open, in shapes.
  package var openPositions: Range<Int> { isOpen ? start.position..<document.shapes.positionCount : 0..<0 }

  /// Whether no part was added since the last shape.
  package var isShapeEmpty: Bool { document.shapes.partCount == shapePart && openPositionCount == 0 }

  /// Ends a line, a ring, or the points of a feature; one without positions is none.
  package mutating func endPart() {
    guard openPositionCount > 0 else { return }
    document.shapes.partStarts.append(Int32(clamping: document.shapes.positionCount))
  }

  /// Makes a shape of the parts since the last one, leaving out parts of too few positions. A polygon whose outer ring has too few
  /// goes with its holes.
  ///
  /// - Parameter isQuiet: Whether lines of too few positions are no faults; one position alone becomes a point.
  package mutating func endShape(_ kind: FeatureShapes.Kind, isQuiet: Bool = false) {
    endPart()
    guard document.shapes.partCount > shapePart else { return }
    let isAlone = Int(document.shapes.partStarts[shapePart]) + 1 == document.shapes.positionCount
    let kind = kind == .lines && isQuiet && isAlone ? .points : kind
    switch kind {
    case .points: joinParts()
    case .lines: dropParts(isQuiet ? nil : "a line of less than two positions") { $0.count >= 2 }
    case .polygon:
      if !isRing(document.shapes.positions(of: shapePart)) {
        note("a ring of less than three positions")
        dropShape()
      } else {
        dropParts("a ring of less than three positions", where: isRing)
      }
    }
    guard document.shapes.partCount > shapePart else { return }
    document.shapes.shapes.append(FeatureShapes.Shape(kind: kind, firstPart: Int32(clamping: shapePart)))
    shapePart = document.shapes.partCount
  }

  /// Takes back the positions since the last shape.
  package mutating func dropShape() {
    dropParts(from: shapePart)
  }

  /// All points of a shape are one part.
  private mutating func joinParts() {
    guard document.shapes.partCount - shapePart > 1 else { return }
    let end = document.shapes.partStarts[document.shapes.partStarts.count - 1]
    document.shapes.partStarts.removeLast(document.shapes.partCount - shapePart)
    document.shapes.partStarts.append(end)
  }

  /// Files say the first position of a ring again at its end, or not.
  private func isRing(_ positions: Range<Int>) -> Bool {
    guard let first = positions.first, let last = positions.last, positions.count >= 3 else { return false }
    return positions.count > 3 || document.shapes.coordinates[2 * first] != document.shapes.coordinates[2 * last]
      || document.shapes.coordinates[2 * first + 1] != document.shapes.coordinates[2 * last + 1]
  }

  /// Keeps the parts since the last shape for which `isKept` holds, in one pass.
  private mutating func dropParts(_ fault: String?, where isKept: (Range<Int>) -> Bool) {
    let parts = shapePart..<document.shapes.partCount
    let ranges = parts.map { document.shapes.positions(of: $0) }
    let kept = ranges.filter(isKept)
    guard kept.count < ranges.count, let first = ranges.first?.lowerBound else { return }
    if let fault { for _ in kept.count..<ranges.count { note(fault) } }
    var next = first
    document.shapes.partStarts.removeLast(ranges.count)
    for range in kept {
      for position in range {
        movePosition(position, to: next)
        next += 1
      }
      document.shapes.partStarts.append(Int32(clamping: next))
    }
    removePositions(from: next)
  }

  private mutating func movePosition(_ old: Int, to new: Int) {
    guard old != new else { return }
    document.shapes.coordinates[2 * new] = document.shapes.coordinates[2 * old]
    document.shapes.coordinates[2 * new + 1] = document.shapes.coordinates[2 * old + 1]
    if !document.shapes.heights.isEmpty { document.shapes.heights[new] = document.shapes.heights[old] }
    if !document.shapes.times.isEmpty { document.shapes.times[new] = document.shapes.times[old] }
    for number in document.shapes.measures.indices where new < document.shapes.measures[number].values.count {
      let isMeasured = old < document.shapes.measures[number].values.count
      document.shapes.measures[number].values[new] = isMeasured ? document.shapes.measures[number].values[old] : .nan
    }
  }

  private mutating func removePositions(from position: Int) {
    document.shapes.coordinates.removeLast(max(document.shapes.coordinates.count - 2 * position, 0))
    document.shapes.heights.removeLast(max(document.shapes.heights.count - position, 0))
    document.shapes.times.removeLast(max(document.shapes.times.count - position, 0))
    for number in document.shapes.measures.indices {
      let count = document.shapes.measures[number].values.count
      document.shapes.measures[number].values.removeLast(max(count - position, 0))
    }
  }

  private mutating func dropParts(from part: Int) {
    let first = Int(document.shapes.partStarts[part])
    document.shapes.partStarts.removeLast(document.shapes.partCount - part)
    removePositions(from: first)
  }
}
