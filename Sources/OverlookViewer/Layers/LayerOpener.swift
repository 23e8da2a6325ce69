import Foundation
import Overlook
import OverlookFiles
import OverlookRegions
import OverlookSupport

/// The one way in which files, folders and addresses become layers and base maps: from the command line, a drop, the dialog, the
/// clipboard and the session.
@MainActor final class LayerOpener {
  /// What was named together, all of which the camera shows.
  @MainActor final class Batch {
    fileprivate var bounds = CoordinateBounds.empty
  }

  /// How something is to be opened.
  struct Wish {
    var batch: Batch?
    /// Whether the camera goes there.
    var looksAt = true
    /// Below everything, in place of the base map.
    var isBase = false
    /// Above the base map, even if it is a map itself.
    var isLayer = false
    /// Whether a base map is shown at once.
    var showsBase = true
    var options = TileSource.Options()
    /// What it was in the session that comes back.
    var kept: LayerList.Kept?
    /// Called with why it cannot be opened.
    var onFault: (@MainActor (String) -> Void)?
    /// Called when it is open.
    var onOpened: (@MainActor () -> Void)?
  }

  private let list: LayerList
  private let base: BaseMaps
  private let map: MapView
  private let watches = ArchiveWatches()
  /// How what is watched was opened.
  private var watched: [String: TileSource.Options] = [:]
  /// How often each was opened: what was opened before comes too late.
  private var openings: [String: Int] = [:]
  /// The system has few watches for all programs: beyond these, what is not shown is followed no longer, and an undo does not bring it
  /// back.
  private static let watchLimit = 32
  /// Says something, in red where it is a fault.
  var say: @MainActor (String, _ isFault: Bool) -> Void = { _, _ in }
  /// A server is about to be asked that the person has named, now or (`isKept`) in a session before.
  var onServer: @MainActor (_ isKept: Bool) -> Void = { _ in }
  /// Where the camera is to go once something is read that was named twice.
  private var looksAfter: [Int: Batch?] = [:]
  /// Offers to make a region of an extract.
  var onExtract: @MainActor (LayerEntry) -> Void = { _ in }
  private var cancelled: Set<Int> = []
  /// Layers of which it was said that only some of their features are shown.
  private var saidShares: Set<Int> = []

  /// More files at a time are not opened.
  static let limit = 100

  init(list: LayerList, base: BaseMaps, map: MapView) {
    (self.list, self.base, self.map) = (list, base, map)
    watches.onChange = { [weak self] in self?.openAgain($0) }
  }

  /// Opens several things, as one drop names them; `omitted`: how many there were beyond those.
  func open(_ locations: [String], omitted: Int = 0, _ wish: Wish = Wish()) {
    let opened = locations.prefix(min(Self.limit, max(LayerList.limit - list.entries.count, 0)))
    var wish = wish
    if wish.batch == nil { wish.batch = Batch() }
    for location in opened { open(location, wish) }
    let left = locations.count - opened.count + omitted
    if left > 0 {
      say(
        localized(
          "{left} files were not opened: {limit} can be opened at a time", ["left": "\(left)", "limit": "\(opened.count)"]), true)
    }
  }

  /// Opens a path or an address. What is open already is looked at.
  func open(_ location: String, _ wish: Wish = Wish()) {
    let location = Self.plain(location)
    if let own = base.own(at: location) { return base.show(own.location) }
    if let entry = list.entry(at: location) {
      switch entry.state {
      case .failed, .missing: list.discard(entry)
      case .reading:
        if wish.looksAt { looksAfter[entry.id] = .some(wish.batch) }
        return
      case .ready:
        if wish.looksAt { look(at: entry, wish.batch) }
        return
      }
    }
    if let path = Self.tilesPath(location) { return openSource(path, entry(location, wish, .tiles), wish) }
    if TileSourceAddress.isAddress(location) {
      onServer(wish.kept != nil)
      if MapView.canOpen(path: location) { return openFeatures(entry(location, wish, .file), wish) }
      if wish.kept?.kind == .file || Self.isDocument(location) { return fetch(entry(location, wish, .file), wish) }
      return openSource(location, entry(location, wish, .tiles), wish)
    }
    let entry = entry(location, wish, wish.kept?.kind ?? .file)
    Task { [weak self] in
      let sight = await Task.detached(priority: .userInitiated) { FileSight.look(at: location) }.value
      self?.take(sight, of: entry, wish)
    }
  }

  /// Whether an address is that of a document of features, by its ending; others are asked what they are.
  private static func isDocument(_ address: String) -> Bool {
    let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return !address.contains("{") && [".kml", ".kmz", ".gpx", ".geojson", ".geojsonl"].contains { path.hasSuffix($0) }
  }

  /// Opens features that are there already, and that no next session brings back.
  func open(_ document: FileDocument, name: String) {
    let entry = list.add(location: LayerList.textPrefix + name, kind: .file, name: name)
    openFeatures(entry, Wish(), FileLayer(document, name: name, looksAt: false))
  }

  // MARK: Documents of the web

  private func fetch(_ entry: LayerEntry, _ wish: Wish) {
    let services = map.services
    Task { [weak self] in
      do throws(FileProblem) {
        let layer = try await FileLayer.fetched(from: entry.location, name: entry.name, services: services, looksAt: false)
        if let self, isWanted(entry) { openFeatures(entry, wish, layer) }
      } catch {
        if let self, isWanted(entry) { fail(entry, error.description, wish) }
      }
    }
  }

  /// A file names other documents. None is asked for before somebody wants it.
  var onLinks: @MainActor (LayerEntry, [FileLink]) -> Void = { _, _ in }

  /// More documents of one file are not followed.
  private static let linkLimit = 20

  /// Opens the documents that a file names: those of the web, and those that lie beside it.
  func follow(_ links: [FileLink], of entry: LayerEntry) {
    for link in links.prefix(Self.linkLimit) {
      let address = link.address.trimmingCharacters(in: .whitespacesAndNewlines)
      var wish = Wish(looksAt: false)
      if TileSourceAddress.isAddress(address) {
        onServer(false)
        if list.entry(at: address) == nil { fetch(self.entry(address, wish, .file), wish) }
      } else if let path = LinkedFile.path(address, beside: entry.location) {
        wish.onFault = { [weak self] in self?.say($0, true) }
        open(path, wish)
      }
    }
  }

  /// Before the path of a GeoPackage whose pictures are meant, beside its features.
  private static let tilesPrefix = "geopackage:"

  private static func tilesPath(_ location: String) -> String? {
    location.hasPrefix(tilesPrefix) ? String(location.dropFirst(tilesPrefix.count)) : nil
  }

  /// A path without what file managers write before it.
  private static func plain(_ location: String) -> String {
    let path = PastedFile.path(of: location) ?? location
    guard !TileSourceAddress.isAddress(path), !path.hasPrefix("/"), tilesPath(path) == nil else { return path }
    return "\(FileManager.default.currentDirectoryPath)/\(path)"
  }

  private func entry(_ location: String, _ wish: Wish, _ kind: LayerKind) -> LayerEntry {
    let last = location.split(separator: "/").last.map(String.init) ?? location
    let name = TileSourceAddress.isAddress(location) ? TileSource.displayName(of: location) : OutsideText.cleaned(last)
    let entry = list.add(location: location, kind: kind, name: name, isLowest: wish.kept != nil)
    if let kept = wish.kept { list.restore(kept, to: entry) }
    return entry
  }

  // MARK: What it turned out to be

  private func take(_ sight: FileSight, of entry: LayerEntry, _ wish: Wish) {
    guard isWanted(entry) else { return }
    switch sight {
    case .missing:
      if wish.kept != nil {
        entry.state = .missing
      } else {
        refuse(entry, localized("{name}: there is no such file", ["name": entry.name]), wish)
      }
    case .special: refuse(entry, localized("{name} is no file that can be read", ["name": entry.name]), wish)
    case .folder(let paths, let omitted):
      list.discard(entry)
      if paths.isEmpty {
        return tell(localized("{name} holds nothing that can be opened", ["name": entry.name]), wish)
      }
      open(paths, omitted: omitted, Wish(batch: wish.batch, looksAt: wish.looksAt, options: wish.options))
    case .features(let isPhoto, let hasTiles):
      entry.kind = isPhoto ? .photo : .file
      openFeatures(entry, wish)
      // Its pictures are a layer of their own, which comes back with the session by itself.
      if wish.kept == nil, hasTiles { open(Self.tilesPrefix + entry.location, wish) }
    case .model: openModel(entry, wish)
    case .extract:
      entry.kind = .extract
      entry.take(ExtractContent(path: entry.location))
      entry.summary = localized("Can be made a region: map, search and routes without a network")
      finish(entry, wish)
      if wish.kept == nil { onExtract(entry) }
    case .style: openStyle(entry, wish)
    case .other: openSource(entry.location, entry, wish)
    }
  }

  /// False for what was cancelled or removed meanwhile.
  private func isWanted(_ entry: LayerEntry) -> Bool {
    cancelled.remove(entry.id) == nil && list.entry(entry.id) === entry
  }

  private func openFeatures(_ entry: LayerEntry, _ wish: Wish, _ layer: FileLayer? = nil) {
    let layer = layer ?? FileLayer(path: entry.location, looksAt: false)
    layer.showsWindows = false
    layer.onChange = { [weak self, weak entry] layer in
      if let entry { self?.didRead(layer, entry, wish) }
    }
    let content = FileContent(layer, on: map)
    entry.take(content)
    content.attach()
    list.order()
  }

  private func didRead(_ layer: FileLayer, _ entry: LayerEntry, _ wish: Wish) {
    guard list.entry(entry.id) === entry else { return }
    let isFirst = entry.state != .ready
    if let problem = layer.problem {
      if cancelled.remove(entry.id) != nil, isFirst { return list.discard(entry) }
      // What was read before is still shown.
      if isFirst { entry.state = .failed(Self.short(problem, entry)) }
      return tell(problem, wish)
    }
    entry.faultCount = layer.faultCount
    if layer.tiles == nil {
      entry.name = layer.name
      entry.summary =
        layer.showsSomeOnly
        ? LayerText.share(layer.loadedCount, of: layer.featureCount)
        : localized(
          "{format}, {count} feature", "{format}, {count} features", count: layer.featureCount, ["format": layer.format])
      if layer.showsSomeOnly, !isFirst, wish.kept == nil, saidShares.insert(entry.id).inserted {
        say("\(entry.title): \(entry.summary)", false)
      }
    }
    entry.sign = (entry.content as? FileContent)?.sign
    entry.contentDidChange()
    if let warning = layer.warning, isFirst, wish.kept == nil { tell(warning, wish, isFailure: false) }
    if isFirst { finish(entry, wish) }
    if isFirst, wish.kept == nil, let links = layer.document?.links, !links.isEmpty { onLinks(entry, links) }
  }

  private func openModel(_ entry: LayerEntry, _ wish: Wish) {
    entry.kind = .model
    let place = map.camera.target
    Task { [weak self, weak map] in
      let stamp = await Self.stamp(of: entry.location)
      do throws(Model.Problem) {
        let model = try await Model.load(path: entry.location)
        guard let self, let map, isWanted(entry) else { return }
        entry.take(ModelContent(model, location: entry.location, at: place, on: map))
        follow(entry.location, stamp)
        entry.summary = localized("3D model, in the middle of the view")
        finish(entry, wish)
      } catch {
        if let self, isWanted(entry) { fail(entry, error.description, wish) }
      }
    }
  }

  private func openStyle(_ entry: LayerEntry, _ wish: Wish) {
    let (location, services) = (entry.location, map.services)
    Task { [weak self] in
      let stamp = await Self.stamp(of: location)
      do throws(MapStyle.Problem) {
        let style = try await MapStyle.open(location, services: services)
        guard let self, isWanted(entry) else { return }
        take(style, of: entry, wish)
        follow(location, stamp)
      } catch {
        if let self, isWanted(entry) { fail(entry, error.description, wish) }
      }
    }
  }

  private func take(_ style: MapStyle, of entry: LayerEntry, _ wish: Wish) {
    list.discard(entry)
    let title = style.name.map { OutsideText.cleaned($0, limit: 60) } ?? entry.name
    base.add(
      BaseMaps.Own(location: entry.location, title: title, content: .style(style), facts: [], isDocument: true),
      shows: wish.showsBase,
      isUndoable: wish.kept == nil)
    wish.onOpened?()
  }

  // MARK: Tiles

  private func openSource(_ location: String, _ entry: LayerEntry, _ wish: Wish) {
    let services = map.services
    Task { [weak self] in
      let stamp = await Self.stamp(of: location)
      let outcome: Result<TileSource, TileSourceError>
      do throws(TileSourceError) {
        let source = try await TileSource.open(location, options: wish.options, services: services)
        outcome = .success(source.kind == .template ? try await source.namingLayers(services: services) : source)
      } catch {
        outcome = .failure(error)
      }
      guard let self, isWanted(entry) else { return }
      switch outcome {
      case .success(let source):
        take(source, of: entry, wish)
        follow(entry.location, stamp, wish.options)
      case .failure(let error): await refuseSource(error, of: entry, wish)
      }
    }
  }

  /// An address that is no source may be that of a style.
  private func refuseSource(_ error: TileSourceError, of entry: LayerEntry, _ wish: Wish) async {
    let location = entry.location
    if entry.isAddress, !location.contains("{"), let style = try? await MapStyle.open(location, services: map.services) {
      return take(style, of: entry, wish)
    }
    guard isWanted(entry) else { return }
    if wish.kept != nil || !entry.isAddress { fail(entry, "\(error)", wish) } else { refuse(entry, "\(error)", wish) }
  }

  private func take(_ source: TileSource, of entry: LayerEntry, _ wish: Wish) {
    guard isBase(source, wish) else { return takeAsLayer(source, entry, wish) }
    list.discard(entry)
    var content = BaseMaps.Content.pictures(source)
    if source.isVector {
      guard let style = MapStyle(showing: source, at: entry.location) else {
        return tell("\(TileSourceError.holdsVectorTiles(source: source.messageName))", wish)
      }
      content = .style(style)
    }
    let title = source.isRemote ? source.name : entry.name
    let facts = LayerText.facts(of: source, at: entry.location)
    base.add(
      BaseMaps.Own(location: entry.location, title: OutsideText.cleaned(title, limit: 60), content: content, facts: facts),
      shows: wish.showsBase, isUndoable: wish.kept == nil)
    wish.onOpened?()
    if wish.looksAt, !source.isRemote { onLook(source.bounds) }
    if source.isVector, !wish.isBase, wish.kept == nil, wish.showsBase { onBase(title, entry.location) }
  }

  /// Vector tiles that are a map are one unless somebody wants otherwise; of others, what they hold lies on the map.
  private func isBase(_ source: TileSource, _ wish: Wish) -> Bool {
    if wish.isBase { return true }
    return source.isVector && !wish.isLayer && wish.kept == nil && MapStyle.isMap(source)
  }

  private func takeAsLayer(_ source: TileSource, _ entry: LayerEntry, _ wish: Wish) {
    entry.kind = .tiles
    entry.name = source.isRemote ? source.name : entry.name
    entry.summary =
      source.isRemote
      ? localized("Tiles of {server}", ["server": source.messageName]) : localized("{kind} tiles", ["kind": source.kind.title])
    if source.isVector {
      openFeatures(entry, wish, FileLayer(source, at: entry.location, looksAt: false))
    } else {
      entry.take(TilesContent(source, location: entry.location, on: map))
      finish(entry, wish)
    }
  }

  /// Opens a layer of vector tiles as the base map, or such a base map as a layer.
  func reopen(_ location: String, asBase isBase: Bool) {
    if let entry = list.entry(at: location) { list.discard(entry) }
    base.forget(location)
    var wish = Wish(looksAt: false)
    (wish.isBase, wish.isLayer) = (isBase, !isBase)
    open(location, wish)
  }

  /// Something became the base map that could be a layer as well.
  var onBase: @MainActor (_ title: String, _ location: String) -> Void = { _, _ in }

  // MARK: Files that are written anew

  /// What a file looks like before it is opened; nil for what is no file here. The opening waits for it, beside the main thread: both
  /// ask the same disk.
  private static func stamp(of location: String) async -> FileStamp? {
    let path = tilesPath(location) ?? location
    guard path.hasPrefix("/") else { return nil }
    return await Task.detached(priority: .userInitiated) { FileStamp(path: path) }.value
  }

  private func follow(_ location: String, _ stamp: FileStamp?, _ options: TileSource.Options = TileSource.Options()) {
    guard let stamp else { return }
    if watches.count >= Self.watchLimit {
      for gone in watched.keys where list.entry(at: gone) == nil && base.own(at: gone) == nil {
        watched[gone] = nil
        watches.end(gone)
      }
    }
    openings[location, default: 0] += 1
    watched[location] = options
    watches.follow(location, path: Self.tilesPath(location) ?? location, since: stamp)
  }

  /// Opens what was written anew, in the place of what is shown, which stays where the new one cannot be read.
  private func openAgain(_ location: String) {
    let entry = list.entry(at: location)
    guard let options = watched[location], entry?.content != nil || base.own(at: location) != nil else { return }
    let (path, services) = (Self.tilesPath(location) ?? location, map.services)
    let (isDocument, isModel) = (base.own(at: location)?.isDocument == true, entry?.content is ModelContent)
    let number = openings[location, default: 0] + 1
    openings[location] = number
    Task { [weak self] in
      do {
        if isDocument {
          let style = try await MapStyle.open(location, services: services)
          guard let self, openings[location] == number else { return }
          base.renew(location, .style(style))
        } else if isModel {
          let model = try await Model.load(path: path)
          guard let self, openings[location] == number else { return }
          if let entry { renew(entry, model) }
        } else {
          let source = try await TileSource.open(path, options: options, services: services)
          guard let self, openings[location] == number else { return }
          renew(location, source)
        }
      } catch {
        guard let self, openings[location] == number else { return }
        say(OutsideText.cleaned("\(error)", limit: 600), true)
      }
    }
  }

  private func renew(_ entry: LayerEntry, _ model: Model) {
    guard list.entry(entry.id) === entry, let old = entry.content as? ModelContent else { return }
    old.detach()
    entry.take(ModelContent(model, location: entry.location, at: old.place, on: map))
    list.order()
  }

  private func renew(_ location: String, _ source: TileSource) {
    if let entry = list.entry(at: location), let old = entry.content {
      old.detach()
      if source.isVector {
        openFeatures(entry, Wish(looksAt: false), FileLayer(source, at: location, looksAt: false))
      } else {
        entry.take(TilesContent(source, location: location, on: map))
        list.order()
      }
    } else if !source.isVector {
      base.renew(location, .pictures(source))
    } else if let style = MapStyle(showing: source, at: location) {
      base.renew(location, .style(style))
    }
  }

  // MARK: Ends

  private func finish(_ entry: LayerEntry, _ wish: Wish) {
    entry.state = .ready
    entry.readingSince = nil
    list.order()
    if wish.kept == nil { list.didOpen(entry) }
    let later = looksAfter.removeValue(forKey: entry.id)
    if wish.looksAt || later != nil { look(at: entry, later ?? wish.batch) }
    wish.onOpened?()
  }

  /// The layer stays in the list with what is wrong.
  private func fail(_ entry: LayerEntry, _ fault: String, _ wish: Wish) {
    entry.state = .failed(Self.short(OutsideText.cleaned(fault, limit: 600), entry))
    entry.readingSince = nil
    tell(fault, wish)
  }

  /// A fault without the path that it begins with: the row names the file already.
  private static func short(_ fault: String, _ entry: LayerEntry) -> String {
    let prefix = "\(OutsideText.cleaned(entry.location)): "
    return fault.hasPrefix(prefix) ? String(fault.dropFirst(prefix.count)) : fault
  }

  private func refuse(_ entry: LayerEntry, _ fault: String, _ wish: Wish) {
    list.discard(entry)
    tell(fault, wish)
  }

  private func tell(_ fault: String, _ wish: Wish, isFailure: Bool = true) {
    let text = OutsideText.cleaned(fault, limit: 600)
    // What is missing of a session is said in its row.
    if wish.kept == nil { say(text, true) }
    if isFailure { wish.onFault?(text) }
  }

  /// Ends what is being read; what has not come yet goes.
  func cancel(_ entry: LayerEntry) {
    guard case .reading = entry.state else { return }
    if let content = entry.content {
      cancelled.insert(entry.id)
      content.cancel()
    } else {
      list.discard(entry)
    }
  }

  /// Brings the camera to a layer.
  func look(at entry: LayerEntry, _ batch: Batch? = nil) {
    guard let bounds = entry.content?.bounds, bounds.isValid else { return }
    batch?.bounds = (batch?.bounds ?? .empty).including(bounds)
    onLook(batch?.bounds ?? bounds)
  }

  /// Brings the camera to a part of the world.
  var onLook: @MainActor (CoordinateBounds) -> Void = { _ in }
}

/// Files that another one names.
enum LinkedFile {
  /// The path of a file that lies beside another, or below its folder; nil for what leads out of there, and what is of the web.
  static func path(_ reference: String, beside location: String) -> String? {
    let plain = (reference.hasPrefix("./") ? String(reference.dropFirst(2)) : reference).removingPercentEncoding ?? reference
    let parts = plain.split(separator: "/", omittingEmptySubsequences: false)
    guard !plain.isEmpty, !plain.contains("\0"), !plain.contains("://"), !location.contains("://"), location.hasPrefix("/"),
      !parts.contains(".."), parts.first?.isEmpty == false
    else { return nil }
    return (location as NSString).deletingLastPathComponent + "/" + plain
  }
}

/// Tells addresses of the web from paths.
enum TileSourceAddress {
  static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(80).lowercased()
    return ["http://", "https://", "tms:", "wmts:", "wms:", "cog:", "tilejson:"].contains { start.hasPrefix($0) }
      && start.contains("://")
  }
}
