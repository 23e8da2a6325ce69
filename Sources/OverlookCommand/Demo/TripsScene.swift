import Overlook
import OverlookAssets
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Vehicles on their ways through the streets of a city at night: cars, and among them trams. The ways are made up.
@MainActor final class TripsScene: DemoScene {
  let camera = CameraPosition(latitude: 60.1706, longitude: 24.9440, zoom: 16.1, bearing: 24, viewingAngle: 50)
  let style: String? = "night"

  /// Seconds after which all begins again.
  private static let roundSeconds = 600.0
  /// Seconds on the streets for each of ours.
  private static let speed = 4.0

  func add(to map: MapView) throws {
    let archive = try PMTilesArchive(path: try EmbeddedAssets.path("tiles.pmtiles", ofRegion: "Helsinki"))
    let cars = Self.layer(
      try StreetNetwork(archive, .street), count: 420, metersPerSecond: 7...14, color: Color(red: 1, green: 0.74, blue: 0.32))
    let trams = Self.layer(
      try StreetNetwork(archive, .tramway), count: 60, metersPerSecond: 6...8, color: Color(red: 0.30, green: 0.86, blue: 0.92))
    trams.strokeWidth = .constant(4)
    trams.trailLength = 16
    for layer in [cars, trams] {
      layer.currentTime = Self.roundSeconds / 2
      layer.map = map
    }
    // Still pictures show one moment.
    if !map.isStill { map.add(TripsClock([cars, trams], on: map)) }
  }

  private static func layer(
    _ network: StreetNetwork, count: Int, metersPerSecond: ClosedRange<Double>, color: Color
  ) -> TripsLayer {
    var generator = SeededGenerator(seed: 60)
    var trips = TripColumns()
    for _ in 0..<count {
      let start = Double.random(in: 0..<roundSeconds, using: &generator)
      let speed = Double.random(in: metersPerSecond, using: &generator)
      let way = Self.way(through: network, points: 120, using: &generator)
      trips.add(way, start: start, metersPerSecond: speed)
      // What is under way when all begins again is there from the beginning.
      if trips.lastTime > roundSeconds { trips.add(way, start: start - roundSeconds, metersPerSecond: speed) }
    }
    let layer = TripsLayer(longitudesAndLatitudes: trips.coordinates, times: trips.times, starts: trips.starts)
    layer.strokeColor = .constant(color)
    layer.strokeWidth = .constant(2.5)
    layer.trailLength = 9
    return layer
  }

  /// A way of up to so many points that rather goes straight on than turns, and turns back only where a street ends.
  private static func way(
    through network: StreetNetwork, points count: Int, using generator: inout SeededGenerator
  ) -> [WorldPoint] {
    guard var here = network.points.indices.randomElement(using: &generator) else { return [] }
    var last: Int?
    var way = [network.points[here]]
    while way.count < count {
      var best: (index: Int, rank: Double)?
      for next in network.neighbors[here] where next != last {
        let straight = last.map { Self.cosine(network.points[$0], network.points[here], network.points[next]) } ?? 0
        let rank = straight + Double.random(in: 0..<1.2, using: &generator)
        if rank > best?.rank ?? -.infinity { best = (next, rank) }
      }
      guard let next = best?.index ?? last else { break }
      (last, here) = (here, next)
      way.append(network.points[here])
    }
    return way
  }

  /// Of the angle between the ways to and from `b`: 1 straight on, -1 back.
  private static func cosine(_ a: WorldPoint, _ b: WorldPoint, _ c: WorldPoint) -> Double {
    let (ax, ay, bx, by) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y)
    let lengths = ((ax * ax + ay * ay) * (bx * bx + by * by)).squareRoot()
    return lengths > 0 ? (ax * bx + ay * by) / lengths : 0
  }

  /// Moves layers on with the time, in each frame that is drawn: that asks for the next one.
  private final class TripsClock: OverlayItem {
    private let layers: [TripsLayer]
    private weak var map: MapView?
    private let start = MonotonicClock.now()

    init(_ layers: [TripsLayer], on map: MapView) {
      self.layers = layers
      self.map = map
    }

    func update(with projection: Projection) {
      let seconds = TripsScene.roundSeconds / 2 + TripsScene.speed * (MonotonicClock.now() - start)
      for layer in layers { layer.currentTime = seconds.truncatingRemainder(dividingBy: TripsScene.roundSeconds) }
      map?.setNeedsDisplay()
    }
  }
}

/// Trips as a `TripsLayer` takes them.
private struct TripColumns {
  var coordinates: [Double] = []
  var times: [Double] = []
  var starts: [Int] = []

  var lastTime: Double { times.last ?? 0 }

  mutating func add(_ way: [WorldPoint], start: Double, metersPerSecond: Double) {
    starts.append(times.count)
    var time = start
    var last: LocationCoordinate?
    for point in way {
      let place = point.coordinate
      if let last { time += SphericalGeometry.distance(from: last, to: place) / metersPerSecond }
      coordinates += [place.longitude, place.latitude]
      times.append(time)
      last = place
    }
  }
}
