import OverlookGeometry

/// The panoramas that are known, and the ways between them: which to go to, which to fetch ahead, and how one looks on arriving.
public struct PanoramaGraph: Sendable {
  private var known: [String: Panorama] = [:]

  /// An arrow that is farther than this from where one looks is not meant, degrees.
  public static let widestTurn = 60.0

  /// A graph of nothing.
  public init() {}

  /// Adds a panorama, or takes it for the one of its name.
  public mutating func insert(_ panorama: Panorama) { known[panorama.panoramaID] = panorama }

  /// The panorama of a name; nil when it is not known yet.
  public func panorama(_ id: String) -> Panorama? { known[id] }

  /// The link of a panorama that leads nearest to `heading`, degrees; nil when none is within `widestTurn` of it.
  public func link(from id: String, toward heading: Double) -> PanoramaLink? {
    guard heading.isFinite else { return nil }
    return links(of: id, toward: heading).first { turn($0, heading) <= Self.widestTurn }
  }

  /// The links of a panorama, those that one looks to first; equal turns by name.
  public func links(of id: String, toward heading: Double) -> [PanoramaLink] {
    (known[id]?.links ?? []).sorted { a, b in
      (turn(a, heading), a.panoramaID) < (turn(b, heading), b.panoramaID)
    }
  }

  /// Neighbours that are not known yet, in the order in which they are likely wanted: ahead first, then those behind them along the
  /// same way, `limit` at most.
  public func unknownNeighbours(of id: String, toward heading: Double, limit: Int = 8) -> [String] {
    var (found, seen, open): ([String], Set<String>, [String]) = ([], [id], [id])
    while found.count < limit, !open.isEmpty {
      var next: [String] = []
      for place in open {
        for link in links(of: place, toward: heading) where seen.insert(link.panoramaID).inserted {
          if known[link.panoramaID] == nil {
            if found.count < limit { found.append(link.panoramaID) }
          } else if turn(link, heading) <= Self.widestTurn {
            next.append(link.panoramaID)
          }
        }
      }
      open = next
    }
    return found
  }

  /// The panoramas to go through from one to another by the fewest links, both ends among them; nil when what is known does not connect
  /// them.
  public func path(from start: String, to end: String) -> [String]? {
    guard known[start] != nil else { return nil }
    var (before, open): ([String: String], [String]) = ([start: start], [start])
    while !open.isEmpty, before[end] == nil {
      var next: [String] = []
      for place in open {
        for link in known[place]?.links ?? [] where before[link.panoramaID] == nil {
          before[link.panoramaID] = place
          next.append(link.panoramaID)
        }
      }
      open = next
    }
    guard before[end] != nil else { return nil }
    var path = [end]
    while let last = path.last, last != start, let previous = before[last] { path.append(previous) }
    return path.reversed()
  }

  /// How one looks in `target` after having gone there from `origin` by `link`. Zoom and field of view stay, except where the panorama
  /// itself has wishes.
  public static func arrival(
    by link: PanoramaLink, from origin: Panorama, camera: PanoramaCamera, to target: Panorama
  ) -> PanoramaCamera {
    var camera = camera
    switch link.arrival {
    case .sameAzimuth: break
    case .sameYaw: camera.orientation.heading += target.pose.heading - origin.pose.heading
    case .orientation(let orientation): camera.orientation = orientation
    case .initial: camera = target.initialCamera ?? camera
    }
    return camera
  }

  private func turn(_ link: PanoramaLink, _ heading: Double) -> Double {
    abs(Angle.shortestTurn(fromDegrees: heading, toDegrees: link.heading))
  }
}
