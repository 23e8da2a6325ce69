import OverlookGeometry

/// Joins what has one name and lies together: the ways of a street, houses of a street that is not drawn.
enum StreetJoin {
  /// A name as streets are compared by it: abbreviations written out, without spaces.
  static func key(_ name: String) -> [UInt32] { Array(StreetWords.writtenOut(NameFolding.words(name)).joined()) }

  /// Cells of about 300 metres.
  private static let cellsPerDegree = 370.0

  /// Groups of lines, each within some hundred metres of another one of its group; numbers of the lines, in their order.
  static func groups(_ lines: [[LocationCoordinate]]) -> [[Int]] {
    guard lines.count > 1 else { return lines.isEmpty ? [] : [[0]] }
    var leaders = Array(lines.indices)
    func leader(_ index: Int) -> Int {
      var index = index
      while leaders[index] != index {
        leaders[index] = leaders[leaders[index]]
        index = leaders[index]
      }
      return index
    }
    var cells: [SIMD2<Int>: Int] = [:]
    for (index, line) in lines.enumerated() {
      for place in line {
        let cell = cell(place)
        for y in -1...1 {
          for x in -1...1 {
            guard let other = cells[cell &+ SIMD2(y, x)] else { continue }
            let (a, b) = (leader(index), leader(other))
            leaders[max(a, b)] = min(a, b)
          }
        }
        cells[cell] = cells[cell] ?? index
      }
    }
    var groups: [Int: [Int]] = [:]
    for index in lines.indices { groups[leader(index), default: []].append(index) }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func cell(_ place: LocationCoordinate) -> SIMD2<Int> {
    // The same in a band of a degree, so that neighbours in it have neighbouring cells.
    let band = LocationCoordinate(latitude: place.latitude.rounded(), longitude: 0)
    let east = LocationCoordinate(latitude: band.latitude, longitude: 1)
    let perLongitude = max(cellsPerDegree * LocalMeters(around: band).point(east).x / 111_195, 1)
    return SIMD2(
      Int(exactly: (place.latitude * cellsPerDegree).rounded(.down)) ?? 0,
      Int(exactly: (place.longitude * perLongitude).rounded(.down)) ?? 0)
  }
}
