import Overlook
import OverlookRegions
import OverlookViewer

extension PreparedMap {
  /// Opens the packs, which stand in for sources and are none themselves.
  func openPacks(timeoutSeconds: Double) throws {
    packs = try order.sources.packs.map { path in
      let pack = try SourceOpening.open(
        path, options: TileSource.Options(), services: map.services, timeoutSeconds: timeoutSeconds)
      guard pack.archive != nil else { throw CommandFailure(description: "--pack \(path): it is no tile archive") }
      return pack
    }
  }

  /// Opens what no server must be asked about, and leaves what takes longer than `patienceSeconds` for later.
  func openHere(patienceSeconds: Double) throws {
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

  func open(_ named: Named) {
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

  func tell() {
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

  func location(_ place: Int) -> String { locations[place] }

  func take(_ outcome: Result<TileSource, CommandFailure>, at place: Int) throws {
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
