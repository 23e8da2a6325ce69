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
    var bounds = CoordinateBounds.empty
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

  let list: LayerList
  let base: BaseMaps
  let map: MapView
  let watches = ArchiveWatches()
  /// How what is watched was opened.
  var watched: [String: TileSource.Options] = [:]
  /// How often each was opened: what was opened before comes too late.
  var openings: [String: Int] = [:]
  /// The system has few watches for all programs: beyond these, what is not shown is followed no longer, and an undo does not bring it
  /// back.
  static let watchLimit = 32
  /// Says something, in red where it is a fault.
  var say: @MainActor (String, _ isFault: Bool) -> Void = { _, _ in }
  /// Something became the base map that could be a layer as well.
  var onBase: @MainActor (_ title: String, _ location: String) -> Void = { _, _ in }
  /// A server is about to be asked that the person has named, now or (`isKept`) in a session before.
  var onServer: @MainActor (_ isKept: Bool) -> Void = { _ in }
  /// Where the camera is to go once something is read that was named twice.
  private var looksAfter: [Int: Batch?] = [:]
  /// Offers to make a region of an extract.
  var onExtract: @MainActor (LayerEntry) -> Void = { _ in }
  var cancelled: Set<Int> = []
  /// Layers of which it was said that only some of their features are shown.
  var saidShares: Set<Int> = []

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
  static func isDocument(_ address: String) -> Bool {
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
  static let tilesPrefix = "geopackage:"

  static func tilesPath(_ location: String) -> String? {
    location.hasPrefix(tilesPrefix) ? String(location.dropFirst(tilesPrefix.count)) : nil
  }

  /// A path without what file managers write before it.
  private static func plain(_ location: String) -> String {
    let path = PastedFile.path(of: location) ?? location
    guard !TileSourceAddress.isAddress(path), !path.hasPrefix("/"), tilesPath(path) == nil else { return path }
    return "\(FileManager.default.currentDirectoryPath)/\(path)"
  }

  func entry(_ location: String, _ wish: Wish, _ kind: LayerKind) -> LayerEntry {
    let last = location.split(separator: "/").last.map(String.init) ?? location
    let name = TileSourceAddress.isAddress(location) ? TileSource.displayName(of: location) : OutsideText.cleaned(last)
    let entry = list.add(location: location, kind: kind, name: name, isLowest: wish.kept != nil)
    if let kept = wish.kept { list.restore(kept, to: entry) }
    return entry
  }

  // MARK: Ends

  func finish(_ entry: LayerEntry, _ wish: Wish) {
    entry.state = .ready
    entry.readingSince = nil
    list.order()
    if wish.kept == nil { list.didOpen(entry) }
    let later = looksAfter.removeValue(forKey: entry.id)
    if wish.looksAt || later != nil { look(at: entry, later ?? wish.batch) }
    wish.onOpened?()
  }

  /// The layer stays in the list with what is wrong.
  func fail(_ entry: LayerEntry, _ fault: String, _ wish: Wish) {
    entry.state = .failed(Self.short(OutsideText.cleaned(fault, limit: 600), entry))
    entry.readingSince = nil
    tell(fault, wish)
  }

  /// A fault without the path that it begins with: the row names the file already.
  static func short(_ fault: String, _ entry: LayerEntry) -> String {
    let prefix = "\(OutsideText.cleaned(entry.location)): "
    return fault.hasPrefix(prefix) ? String(fault.dropFirst(prefix.count)) : fault
  }

  func refuse(_ entry: LayerEntry, _ fault: String, _ wish: Wish) {
    list.discard(entry)
    tell(fault, wish)
  }

  func tell(_ fault: String, _ wish: Wish, isFailure: Bool = true) {
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
