import Overlook
import OverlookRegions
import OverlookViewer

/// The map of a command, and what the command line names for it. What is on this machine can be shown at once; what a server must
/// be asked about first is shown when it has answered.
@MainActor final class PreparedMap {
  /// A tile layer and how messages name it.
  struct Source {
    let name: String
    let layer: TileLayer
    /// A server without a single tile in view is not the one that was meant; an archive may be of another place.
    let isServer: Bool
  }

  /// Something that the command line names.
  enum Named: Hashable {
    /// By its place among the locations.
    case location(Int)
    case style
  }

  let map: MapView
  /// Set by a long press; nil in a window of the viewer.
  var pins: Pins?
  /// Whether something that was asked for after `openRest` could not be shown.
  var hasFailed: Bool { hasFault || layers?.hasFailed == true }
  var hasFault = false
  /// Of the viewer's window, where there is one.
  weak var layers: LayersPart?
  weak var window: ViewerWindow?

  let order: MapOrder
  let options: TileSource.Options
  let start: CameraPosition
  /// Lives as long as the map.
  let scene: (any DemoScene)?
  var packs: [TileSource] = []
  /// By their places among the locations.
  var opened: [Int: TileSource] = [:]
  var shownLayers: [Int: Source] = [:]
  /// The place of the vector tiles that the map is drawn with.
  var drawnPlace: Int?
  /// The vector tiles that the map is drawn with.
  var drawnSource: TileSource?
  var hasBase = false
  var style: MapStyle?
  var warnings: [String] = []
  let locations: [String]
  /// What the window opens as its layers.
  var left: [String] = []
  /// What was not opened yet.
  var awaited: [Named] = []
  var faults: [MapNotice] = []
  /// Files of features, by their places among the locations.
  var files: [Int: FileLayer] = [:]
  /// Places of files that the camera went to.
  var wasSeen: Set<Int> = []
  var wasMovedByHand = false
  /// More lines would hide the map.
  static let maximumFaults = 3

  /// A map without anything but the demo.
  init(_ order: MapOrder) throws {
    self.order = order
    options = try order.choice?.options(for: order.sources.locations) ?? TileSource.Options()
    locations = order.sources.locations
    try ProcessLimits.checkThreads()
    map = MapView(showsBaseMap: false)
    let scene = order.shownScene
    // What is shown where nothing is named is what the window shows at first; tiles and files say where they are.
    let standard = order.sources.locations.isEmpty ? MapView.worldCamera(in: order.size) : map.camera
    start = scene?.camera ?? order.start ?? standard
    map.isStill = order.isStill
    map.isBare = order.isStill && order.namesStyle && order.scene == nil
    // Pictures of the documents of others are what the style specification says.
    map.isBuildingOcclusionEnabled = !order.isStill || order.style?.style.map(MapStyle.embeddedNames.contains) ?? true
    map.language = order.style?.language
    try order.style?.light(map, time: order.choice?.time)
    try order.style?.addSupplements(to: map)
    try order.style?.addModel(to: map, at: order.camera.center?.coordinate)
    // The size decides what "all of an archive" is; the real framebuffer follows with the window.
    map.resize(to: order.size, framebuffer: PixelSize(width: 1, height: 1))
    try scene?.add(to: map)
    for place in order.sources.places { place.marker.map = map }
    self.scene = scene
    var places = Array(order.sources.locations.indices)
    if order.isForPeople {
      let kept = order.sources.tiles == nil ? 0 : 1
      left = Array(locations.dropFirst(kept))
      places = Array(places.prefix(kept))
    }
    if let note = order.camera.center?.note { warnings.append(note) }
    awaited = places.map { .location($0) } + (order.namesStyle ? [.style] : [])
    if !order.isStill { pins = Pins(on: map) }
    // Where nobody chose a style, that of the night comes with the light.
    if followsSun { map.nightStyle = try? MapStyle(named: "night") }
  }

  /// Whether the map is lit by the Sun, in a style that nobody chose.
  var followsSun: Bool {
    switch order.style?.sunLight?.light {
    case .now, .date: !order.namesStyle
    case .off, .style, nil: false
    }
  }

  /// The layers that are shown for what was named, in its order.
  var sources: [Source] { shownLayers.sorted { $0.key < $1.key }.map(\.value) }

  /// Why a file that was named is not shown; nil while there is no such file.
  var fileProblem: String? { files.sorted { $0.key < $1.key }.lazy.compactMap(\.value.problem).first }

  /// What to say where nothing is shown because latitude and longitude were exchanged; empty elsewhere.
  var hintAtOrder: String {
    let center = order.camera.center
    guard let meant = opened.values.compactMap({ center?.swapped(into: $0.bounds) }).first else { return "" }
    return "; the latitude comes first: was --center \(meant) meant?"
  }

  /// Says what the map lacks without being asked for it, and what was chosen; each once.
  func warn() {
    for text in warnings { Report.warning(text) }
    warnings = []
  }
}

/// What a command is to show, and how.
struct MapOrder {
  let sources: SourceOptions
  /// How they are asked, where the command lets one say that.
  var choice: SourceChoiceOptions?
  let camera: CameraOptions
  var style: StyleOptions?
  var isStill = false
  let size: ScreenSize
  /// The scene of a demo.
  var scene: (any DemoScene)?
  /// Where the camera is while nothing else says so; nil for the whole world.
  var start: CameraPosition?
  /// Whether it is for the window of people, whose layers files become.
  var isForPeople = false

  var namesStyle: Bool { style?.style != nil }

  /// The overlays that are shown beside what was named.
  @MainActor fileprivate var shownScene: (any DemoScene)? { scene ?? (sources.demo ? OverviewScene() : nil) }
}

extension MapOrder {
  /// Seconds for what is on this machine until a window opens without it.
  static let patienceSeconds = 2.0

  /// A map that shows all that is named; servers may take `timeoutSeconds` to say what they have.
  ///
  /// - Parameter isDrawn: Whether a picture of it follows at once.
  @MainActor func makeMap(timeoutSeconds: Double, isDrawn: Bool = true) throws -> PreparedMap {
    if isDrawn { EarlyDriver.start() }
    let prepared = try PreparedMap(self)
    try prepared.openPacks(timeoutSeconds: timeoutSeconds)
    try prepared.waitForRest(timeoutSeconds: timeoutSeconds)
    return prepared
  }

  /// A map that shows what of it is on this machine; `openRest` is for the rest.
  @MainActor func startMap() throws -> PreparedMap {
    let prepared = try PreparedMap(self)
    // Of a pack it must be known what it stands in for.
    try prepared.openPacks(timeoutSeconds: 30)
    try prepared.openHere(patienceSeconds: Self.patienceSeconds)
    return prepared
  }
}
