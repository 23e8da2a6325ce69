import OverlookGeometry
import OverlookSupport

/// The paths of a layer as the renderer takes them, in the order of drawing.
@MainActor package final class PathColumns {
  /// All places.
  package private(set) var sequences = PlaceSequences()
  /// Premultiplied, red in the lowest byte. Empty while all paths have one colour.
  package internal(set) var colors = LayerColumn<UInt32>()
  /// When each place is reached, after `firstTime`, ascending along a path. Empty for paths without times.
  package private(set) var times = LayerColumn<Float>()
  package private(set) var firstTime = 0.0
  /// In the layer's unit; NaN for paths that are not drawn. Empty while all paths have one width.
  package internal(set) var widths = LayerColumn<Float>()
  /// In metres; NaN for paths that are not drawn. Empty while all paths have one height.
  package internal(set) var heights = LayerColumn<Float>()
  /// What the filter looks at. Empty without a filter.
  package internal(set) var filterValues = LayerColumn<Float>()
  /// Another number after every change.
  package private(set) var version = 0
  /// Another number after every change of places.
  package private(set) var placesVersion = 0

  /// Made when a view first shows segments so short that it pays.
  private var weights: PathWeights?
  private var levels = PathLevels<PlaceSequences>()
  /// A level that is made before it is drawn.
  private var maker: PathLevelMaker?

  package var count: Int { sequences.count }

  func append(_ added: borrowing PlaceBuilder) {
    sequences.append(added)
    didReplacePlaces()
  }

  /// Adds journeys with a time for each of their places.
  func append(_ added: borrowing PlaceBuilder, times newTimes: ContiguousArray<Float>, firstTime: Double) {
    if times.isEmpty { times.replaceAll(with: newTimes) } else { times.append(contentsOf: newTimes) }
    self.firstTime = firstTime
    append(added)
  }

  func removeAll() {
    sequences = PlaceSequences()
    times.replaceAll(with: [])
    didReplacePlaces()
  }

  /// Takes the places of others.
  func takePlaces(of other: PathColumns) {
    sequences = other.sequences
    (times, firstTime) = (other.times, other.firstTime)
    didReplacePlaces()
  }

  /// Gives a path other places, as `PlaceBuilder` keeps them.
  func replace(_ path: Int, with places: ContiguousArray<FixedPlace>) {
    let count = sequences.places.count
    sequences.replace(path, with: places)
    if count != sequences.places.count { return didReplacePlaces() }
    weights?.weigh(sequences, path: path)
    levels.removeAll()
    maker = nil
    placesVersion += 1
    version += 1
  }

  private func didReplacePlaces() {
    weights = nil
    levels.removeAll()
    maker = nil
    placesVersion += 1
    version += 1
  }

  /// After a change of a column that is not the places.
  func noteChange() { version += 1 }

  /// Takes the widths of the paths from `first` on; the largest of all paths.
  func takeWidths(_ value: LayerValue<Double>, from first: Int, missing: Double) -> Float {
    widths.takeLengths(value, from: first, count: count, missing: missing)
    noteChange()
    return widths.largest(constant: value.packedLength)
  }

  /// Takes the colours of the paths from `first` on.
  func takeColors(_ value: LayerValue<Color>, from first: Int) {
    colors.takeColors(value, from: first, count: count)
    noteChange()
  }

  /// Takes what the filter looks at of the paths from `first` on.
  func takeFilterValues(_ value: LayerValue<Double>, from first: Int) {
    filterValues.takeFilterValues(value, from: first, count: count)
    noteChange()
  }

  /// Forgets what changed; called by the renderer that took it over.
  package func clearChanges() {
    sequences.clearChanges()
    times.clearChanges()
    colors.clearChanges()
    widths.clearChanges()
    heights.clearChanges()
    filterValues.clearChanges()
  }

  /// The level of detail for pixels of so many steps east. Nil: all places.
  package func level(stepsPerPixel: Double) -> PathLevel? {
    // Below one segment a pixel there is little to leave out.
    guard times.isEmpty, stepsPerPixel.isFinite, stepsPerPixel > sequences.meanSegment, stepsPerPixel >= 2 else { return nil }
    return PathLevel(
      power: min(Int(stepsPerPixel.exponent), 63), isThinned: filterValues.isEmpty && widths.isEmpty && heights.isEmpty)
  }

  /// All levels of detail of views whose pixels have at most so many steps east, the coarsest first.
  package func levels(upTo stepsPerPixel: Double) -> [PathLevel?] {
    guard let coarsest = level(stepsPerPixel: stepsPerPixel) else { return [nil] }
    let finest = min(max(Int(max(sequences.meanSegment, 2).exponent), 0), coarsest.power)
    return (finest...coarsest.power).reversed().map { PathLevel(power: $0, isThinned: coarsest.isThinned) } + [nil]
  }

  /// The paths without the places that no pixel of `level` shows, as `PathLevelMaker` says.
  package func sequences(level: PathLevel?) -> PlaceSequences {
    guard let level else { return sequences }
    if let latest = levels.latest, latest.level == level { return latest.made }
    let made = levels.remove(level) ?? reduce(to: level)
    // The levels of paths of more places would take more memory than the paths.
    levels.append(made, at: level, limit: min(sequences.places.count, PathLevel.affordableCount)) { $0.places.count }
    return made
  }

  /// The same before it is drawn, for who keeps it: looks at `placeCount` places or a few more with each call, and is nil until it is made.
  package func makeAhead(_ level: PathLevel?, placeCount: Int) -> PlaceSequences? {
    guard let level else { return sequences }
    if let known = levels[level] { return known }
    guard weigh(placeCount: placeCount), let weights else { return nil }
    if maker?.level != level { maker = PathLevelMaker(level, power: weights.affordable(level.power)) }
    guard maker?.step(sequences, weights.powers, placeCount: placeCount) == true else { return nil }
    defer { maker = nil }
    return maker?.sequences()
  }

  private func reduce(to level: PathLevel) -> PlaceSequences {
    guard weigh(placeCount: .max), let weights else { return sequences }
    var maker = PathLevelMaker(level, power: weights.affordable(level.power))
    _ = maker.step(sequences, weights.powers, placeCount: .max)
    return maker.sequences()
  }

  /// Goes on weighing places; true when all are.
  private func weigh(placeCount: Int) -> Bool {
    if weights == nil { weights = PathWeights(placeCount: sequences.places.count) }
    return weights?.weigh(sequences, placeCount: placeCount) == true
  }
}

/// The part of journeys that is drawn.
package struct PathTrail: Hashable, Sendable {
  /// Where trails end and where they begin, after `PathColumns.firstTime`.
  package var from: Float
  package var to: Float
  /// Whether trails fade towards their end.
  package var isFading: Bool

  /// How strong a trail is where it was at a time.
  package func strength(at time: Float) -> Float {
    isFading && to > from ? min(max((time - from) / (to - from), 0), 1) : 1
  }
}

/// A line around each line of a layer, beneath all of them.
package struct PathCasing: Hashable, Sendable {
  /// How far it reaches beyond the edges, in the unit of the paths' widths; more than 0.
  package var width: Float
  /// Premultiplied, red in the lowest byte.
  package var color: UInt32
  /// Whether the inside is left free, because lines let it shine through.
  package var isHollow: Bool

  /// Nil where nothing would be seen.
  init?(width: Double, color: Color?, isHollow: Bool) {
    guard let color, color.alpha > 0, width > 0, width.isFinite else { return nil }
    self.width = Float(min(width, 1e6))
    self.color = color.packedPremultiplied
    self.isHollow = isHollow
  }
}

/// How far above the ground the paths of a layer are drawn.
package struct PathAltitude: Hashable, Sendable {
  /// In metres. Nil: `PathColumns.heights`.
  package var height: Float?
  /// The largest of any path.
  package var largest: Float
}

/// What a layer of paths looks like where that is the same for all of them.
package struct PathStyle: Hashable, Sendable {
  /// Nil: `PathColumns.widths`.
  package var width: Float?
  /// The largest width of any path.
  package var largestWidth: Float
  package var unit: LengthUnit
  /// Premultiplied, red in the lowest byte. Nil: `PathColumns.colors`.
  package var color: UInt32?
  /// 0 ... 1, of all paths.
  package var opacity: Float
  /// Whether nothing of them is seen through; false where that is not known.
  package var isOpaque = false
  package var join: StrokeJoin
  package var cap: StrokeCap
  /// Only paths with such a value in `PathColumns.filterValues` are drawn; nil: all.
  package var shownValues: ClosedRange<Float>?
  /// Nil: all of each path is drawn.
  package var trail: PathTrail?
  /// Lengths in `unit`, such as can be drawn; not of paths with a trail. Nil: unbroken lines.
  package var dashes: DashPattern?
  /// Not of paths with a trail.
  package var casing: PathCasing?
  /// Of the outlines of roofs. Nil: on the ground.
  package var altitude: PathAltitude?

  /// Whether it is more than a colour of a width on the ground.
  package var isPainted: Bool { dashes != nil || casing != nil || altitude != nil }
}
