import OverlookCamera
import OverlookGeometry
import OverlookInput
public import OverlookScene
public import OverlookSupport

/// Shows markers so that they do not crowd: those near each other on the screen become one, with their number on it.
///
/// What belongs together is decided for each whole zoom level, on a worker; until its answer comes the markers of the level
/// before stay. Only what lies in or near the view is attached to the map, so that a hundred thousand markers are as quick as a
/// hundred. The clusterer sets the `map` of its markers; all else of them is the program's. A tap on a cluster zooms to its
/// markers unless the delegate's `didTap` answers true. Main thread only.
@MainActor public final class MarkerClusterer {
  /// How markers are gathered. Default `hierarchical`.
  public var method = ClusterMethod.hierarchical {
    didSet { if method != oldValue { setNeedsGathering() } }
  }

  /// Reach of a cluster, or the side of a square of the grid, in points of the screen. Default 60. 0, negative or not finite:
  /// nothing is gathered.
  public var radius = 60.0 {
    didSet { if radius != oldValue { setNeedsGathering() } }
  }

  /// Fewer markers stay alone. Default 2; less counts as 2.
  public var minimumCount = 2 {
    didSet { if minimumCount != oldValue { setNeedsGathering() } }
  }

  /// The deepest zoom level, 0 ... 30, at which markers are gathered. Default 16.
  public var maximumZoom = 16 {
    didSet { if maximumZoom != oldValue { setNeedsGathering() } }
  }

  /// Makes the marker that stands for a cluster; the clusterer sets its position, and keeps it for as long as the cluster is
  /// shown. Default: a disc with the number of markers.
  public var marker: @MainActor (MarkerCluster) -> Marker = { ClusterBadge.marker($0) } {
    didSet { setNeedsGathering() }
  }

  /// All markers, shown alone or in clusters, in the order of adding.
  public private(set) var markers: [Marker] = []

  /// The map that shows the markers; nil, the default, shows none. The map keeps the clusterer alive.
  public var map: MapView? {
    get { host }
    set {
      guard host !== newValue else { return }
      host?.remove(self as any MapComponent)
      newValue?.add(self as any MapComponent)
    }
  }

  /// Whether the clusters of what is shown are still being made.
  public var isGathering: Bool { map != nil && (clusterer == nil || shown?.zoom != wantedZoom) }

  private struct Answer: Sendable {
    let generation: Int
    let zoom: Int
    let clusterer: PlaceClusterer
    let level: ClusterLevel
  }

  /// What is on the map.
  private struct Shown {
    let zoom: Int
    let level: ClusterLevel
    let surroundings: ViewSurroundings
  }

  private weak var host: MapView?
  private var mailbox = Mailbox<Answer> {}
  /// Which markers `clusterer` has: those with a valid place.
  private var places: [Marker] = []
  private var clusterer: PlaceClusterer?
  /// Another number after every change that makes answers useless.
  private var generation = 0
  private var wantedZoom = 0
  private var askedZoom: Int?
  private var shown: Shown?
  private var badges: [Int: Marker] = [:]
  private var clusters: [ObjectIdentifier: MarkerCluster] = [:]
  private var attached: [Marker] = []

  /// A clusterer of no markers that is on no map.
  public init() {}

  // MARK: Markers

  /// Adds markers after the others; those that were added before are counted again.
  public func add(_ added: [Marker]) {
    markers += added
    setNeedsGathering()
  }

  /// Removes a marker; nothing happens when it is not here.
  public func remove(_ marker: Marker) {
    guard let index = markers.firstIndex(where: { $0 === marker }) else { return }
    markers.remove(at: index)
    marker.map = nil
    setNeedsGathering()
  }

  /// Removes all markers.
  public func removeAll() {
    markers = []
    detachAll()
    setNeedsGathering()
  }

  /// Takes the places of the markers anew; call it after some were moved.
  public func setNeedsGathering() {
    generation += 1
    clusterer = nil
    askedZoom = nil
    map?.requestFrame(.overlays)
  }

  /// The cluster that a marker on the map stands for; nil for other markers.
  public func cluster(of marker: Marker) -> MarkerCluster? { clusters[ObjectIdentifier(marker)] }

  // MARK: Keeping up with the map

  private func detachAll() {
    for marker in attached { marker.map = nil }
    attached = []
    badges = [:]
    clusters = [:]
    shown = nil
  }

  /// Brings what is shown up to date with the view of the coming frame.
  func update(_ view: ViewTransform) {
    for answer in mailbox.drain() where answer.generation == generation {
      clusterer = answer.clusterer
      if answer.zoom == wantedZoom { show(answer.level, zoom: answer.zoom, view) }
      askedZoom = nil
    }
    wantedZoom = min(max(Int(exactly: view.camera.zoom.rounded(.down)) ?? 0, 0), 31)
    if clusterer == nil || shown?.zoom != wantedZoom {
      if askedZoom == nil { ask() }
    } else if let shown, !shown.surroundings.contains(view.visibleRect) {
      show(shown.level, zoom: shown.zoom, view)
    }
  }

  private func ask() {
    guard let map else { return }
    askedZoom = wantedZoom
    let (known, generation, zoom, mailbox) = (clusterer ?? newClusterer(), generation, wantedZoom, mailbox)
    map.threads.services.workers.submit(WorkTicket()) {
      var clusterer = known
      let level = clusterer.level(zoom: zoom)
      mailbox.post(Answer(generation: generation, zoom: zoom, clusterer: clusterer, level: level))
    }
  }

  private func newClusterer() -> PlaceClusterer {
    places = markers.filter(\.position.isValid)
    return PlaceClusterer(
      places.map { WorldPoint($0.position).wrapped }, method: method, radiusPoints: radius.isFinite ? radius : 0,
      minimumCount: max(minimumCount, 2), maximumZoom: min(max(maximumZoom, 0), 30))
  }

  // MARK: What is on the map

  private func show(_ level: ClusterLevel, zoom: Int, _ view: ViewTransform) {
    guard let map else { return }
    let surroundings = ViewSurroundings(of: view.visibleRect)
    let old = attached
    let (oldBadges, oldClusters) = (badges, clusters)
    (attached, badges, clusters) = ([], [:], [:])
    for index in 0..<level.count where surroundings.contains(level.centers[index]) {
      let members = level.members(of: index)
      guard members.count > 1, let first = members.first else {
        attached += members.map { places[Int($0)] }
        continue
      }
      let cluster = MarkerCluster(position: level.centers[index].coordinate, markers: members.map { places[Int($0)] })
      let badge = badge(of: cluster, oldBadges[Int(first)], oldClusters)
      badges[Int(first)] = badge
      clusters[ObjectIdentifier(badge)] = cluster
      attached.append(badge)
    }
    shown = Shown(zoom: zoom, level: level, surroundings: surroundings)
    let stays = Set(attached.map(ObjectIdentifier.init))
    for marker in old where !stays.contains(ObjectIdentifier(marker)) { marker.map = nil }
    for marker in attached { marker.map = map }
  }

  /// The marker that stood for the same markers before, or a new one.
  private func badge(
    of cluster: MarkerCluster, _ old: Marker?, _ oldClusters: [ObjectIdentifier: MarkerCluster]
  ) -> Marker {
    if let old, let before = oldClusters[ObjectIdentifier(old)], before.position == cluster.position,
      before.markers.count == cluster.markers.count, zip(before.markers, cluster.markers).allSatisfy({ $0 === $1 })
    {
      return old
    }
    let badge = marker(cluster)
    badge.position = cluster.position
    return badge
  }
}

extension MarkerClusterer: MapComponent {
  /// Called by the map that it was attached to.
  public func didAttach(to map: MapView) {
    host = map
    askedZoom = nil
    mailbox = Mailbox { [wakeRelay = map.wakeRelay] in wakeRelay.wake() }
  }

  /// Called by the map that it was taken from.
  public func didDetach(from map: MapView) {
    host = nil
    detachAll()
    askedZoom = nil
  }

  /// Brings clusters up to date with the view of the coming frame.
  public func update(_ frame: MapFrame) -> RedrawReasons {
    update(frame.view)
    return []
  }

  /// Takes the clusterer off the map, with its markers.
  public func didClear(_ map: MapView) { self.map = nil }

  /// Loading while the clusters of what is shown are being made.
  public var progress: LoadProgress { isGathering ? .loading : .ready }
}

extension MapView {
  /// Zooms to the markers of a cluster; false when `marker` stands for none.
  func zoom(toClusterOf marker: Marker) -> Bool {
    for case let clusterer as MarkerClusterer in components {
      guard let cluster = clusterer.cluster(of: marker) else { continue }
      let margin = EdgeInsets(top: 64, left: 64, bottom: 64, right: 64)
      guard let fitted = camera(for: cluster.bounds, insets: margin) else { return false }
      // Markers at one place would be fitted by the closest view there is.
      let zoom = min(fitted.zoom, max(Double(clusterer.maximumZoom + 1), camera.zoom + 1))
      animate(
        to: CameraPosition(target: fitted.target, zoom: zoom, bearing: camera.bearing, viewingAngle: camera.viewingAngle))
      return true
    }
    return false
  }
}
