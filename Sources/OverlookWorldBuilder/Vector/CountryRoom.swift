import OverlookGeometry
import OverlookTileBuilder

/// Where a map has room for the names of countries beside those of capitals and great cities, which it writes before: at zoom 4, from
/// which on it names nearly all.
struct CountryRoom {
  /// A rectangle around a text, in points of that map.
  private struct Box {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    func meets(_ other: Box) -> Bool {
      low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
    }

    func widened(by points: Double) -> Box { Box(low: low - points, high: high + points) }
  }

  private static let pointsPerWorld = 512.0 * 16
  /// The size of letters of small countries' names there, the width of one as styles write names, half the height of a line, and what is
  /// kept free on both sides.
  private static let letterHeight = 11.9
  private static let letterWidth = 6.9
  private static let halfLine = 8.5
  private static let margin = 2.0
  /// Longer names of several words take more lines.
  private static let lettersPerLine = 11
  /// How far a name may move.
  private static let reach = 36.0
  /// What is kept free besides where a name will stand beside its place: how far beside is known less well.
  private static let spare = 4.0

  private var taken: [Box]
  /// From the middle of a country on outward.
  private let moves: [SIMD2<Double>]

  /// - Parameter cities: Features of cities, of which those count that a map names before countries.
  init(cities: [MapFeature]) {
    taken = cities.compactMap(Self.box(ofCity:))
    let steps = Array(stride(from: -Self.reach, through: Self.reach, by: 3))
    let all = steps.flatMap { y in steps.map { x in (move: SIMD2(x, y), length: x * x + y * y) } }
    moves = all.filter { $0.length <= Self.reach * Self.reach }
      .sorted { a, b in (a.length, a.move.y, a.move.x) < (b.length, b.move.y, b.move.x) }.map(\.move)
  }

  /// `middle` where styles find room for the name around it, and else the nearest place in `outline` with room for it, or around which there
  /// is some; `middle` where there is none at all.
  mutating func place(_ name: String, near middle: WorldPoint, in outline: [WorldPoint]) -> WorldPoint {
    let half = Self.half(ofCountry: name)
    if take(Self.boxes(half, around: middle)) { return middle }
    let places = moves.map { WorldPoint(x: middle.x + $0.x / Self.pointsPerWorld, y: middle.y + $0.y / Self.pointsPerWorld) }
      .filter { RingGeometry.contains(outline, $0) }
    return places.first { take(Self.boxes(half, around: $0).prefix(1)) }
      ?? places.first { take(Self.boxes(half, around: $0), spare: Self.spare) }
      ?? places.first { take(Self.boxes(half, around: $0)) } ?? middle
  }

  /// Takes the room of a name that stays where it is.
  mutating func take(_ name: String, at place: WorldPoint) {
    let boxes = Self.boxes(Self.half(ofCountry: name), around: place)
    if !take(boxes), let box = boxes.first { taken.append(box) }
  }

  /// Takes the first of the boxes that is free, if any is.
  private mutating func take(_ boxes: some Sequence<Box>, spare: Double = 0) -> Bool {
    guard let box = boxes.first(where: { box in !taken.contains(where: box.widened(by: spare).meets) }) else { return false }
    taken.append(box)
    return true
  }

  /// Where styles try to write a name, in their order: over its place, above and below it, and beside it.
  private static func boxes(_ half: SIMD2<Double>, around place: WorldPoint) -> [Box] {
    let middle = SIMD2(place.x, place.y) * pointsPerWorld
    let aside = half.x - 0.8 * letterHeight
    let (beside, farther) = (half.y + 0.3 * letterHeight, half.y + 1.6 * letterHeight)
    let shifts = [
      SIMD2(0, 0), SIMD2(0, -beside), SIMD2(0, beside), SIMD2(aside, 0), SIMD2(-aside, 0), SIMD2(aside, -farther),
      SIMD2(-aside, -farther), SIMD2(aside, farther), SIMD2(-aside, farther),
    ]
    return shifts.map { Box(low: middle + $0 - half, high: middle + $0 + half) }
  }

  private static func half(ofCountry name: String) -> SIMD2<Double> {
    let words = name.split(separator: " ")
    let lines = words.count > 1 ? (name.count + lettersPerLine - 1) / lettersPerLine : 1
    let letters = max(words.map(\.count).max() ?? 0, (name.count + lines - 1) / lines)
    return SIMD2(Double(letters) * letterWidth / 2 + margin, Double(lines) * halfLine)
  }

  /// The name on the right of the city's sign.
  private static func box(ofCity city: MapFeature) -> Box? {
    guard case .point(let place) = city.shape, let rank = city.integer("rank"), let name = city.text("name_en"),
      city.text("class") == "city", rank <= (city.integer("capital") == nil ? 3 : 4)
    else { return nil }
    let sign = SIMD2(place.x, place.y) * pointsPerWorld
    return Box(
      low: sign - SIMD2(6, halfLine), high: sign + SIMD2(8 + Double(name.count) * letterWidth, halfLine))
  }
}
