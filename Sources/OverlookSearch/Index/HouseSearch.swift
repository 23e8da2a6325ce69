import OverlookGeometry

/// Finds a number among the houses of a street.
enum HouseSearch {
  /// The house, and how well it answers.
  ///
  /// Numbers are the same where they are written differently ("12 A", "12a"). "12" finds "10-14", and "10-14" finds "10". What is
  /// nowhere written is looked for between its neighbours on the same side.
  static func find(_ wanted: HouseNumber, in houses: [House], isOpen: Bool = false) -> (house: House, quality: Double)? {
    let numbers = houses.map { HouseNumber($0.number) }
    let same = houses.indices.filter { numbers[$0]?.value == wanted.value }
    let suffix = wanted.suffix
    if let exact = same.first(where: { numbers[$0]?.suffix == suffix && !houses[$0].isInterpolated }) {
      return (houses[exact], 1)
    }
    if let exact = same.first(where: { numbers[$0]?.suffix == suffix }) { return (houses[exact], 0.97) }
    if let near = same.first(where: { suffix.isEmpty || numbers[$0]?.suffix.isEmpty == true }) ?? same.first {
      return (houses[near], suffix.isEmpty ? 0.95 : 0.85)
    }
    if let range = houses.indices.first(where: { numbers[$0]?.covers(wanted.value) == true }) { return (houses[range], 0.97) }
    if let end = wanted.rangeEnd,
      let inside = houses.indices.first(where: { (numbers[$0]?.value).map { wanted.value < $0 && $0 <= end } == true })
    {
      return (houses[inside], 0.9)
    }
    return between(wanted.value, houses, numbers).map { ($0, 0.8) }
  }

  /// Between the next lower and the next higher number of the same parity.
  private static func between(_ value: Int, _ houses: [House], _ numbers: [HouseNumber?]) -> House? {
    var lower: (value: Int, index: Int)?
    var higher: (value: Int, index: Int)?
    for (index, number) in numbers.enumerated() {
      guard let number, number.value % 2 == value % 2 else { continue }
      if number.value < value, number.value > lower?.value ?? 0 { lower = (number.value, index) }
      if number.value > value, number.value < higher?.value ?? .max { higher = (number.value, index) }
    }
    guard let lower, let higher, higher.value - lower.value <= 40 else { return nil }
    let (a, b) = (houses[lower.index].coordinate, houses[higher.index].coordinate)
    guard SphericalGeometry.distance(from: a, to: b) < 500 else { return nil }
    let share = Double(value - lower.value) / Double(higher.value - lower.value)
    let place = LocationCoordinate(
      latitude: a.latitude + (b.latitude - a.latitude) * share, longitude: a.longitude + (b.longitude - a.longitude) * share)
    return House(number: "\(value)", coordinate: place, postcode: houses[lower.index].postcode, isInterpolated: true)
  }
}
