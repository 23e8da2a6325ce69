import OverlookGeometry

/// Which town the addresses around a place name: what no boundary says, and says better than the distance to the towns' middles.
struct TownAddresses {
  /// Addresses with a town, by cells; of one town one in each small cell is enough.
  private var cells: [Int: [(place: LocationCoordinate, town: String)]] = [:]
  private let grid = SearchGrid(zoom: 15)
  private static let fine = SearchGrid(zoom: 17)
  /// Addresses farther away say nothing, metres.
  private static let reachMeters = 1000.0
  /// So many of the nearest decide.
  private static let voters = 7

  private struct Key: Hashable {
    var cell: Int
    var town: String
  }

  init(_ addresses: [SearchableElements.Thing]) {
    var known: Set<Key> = []
    for address in addresses where !address.tags.city.isEmpty {
      let key = Key(cell: Self.fine.cell(Self.fine.position(address.coordinate)), town: address.tags.city)
      guard known.insert(key).inserted else { continue }
      cells[grid.cell(grid.position(address.coordinate)), default: []].append((address.coordinate, address.tags.city))
    }
  }

  /// The town of most of the nearest addresses; empty where there are none.
  func town(near place: LocationCoordinate) -> String {
    let plane = LocalMeters(around: place)
    let middle = grid.position(place)
    let around = (0...1).flatMap { grid.ring($0, around: middle) }.flatMap { cells[$0] ?? [] }
    let near = around.map { (meters: plane.distance($0.place), town: $0.town) }.filter { $0.meters < Self.reachMeters }
      .sorted { ($0.meters, $0.town) < ($1.meters, $1.town) }.prefix(Self.voters)
    var votes: [String: Int] = [:]
    for address in near { votes[address.town, default: 0] += 1 }
    // Of two with as many, the nearer one.
    let most = votes.values.max() ?? 0
    return near.first { votes[$0.town] == most }?.town ?? ""
  }
}
