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
  private enum Named: Hashable {
    /// By its place among the locations.
    case location(Int)
    case style
  }

  let map: MapView
  /// Set by a long press; nil in a window of the viewer.
  private(set) var pins: Pins?
  /// Whether something that was asked for after `openRest` could not be shown.
  var hasFailed: Bool { hasFault || layers?.hasFailed == true }
  private var hasFault = false
  /// Of the viewer's window, where there is one.
  private weak var layers: LayersPart?
  private weak var window: ViewerWindow?

  private let order: MapOrder
  private let options: TileSource.Options
  private let start: CameraPosition
  /// Lives as long as the map.
  private let scene: (any DemoScene)?
  private var packs: [TileSource] = []
  /// By their places among the locations.
  private var opened: [Int: TileSource] = [:]
  private var shownLayers: [Int: Source] = [:]
  /// The place of the vector tiles that the map is drawn with.
  private var drawnPlace: Int?
  /// The vector tiles that the map is drawn with.
  private(set) var drawnSource: TileSource?
  private var hasBase = false
  private var style: MapStyle?
  private var warnings: [String] = []
  private let locations: [String]
  /// What the window opens as its layers.
  private var left: [String] = []
  /// What was not opened yet.
  private var awaited: [Named] = []
  private var faults: [MapNotice] = []
  /// Files of features, by their places among the locations.
  private var files: [Int: FileLayer] = [:]
  /// Places of files that the camera went to.
  private var wasSeen: Set<Int> = []
  private var wasMovedByHand = false
  /// More lines would hide the map.
  private static let maximumFaults = 3

  /// A map without anything but the demo.
  fileprivate init(_ order: MapOrder) throws {
    self.order = order
    options = try order.sources.choice.options(for: order.sources.locations)
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
    order.style?.light(map, time: order.sources.choice.time)
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
    awaited = places.map { .location($0) } + (order.namesStyle ? [.style] : [])
    pins = Pins(on: map)
  }

  /// The layers that are shown for what was named, in its order.
  var sources: [Source] { shownLayers.sorted { $0.key < $1.key }.map(\.value) }

  /// Why a file that was named is not shown; nil while there is no such file.
  var fileProblem: String? { files.sorted { $0.key < $1.key }.lazy.compactMap(\.value.problem).first }

  /// Says what the map lacks without being asked for it, and what was chosen; each once.
  func warn() {
    for text in warnings { Report.warning(text) }
    warnings = []
  }
}

/// What a command is to show, and how.
struct MapOrder {
  let sources: SourceOptions
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

  fileprivate var namesStyle: Bool { style?.style != nil }

  /// The overlays that are shown beside what was named.
  @MainActor fileprivate var shownScene: (any DemoScene)? { scene ?? (sources.demo ? OverviewScene() : nil) }
}

extension MapOrder {
  /// Seconds for what is on this machine until a window opens without it.
  private static let patienceSeconds = 2.0

  /// A map that shows all that is named; servers may take `timeoutSeconds` to say what they have.
  @MainActor func makeMap(timeoutSeconds: Double) throws -> PreparedMap {
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

// MARK: - Opening

extension PreparedMap {
  /// Opens the packs, which stand in for sources and are none themselves.
  fileprivate func openPacks(timeoutSeconds: Double) throws {
    packs = try order.sources.packs.map { path in
      let pack = try SourceOpening.open(
        path, options: TileSource.Options(), services: map.services, timeoutSeconds: timeoutSeconds)
      guard pack.archive != nil else { throw CommandFailure(description: "--pack \(path): it is no tile archive") }
      return pack
    }
  }

  /// Opens what no server must be asked about, and leaves what takes longer than `patienceSeconds` for later.
  fileprivate func openHere(patienceSeconds: Double) throws {
    awaited = try awaited.filter { named in
      switch named {
      case .location(let place) where openFile(place): return false
      case .location(let place):
        guard !TileSource.isDescribedByServer(location(place), options: options),
          let outcome = SourceOpening.outcome(
            of: location(place), options: options, services: map.services, timeoutSeconds: patienceSeconds)
        else { return true }
        try take(outcome, at: place)
      case .style:
        guard order.style?.isOnServer == false, let outcome = order.style?.outcome(map.services, timeoutSeconds: patienceSeconds)
        else { return true }
        style = try outcome.get()
      }
      return false
    }
    try show()
  }

  /// Opens what is not open yet, and returns when all of it is.
  func waitForRest(timeoutSeconds: Double) throws {
    awaited = locations.indices.suffix(left.count).map { .location($0) } + awaited
    left = []
    for named in awaited {
      switch named {
      case .location(let place) where openFile(place): break
      case .location(let place):
        let outcome = Result { () throws(CommandFailure) in
          try SourceOpening.open(location(place), options: options, services: map.services, timeoutSeconds: timeoutSeconds)
        }
        try take(outcome, at: place)
      case .style: style = try order.style?.open(map.services, timeoutSeconds: timeoutSeconds)
      }
    }
    awaited = []
    try show()
  }

  /// Starts to open what is not open yet; the map shows what it waits for, and then each thing as it comes or why it does not. To
  /// be called when the frame loop is about to run.
  func openRest(in window: ViewerWindow? = nil) {
    if let window {
      pins = nil
      self.window = window
      window.delegates.add(self)
      openLeft(in: window)
    } else {
      map.delegate = self
    }
    guard !awaited.isEmpty else { return }
    for named in awaited { open(named) }
    tell()
  }

  private func open(_ named: Named) {
    Task {
      switch named {
      case .location(let place):
        let outcome = await SourceOpening.outcome(of: location(place), options: options, services: map.services)
        arrived(named) { try take(outcome, at: place) }
      case .style:
        let outcome = await order.style?.outcome(map.services)
        arrived(named) { style = try outcome?.get() ?? nil }
      }
    }
  }

  /// Files and servers become layers of the window.
  private func openLeft(in window: ViewerWindow) {
    layers = window.part(LayersPart.self)
    layers?.onFault = { Report.error($0) }
    if let base = order.style?.style ?? order.sources.tiles { layers?.noteBase(base) }
    let names = [order.camera.center != nil, order.camera.zoom != nil, !order.sources.places.isEmpty]
    left.removeAll(where: window.openPanorama)
    layers?.openNamed(left, options: options, looksAt: !names.contains(true))
    left = []
  }

  /// Opens a file of features; false for anything else, for what was named as tiles, and where there are tiles in it as well.
  private func openFile(_ place: Int) -> Bool {
    let path = location(place)
    if place == 0, order.sources.tiles != nil { return false }
    guard files[place] == nil, MapView.canOpen(path: path) else { return false }
    let layer = FileLayer(path: path, looksAt: false)
    layer.onChange = { [weak self] layer in self?.fileChanged(layer, place) }
    files[place] = layer
    map.add(layer)
    return !MapView.hasTilesToo(path: path)
  }

  private func fileChanged(_ layer: FileLayer, _ place: Int) {
    if let text = layer.problem ?? layer.warning {
      if map.isStill { if layer.problem == nil { Report.warning(text) } } else { Report.error(text) }
      faults.append(MapNotice(text, isFault: true))
      if layer.problem != nil { hasFault = true }
    }
    let isWanted = !wasMovedByHand && order.camera.center == nil && order.camera.zoom == nil
    if layer.problem == nil, isWanted, !wasSeen.contains(place) {
      map.look(at: files.values.reduce(.empty) { $0.including($1.bounds) })
    }
    wasSeen.insert(place)
    tell()
  }

  /// Shows what came, or tells why it did not; what is shown already stays.
  private func arrived(_ named: Named, _ body: () throws -> Void) {
    awaited.removeAll { $0 == named }
    do {
      try body()
      try show()
    } catch {
      Report.error("\(error)")
      faults.append(MapNotice("\(error)", isFault: true))
      hasFault = true
      if case .location(let place) = named, shownLayers[place] == nil, place != drawnPlace { opened[place] = nil }
    }
    tell()
    warn()
  }

  private func tell() {
    let names = awaited.prefix(Self.maximumFaults).map { named in
      switch named {
      case .location(let place): TileSource.displayName(of: location(place))
      case .style: TileSource.displayName(of: order.style?.style ?? "")
      }
    }
    let missing = map.loadingFaults.prefix(Self.maximumFaults).map { MapNotice("\($0)", isFault: true) }
    let lines =
      names.map { MapNotice(localized("Waiting for {name} …", ["name": $0])) } + Array(faults.prefix(Self.maximumFaults))
      + missing
    if let window { window.notices[owner: "named"] = lines } else { map.notices = lines }
  }

  private func location(_ place: Int) -> String { locations[place] }

  private func take(_ outcome: Result<TileSource, CommandFailure>, at place: Int) throws {
    switch outcome {
    case .success(let source): opened[place] = source
    case .failure(let failure):
      // Without a network a document cannot say what its tiles are; the pack can.
      guard location(place) == order.sources.tiles, let pack = packs.first else { throw failure }
      warnings.append("\(failure.description); \(pack.messageName) is shown in its place")
      opened[place] = pack
    }
  }
}

// MARK: - Showing

extension PreparedMap: MapViewDelegate {
  /// Shows all that is open.
  private func show() throws {
    let sources = try PackStandIns(packs: packs, isComplete: awaited.isEmpty).applied(to: opened)
    showBase()
    for (place, layer) in shownLayers where sources[place] == nil {
      layer.layer.map = nil
      shownLayers[place] = nil
    }
    let places = sources.keys.sorted()
    for place in places where shownLayers[place] == nil {
      if let source = sources[place] { try show(source, at: place) }
    }
    // What comes late leaves the view alone that somebody chose meanwhile.
    if !wasMovedByHand { map.camera = camera(showing: places.compactMap { sources[$0] }) }
  }

  /// The embedded map, until what is asked for in its place is there.
  private func showBase() {
    if order.namesStyle {
      if let style, map.mapStyle == nil, !drawsArchive { apply(style) }
    } else if order.sources.tiles != nil, let first = opened[0], !first.isVector {
      map.mapType = .none
    }
    guard map.mapStyle == nil, map.mapType != .none, !hasBase else { return }
    // Vector tiles bring a style of their own.
    if awaited.isEmpty, order.namesStyle || opened[0]?.isVector == true { return }
    hasBase = true
    map.showBaseMap()
    if let fault = map.baseMapError { warnings.append("the embedded world is not shown: \(fault)") }
  }

  private func show(_ source: TileSource, at place: Int) throws {
    if source.isVector {
      // One style can be shown: that which was named, else that of the first vector tiles.
      if place == drawnPlace { return }
      if order.namesStyle && (!drawsArchive || drawnPlace != nil) { return }
      guard order.namesStyle || map.mapStyle == nil,
        let own = MapStyle(showing: source, at: location(place), named: order.style?.style ?? "day")
      else {
        throw CommandFailure(
          description: "\(TileSourceError.holdsVectorTiles(source: TileSource.displayName(of: location(place))))")
      }
      apply(try order.style?.varied(own) ?? own)
      drawnPlace = place
      drawnSource = source
      return
    }
    // In the order in which they are named, whenever they come.
    let layer = map.addSource(source, zIndex: min(place - order.sources.locations.count, -1))
    shownLayers[place] = Source(name: source.messageName, layer: layer, isServer: source.isRemote && source.extent.bounds == nil)
    warnings += source.warnings.map { "\(source.messageName): \($0)" }
  }

  /// Whether the style that was named is one of ours that vector tiles are drawn in.
  private var drawsArchive: Bool {
    guard let name = order.style?.style, MapStyle.embeddedNames.contains(name) else { return false }
    return opened.values.contains(where: \.isVector)
  }

  private func apply(_ style: MapStyle) {
    map.mapStyle = style
    map.interfaceTheme = style.isDark ? .dark : .light
  }

  /// From where on the insides of buildings are seen.
  private static let indoorZoom = 17.5

  /// The plans of buildings from near enough to see them; nil where there are none.
  private var indoorCamera: CameraPosition? {
    guard let bounds = IndoorPlan.bounds(around: map.indoorPlans.compactMap(\.bounds)),
      let camera = map.camera(for: bounds)
    else { return nil }
    return CameraPosition(target: camera.target, zoom: max(camera.zoom, Self.indoorZoom))
  }

  private func camera(showing sources: [TileSource]) -> CameraPosition {
    if let place = order.sources.places.last { return order.camera.camera(over: place.camera) }
    if let scene = order.scene { return order.camera.camera(over: scene.camera) }
    if let indoorCamera { return order.camera.camera(over: indoorCamera) }
    if let style, drawnPlace == nil { return order.camera.styleCamera(of: style, on: map) }
    var camera = start
    if !order.namesStyle || drawnPlace != nil {
      for source in sources where !source.isRemote || source.extent.bounds != nil {
        camera = map.camera(for: source.bounds) ?? camera
      }
    }
    return order.camera.camera(over: camera)
  }

  /// What cannot be loaded is said on the map until it can.
  func mapView(_ mapView: MapView, didChange loadingFaults: [LoadingFault]) {
    tell()
  }

  func mapView(_ mapView: MapView, willMove gesture: Bool) {
    if gesture { wasMovedByHand = true }
  }
}
