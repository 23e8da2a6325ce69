import Overlook
import OverlookGeometry

/// Figures, which of them is chosen, and whether it still grows: what a person edits. A value, so that what was before is easily brought
/// back.
struct Sketch: Hashable, Sendable {
  private(set) var figures: [Figure] = []
  /// The figure that is chosen.
  private(set) var selection: Int?
  /// Its place that is chosen.
  private(set) var vertex: Int?
  /// Whether clicks add places to the chosen figure.
  private(set) var isGrowing = false

  /// More are refused.
  static let maximumFigures = 10_000
  /// The area that what grows is cut out of, once it is finished; nil for a figure of its own.
  private(set) var cutArea: Int?

  init(_ figures: [Figure] = []) { self.figures = figures }

  var selected: Figure? { selection.flatMap { figures.indices.contains($0) ? figures[$0] : nil } }

  mutating func select(_ figure: Int?, vertex: Int? = nil) {
    if isGrowing, figure != selection { finish() }
    selection = figure.flatMap { figures.indices.contains($0) ? $0 : nil }
    self.vertex = vertex.flatMap { selected?.places.indices.contains($0) == true ? $0 : nil }
  }

  /// Begins a figure without places, which the next clicks add.
  mutating func begin(_ figure: Figure) {
    finish()
    guard figures.count < Self.maximumFigures else { return }
    figures.append(figure)
    (selection, vertex, isGrowing) = (figures.count - 1, nil, true)
  }

  /// Begins a hole of the chosen area: what the next clicks add is cut out of it.
  mutating func beginHole() {
    finish()
    guard let area = selection, figures[area].kind == .area else { return }
    var hole = figures[area]
    (hole.places, hole.holes, hole.fillOpacity, hole.name) = ([], [], 0, "")
    begin(hole)
    if isGrowing { cutArea = area }
  }

  /// Takes the last hole of the chosen area away.
  mutating func fillHole() {
    if let selection, !isGrowing, !figures[selection].holes.isEmpty { figures[selection].holes.removeLast() }
  }

  /// Lets the chosen line or area grow again at its end.
  mutating func continueSelected() {
    guard let selected, selected.placeLimit == nil else { return }
    isGrowing = true
    vertex = selected.places.count - 1
  }

  /// Adds a place to the figure that grows; true when it has all that it takes and does not grow any more.
  @discardableResult mutating func add(_ place: LocationCoordinate) -> Bool {
    guard isGrowing, let selection, place.isValid, figures[selection].places.count < Figure.maximumPlaces else { return false }
    figures[selection].places.append(place)
    vertex = figures[selection].places.count - 1
    if let limit = figures[selection].placeLimit, figures[selection].places.count >= limit {
      finish()
      return true
    }
    return false
  }

  /// Makes an area of the line that grows.
  mutating func close() {
    guard isGrowing, let selection, figures[selection].places.count > 2 else { return }
    figures[selection].kind = .area
    finish()
  }

  /// Ends the growing; a figure without enough places goes.
  mutating func finish() {
    isGrowing = false
    if let area = cutArea, let selection {
      let hole = figures.remove(at: selection)
      let count = figures[area].places.count + figures[area].holes.reduce(hole.places.count) { $0 + $1.count }
      if hole.isComplete, count <= Figure.maximumPlaces { figures[area].holes.append(hole.places) }
      (self.selection, vertex, cutArea) = (area, nil, nil)
      return
    }
    guard let selection, !figures[selection].isComplete else { return }
    figures.remove(at: selection)
    (self.selection, vertex) = (nil, nil)
  }

  mutating func moveVertex(_ index: Int, to place: LocationCoordinate) {
    guard let selection, place.isValid, figures[selection].places.indices.contains(index) else { return }
    let before = figures[selection].places[index]
    figures[selection].places[index] = place
    // A circle goes with its middle.
    if figures[selection].kind == .circle, index == 0, figures[selection].places.count == 2 {
      var rim = Figure(.point, [figures[selection].places[1]])
      rim.move(from: before, to: place)
      figures[selection].places[1] = rim.places[0]
    }
    vertex = index
  }

  /// Inserts a place before the one of a number.
  mutating func insert(_ place: LocationCoordinate, at index: Int) {
    guard let selection, place.isValid, figures[selection].placeLimit == nil,
      (0...figures[selection].places.count).contains(index), figures[selection].places.count < Figure.maximumPlaces
    else { return }
    figures[selection].places.insert(place, at: index)
    vertex = index
  }

  /// Takes the chosen place away, or the last one of a figure that grows; a figure that has too few left goes.
  mutating func removeVertex() {
    guard let selection, let index = vertex ?? (isGrowing ? figures[selection].places.indices.last : nil),
      figures[selection].places.indices.contains(index)
    else { return }
    figures[selection].places.remove(at: index)
    let left = figures[selection].places.count
    if left == 0 || !isGrowing && left < figures[selection].neededPlaces { return removeSelected() }
    vertex = isGrowing ? left - 1 : min(index, left - 1)
  }

  /// Takes the chosen figure away.
  mutating func removeSelected() {
    guard let selection else { return }
    figures.remove(at: selection)
    (self.selection, vertex, isGrowing, cutArea) = (cutArea, nil, false, nil)
  }

  /// Chooses the next place of the chosen figure, around its ends.
  mutating func selectVertex(by step: Int) {
    guard let count = selected?.places.count, count > 0 else { return }
    vertex = ((vertex ?? (step > 0 ? -1 : 0)) + step + count) % count
  }

  /// Chooses the next figure, around the ends.
  mutating func selectFigure(by step: Int) {
    guard !figures.isEmpty else { return }
    select(((selection ?? (step > 0 ? -1 : 0)) + step + figures.count) % figures.count)
  }

  mutating func changeSelected(_ change: (inout Figure) -> Void) {
    if let selection { change(&figures[selection]) }
  }

  mutating func moveSelected(from start: LocationCoordinate, to end: LocationCoordinate) {
    if let selection { figures[selection].move(from: start, to: end) }
  }

  mutating func add(contentsOf more: [Figure]) {
    finish()
    figures.append(contentsOf: more.prefix(max(Self.maximumFigures - figures.count, 0)))
  }

  mutating func removeAll() { self = Sketch() }
}
