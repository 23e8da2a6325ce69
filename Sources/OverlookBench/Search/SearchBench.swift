import Foundation
import Overlook
import OverlookAssets
import OverlookFormats
import OverlookRegions
import OverlookSearch
import OverlookSupport

/// `overlook bench search`: how long finding places takes with every key, and how often what was meant is found, on the places of the
/// whole world and the regions of this machine.
public struct SearchBench {
  private let world: SearchIndex
  /// A region with house numbers; nil where there is none.
  private let town: SearchIndex?
  private var samples = SearchSamples(seed: 18)
  private var report = BenchReport(benchmark: "search", renderer: "none")

  private static let nameCount = 400
  private static let houseCount = 1000

  private init() throws {
    let start = MonotonicClock.now()
    world = try SearchIndex(path: try EmbeddedAssets.path("places.sqlite"))
    report.add("opening the places of the world", (MonotonicClock.now() - start) * 1000, "ms")
    town = InstalledRegions().regions.compactMap(\.searchPath).lazy.compactMap { try? SearchIndex(path: $0) }
      .max { $0.description.houseCount < $1.description.houseCount }
  }

  /// Measures all of it, on one thread.
  public static func run() throws -> BenchReport {
    var bench = try SearchBench()
    let places = try bench.places()
    try bench.measureNames(places)
    try bench.measureKeys(places)
    try bench.measureBaseline(places)
    try bench.measureHouses()
    try bench.measureReverse(places)
    return bench.report
  }

  /// Three quarters at random, and a quarter of the best known cities.
  private mutating func places() throws -> [PlaceResult] {
    let count = world.description.placeCount
    var numbers = samples.picked(Array(0..<count), count: Self.nameCount * 3 / 4)
    var cities = 0
    for number in 0..<count where cities < Self.nameCount / 4 {
      if try world.listed(number)?.kind == "city" {
        numbers.append(number)
        cities += 1
      }
    }
    return try numbers.compactMap { try world.listed($0) }
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = MonotonicClock.now()
    try body()
    return (MonotonicClock.now() - start) * 1000
  }

  private static func percentile(_ times: [Double], _ share: Double) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? .nan : sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
  }

  // MARK: Names

  private mutating func measureNames(_ places: [PlaceResult]) throws {
    let goals: [(errors: Int, top: Int, goal: Double)] = [(0, 1, 95), (1, 5, 93), (2, 5, 80)]
    for (errors, top, goal) in goals {
      var found = 0
      var times: [Double] = []
      for place in places {
        let text = samples.mistyped(place.name, errors: errors)
        var results: [PlaceResult] = []
        times.append(try milliseconds { results = try world.search(SearchRequest(text, limit: 5)) })
        if results.prefix(top).contains(where: { Self.isSame($0, place) }) { found += 1 }
      }
      let name = errors == 0 ? "names as they are" : "names with \(errors) typing error\(errors == 1 ? "" : "s")"
      report.add(
        "\(name), found among the first \(top)", 100 * Double(found) / Double(places.count), "%", goal: goal, goalIsLeast: true)
      report.add("\(name), p95", Self.percentile(times, 0.95), "ms")
    }
  }

  /// Many places share their name: any of them is right.
  private static func isSame(_ found: PlaceResult, _ wanted: PlaceResult) -> Bool {
    found.name.lowercased() == wanted.name.lowercased()
      || SphericalGeometry.distance(from: found.coordinate, to: wanted.coordinate) < 1000
  }

  /// Names letter by letter, the world and the town together.
  private mutating func measureKeys(_ places: [PlaceResult]) throws {
    let indexes = PlaceIndexes([town, world].compactMap(\.self))
    var times: [Double] = []
    for place in places.suffix(Self.nameCount / 2) {
      for count in 1...place.name.count {
        let request = SearchRequest(String(place.name.prefix(count)), near: place.coordinate)
        times.append(try milliseconds { _ = try indexes.search(request) })
      }
    }
    report.add("a key, p50", Self.percentile(times, 0.5), "ms")
    report.add("a key, p95", Self.percentile(times, 0.95), "ms", goal: 15)
  }

  private mutating func measureBaseline(_ places: [PlaceResult]) throws {
    let baseline = try FullTextBaseline(world)
    var times: [Double] = []
    for place in places.suffix(Self.nameCount / 2) {
      for count in 1...place.name.count {
        times.append(milliseconds { baseline.search(String(place.name.prefix(count))) })
      }
    }
    report.add("a key, SQLite FTS5 alone without ranks and errors, p95", Self.percentile(times, 0.95), "ms")
  }

  // MARK: Addresses

  private mutating func measureHouses() throws {
    guard let town else { return }
    var houses: [(street: PlaceResult, house: House)] = []
    for place in 0..<town.description.placeCount {
      guard let street = try town.listed(place), street.kind == "street" else { continue }
      houses += try town.houses(ofListed: place).filter { !$0.isInterpolated }.map { (street, $0) }
    }
    houses = samples.picked(houses, count: Self.houseCount)
    guard !houses.isEmpty else { return }
    for isNumberFirst in [false, true] {
      var found = 0
      var times: [Double] = []
      for (street, house) in houses {
        let text =
          isNumberFirst ? "\(house.number) \(street.name), \(street.address.locality ?? "")" : "\(street.name) \(house.number)"
        let near = isNumberFirst ? nil : street.coordinate
        var results: [PlaceResult] = []
        times.append(try milliseconds { results = try town.search(SearchRequest(text, near: near, limit: 1)) })
        if let first = results.first, SphericalGeometry.distance(from: first.coordinate, to: house.coordinate) <= 20 {
          found += 1
        }
      }
      let name = isNumberFirst ? "number street, town" : "street number"
      report.add("\(name), found first within 20 m", 100 * Double(found) / Double(houses.count), "%", goal: 99, goalIsLeast: true)
      report.add("\(name), p95", Self.percentile(times, 0.95), "ms")
    }
    let times = try houses.map { house in
      try milliseconds { _ = try town.reverse(house.house.coordinate) }
    }
    report.add("what is at a house, p95", Self.percentile(times, 0.95), "ms", goal: 2)
  }

  private mutating func measureReverse(_ places: [PlaceResult]) throws {
    let times = try places.map { place in try milliseconds { _ = try world.reverse(place.coordinate) } }
    report.add("what is at a place of the world, p95", Self.percentile(times, 0.95), "ms", goal: 2)
  }
}
