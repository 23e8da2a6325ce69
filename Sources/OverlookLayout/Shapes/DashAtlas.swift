package import OverlookStyle

/// Dashes as signed distances in one picture of a byte a pixel: each dash array is a row, or a few rows where the ends are round.
///
/// A pixel holds 128 plus the distance to the nearest end of a dash, in pixels, positive in dashes.
package struct DashAtlas: Sendable {
  /// Where a dash array lies, in parts of the atlas.
  package struct Place: Hashable, Sendable {
    /// Of the middle of its rows.
    package var y: Float
    /// From the middle of the lowest row to that of the highest.
    package var height: Float
    /// The sum of the dash lengths, in widths of the line.
    package var width: Float
    /// How much of the line is drawn, 0 ... 1.
    package var share: Float

    /// As shaders are told.
    package var vector: SIMD4<Float> { SIMD4(y, height, width, share) }
  }

  package static let width = 256
  package static let height = 512
  /// Rows above and below the middle of round dashes.
  private static let roundRows = 7

  private struct Key: Hashable {
    var lengths: [Double]
    var isRound: Bool
  }

  /// One dash or gap, in pixels.
  private struct Stretch {
    var left: Double
    var right: Double
    var isDash: Bool
    var isEmpty: Bool
  }

  package private(set) var pixels = [UInt8](repeating: 0, count: width * height)
  /// Grows with every new dash array.
  package private(set) var version = 0
  private var places: [Key: Place] = [:]
  private var nextRow = 0

  package init() {}

  /// Whether two more dash arrays have a place, whatever they are.
  package var hasRoomForTwo: Bool { nextRow + 2 * (2 * Self.roundRows + 1) <= Self.height }

  /// Forgets all dash arrays.
  package mutating func removeAll() {
    places = [:]
    nextRow = 0
    for index in pixels.indices { pixels[index] = 0 }
    version += 1
  }

  /// Where the dashes of these lengths lie, added if they are new; nil when there is no room or they make no dashes.
  package mutating func place(_ lengths: [Double], isRound: Bool) -> Place? {
    let key = Key(lengths: lengths, isRound: isRound)
    if let known = places[key] { return known }
    let sum = lengths.reduce(0, +)
    guard !lengths.isEmpty, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), sum.isFinite else { return nil }
    let reach = isRound ? Self.roundRows : 0
    guard nextRow + 2 * reach + 1 <= Self.height else { return nil }
    if sum > 0 {
      let stretch = Double(Self.width) / sum
      let stretches = Self.stretches(lengths, stretch)
      if isRound { addRound(stretches, stretch) } else { addPlain(stretches) }
    }
    let place = Place(
      y: (Float(nextRow + reach) + 0.5) / Float(Self.height), height: Float(2 * reach) / Float(Self.height), width: Float(sum),
      share: Self.share(lengths, sum, isRound: isRound))
    nextRow += 2 * reach + 1
    version += 1
    places[key] = place
    return place
  }

  private static func share(_ lengths: [Double], _ sum: Double, isRound: Bool) -> Float {
    guard sum > 0 else { return 0 }
    let drawn = stride(from: 0, to: lengths.count, by: 2).reduce(0) { $0 + lengths[$1] }
    // The two ends of a dash make a circle; of an odd number the last dash and the first one are one.
    let ends = isRound ? Double(lengths.count / 2) * .pi / 4 : 0
    return Float(min((drawn + ends) / sum, 1))
  }

  private static func stretches(_ lengths: [Double], _ stretch: Double) -> [Stretch] {
    var result: [Stretch] = []
    var end = 0.0
    for (index, length) in lengths.enumerated() {
      let start = end
      end += length
      result.append(
        Stretch(left: start * stretch, right: end * stretch, isDash: index.isMultiple(of: 2), isEmpty: length == 0))
    }
    // Of an odd number the last dash and the first one are one.
    if lengths.count % 2 == 1, let last = lengths.last { result[0].left = -last * stretch }
    return result
  }

  private mutating func addPlain(_ all: [Stretch]) {
    var stretches: [Stretch] = []
    for stretch in all where !stretch.isEmpty {
      if let last = stretches.last, last.isDash == stretch.isDash {
        stretches[stretches.count - 1].right = stretch.right
      } else {
        stretches.append(stretch)
      }
    }
    guard let first = stretches.first, let last = stretches.last else { return }
    // The row is repeated, so that the last stretch goes on in the first one.
    if first.isDash == last.isDash {
      let width = Double(Self.width)
      stretches[0].left = last.left - width
      stretches[stretches.count - 1].right = first.right + width
    }
    var current = 0
    for x in 0..<Self.width {
      while current + 1 < stretches.count, Double(x) > stretches[current].right { current += 1 }
      let stretch = stretches[current]
      let distance = min(abs(Double(x) - stretch.left), abs(Double(x) - stretch.right))
      set(x, row: nextRow, stretch.isDash ? distance : -distance)
    }
  }

  private mutating func addRound(_ stretches: [Stretch], _ stretch: Double) {
    let half = stretch / 2
    for y in -Self.roundRows...Self.roundRows {
      var current = 0
      let fromMiddle = Double(y) / Double(Self.roundRows) * (half + 1)
      for x in 0..<Self.width {
        while current + 1 < stretches.count, Double(x) > stretches[current].right { current += 1 }
        let here = stretches[current]
        let fromEnd = min(abs(Double(x) - here.left), abs(Double(x) - here.right))
        let distance: Double
        if here.isDash {
          let fromEdge = half - abs(fromMiddle)
          distance = (fromEnd * fromEnd + fromEdge * fromEdge).squareRoot()
        } else {
          distance = half - (fromEnd * fromEnd + fromMiddle * fromMiddle).squareRoot()
        }
        set(x, row: nextRow + Self.roundRows + y, distance)
      }
    }
  }

  private mutating func set(_ x: Int, row: Int, _ distance: Double) {
    pixels[row * Self.width + x] = UInt8(min(max(distance + 128, 0), 255))
  }
}

extension StyleValue {
  /// The numbers of an array of them; nil for anything else.
  package var numbers: [Double]? {
    switch self {
    case .numberArray(let numbers): return numbers
    case .array(let items):
      let numbers = items.compactMap(\.number)
      return numbers.count == items.count ? numbers : nil
    default: return nil
    }
  }
}
