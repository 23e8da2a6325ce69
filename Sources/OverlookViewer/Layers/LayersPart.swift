import Foundation
package import Overlook
import OverlookFiles
import OverlookFormats
import OverlookRegions

/// Layers in the viewer's window: base maps, files and servers, what is read of them, and the cards of what is clicked.
@MainActor package final class LayersPart: ViewerPart, MapViewDelegate {
  /// What it has once it is in a window.
  @MainActor final class Content {
    let list: LayerList
    let base: BaseMaps
    let opener: LayerOpener
    let page: LayersPage
    let featurePage = FeaturePage()
    let filePage: OpenFilePage
    let taps: FeatureTaps

    init(_ window: ViewerWindow, home: String) {
      list = LayerList(undo: window.undo)
      base = BaseMaps(map: window.map, undo: window.undo)
      opener = LayerOpener(list: list, base: base, map: window.map)
      page = LayersPage(list: list, base: base, opener: opener)
      filePage = OpenFilePage(home: home)
      taps = FeatureTaps(list: list)
    }
  }

  private(set) var content: Content?
  private(set) weak var window: ViewerWindow?
  /// Regions that are being made, by layer: what is done, and how much of it.
  private var regions: [Int: (text: String, done: Double)] = [:]
  private var nextTell = 0.0
  private var isChoosing = false
  /// Told of everything that went wrong, in one line; for the program's own output.
  package var onFault: @MainActor (String) -> Void = { _ in }
  /// Whether something that was named could not be opened.
  package private(set) var hasFailed = false

  /// What takes longer is said.
  private static let patienceSeconds = 0.5
  private static let tellSeconds = 0.1
  /// Lines about what is being read.
  private static let maximumNotices = 4

  package init() {}

  package func didAttach(to window: ViewerWindow) {
    self.window = window
    let content = Content(window, home: PersonalFolder.home)
    self.content = content
    connect(content, window)
    window.map.add(content.taps)
    window.component.steps.append { [weak self] in self?.step(now: $0.now) }
    window.component.deadlines.append { [weak self] in self?.deadline(now: $0) }
  }

  private func connect(_ content: Content, _ window: ViewerWindow) {
    content.opener.say = { [weak self, weak window] text, isFault in
      if isFault { self?.onFault(text) }
      window?.say(text, isFault: isFault)
    }
    content.opener.onExtract = { [weak self, weak window] entry in
      window?.say(
        localized("{name} can be made a region: map, search and routes without a network", ["name": entry.title]),
        action: (localized("Make a region"), { self?.makeRegion(of: entry) }))
    }
    connectOffers(content, window)
    content.page.onOpenFile = { [weak self] in self?.chooseFile() }
    content.page.onMakeRegion = { [weak self] in self?.makeRegion(of: $0) }
    content.page.onSave = { [weak self] entry, path in
      if let path { self?.save(entry, to: path, isTyped: true) } else { self?.askForPath(of: entry) }
    }
    content.filePage.onChoice = { [weak self, weak window] path in
      self?.open([path])
      window?.show(content.page)
    }
    content.taps.onFound = { [weak window] found in
      content.featurePage.show(found)
      window?.show(content.featurePage)
    }
    content.featurePage.onShow = { content.taps.mark($0?.place) }
    content.opener.onLook = { [weak window] in window?.look(at: $0) }
    content.featurePage.onZoom = { [weak window] found in
      let bounds = found.bounds.isValid ? found.bounds : CoordinateBounds(southWest: found.place, northEast: found.place)
      window?.look(at: bounds)
    }
    content.featurePage.onCopy = { [weak window] in window?.copy($0) }
    content.base.onChange = { [weak window] isStandard, isDark in
      // The standard map is that of the night where dark colours are wanted, and the server's where the person allows it.
      window?.baseMapChanged(isStandard: isStandard, isDark: isDark)
      window?.part(SessionPart.self)?.noteChange()
    }
    content.list.onChange = { [weak window] in window?.part(SessionPart.self)?.noteChange() }
    content.opener.onServer = { [weak window] isKept in
      // What comes back of a session asks nobody whom the person has refused since.
      if let window, !isKept || window.settings.network != .refused { window.allowNamedServers() }
    }
    window.map.onNoticeCancelled = { [weak self] id in self?.cancel(id) }
  }

  /// What is said with something that can be done about it.
  private func connectOffers(_ content: Content, _ window: ViewerWindow) {
    content.opener.onLinks = { [weak window, weak opener = content.opener] entry, links in
      let hosts = Set(links.compactMap { URL(string: $0.address)?.host() }).sorted()
      let text =
        hosts.isEmpty
        ? localized(
          "{name} names {count} more document", "{name} names {count} more documents", count: links.count, ["name": entry.title])
        : localized(
          "{name} names {count} more document, on {servers}", "{name} names {count} more documents, on {servers}",
          count: links.count,
          ["name": entry.title, "servers": OutsideText.cleaned(hosts.prefix(3).joined(separator: ", "), limit: 120)])
      window?.say(text, action: (localized("Load"), { opener?.follow(links, of: entry) }))
    }
    content.opener.onBase = { [weak window, weak opener = content.opener] title, location in
      window?.say(
        localized("{name} is the base map now", ["name": title]),
        action: (localized("As layer"), { opener?.reopen(location, asBase: false) }))
    }
  }

  package var pages: [any SidePage] {
    guard let content else { return [] }
    return [content.page, content.featurePage, content.filePage]
  }

  package var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "file.open", section: .file, title: { localized("Open a file…") },
        keys: [KeyChord(key: .o, modifiers: .control)], isPinned: true, perform: { [weak self] in self?.chooseFile() }),
      ViewerCommand(
        name: "layers.show", section: .view, title: { localized("Layers") }, keys: [KeyChord(key: .l, modifiers: .control)],
        isPinned: true, perform: { [weak self] in self?.window?.togglePage("layers") }),
    ]
  }

  package func suggestions(for text: String) -> [SearchBox.Suggestion] {
    guard let content else { return [] }
    return content.list.entries.filter { $0.title.localizedStandardContains(text) }.prefix(5).map { entry in
      SearchBox.Suggestion(entry.title, detail: entry.detail) { [weak self] in
        content.opener.look(at: entry)
        content.page.open(entry)
        self?.window?.show(content.page)
      }
    }
  }

  // MARK: Opening

  /// Takes every path, and addresses of servers: whoever names one wants it asked.
  package func open(_ path: String) -> Bool {
    guard let content, PastedFile.path(of: path) != nil || TileSourceAddress.isAddress(path) else { return false }
    content.opener.open(path)
    return true
  }

  /// Opens what one drop or dialog names; `omitted`: how many there were beyond those.
  func open(_ paths: [String], omitted: Int = 0) { content?.opener.open(paths, omitted: omitted) }

  /// Opens what the command line names, the first below the others.
  ///
  /// - Parameters:
  ///   - options: What to take of sources that offer a choice.
  ///   - looksAt: Whether the camera goes there.
  package func openNamed(_ locations: [String], options: TileSource.Options, looksAt: Bool) {
    var wish = LayerOpener.Wish(looksAt: looksAt, options: options)
    wish.onFault = { [weak self] _ in self?.hasFailed = true }
    content?.opener.open(locations, wish)
  }

  /// Takes note of the style that the command line names, by its name or location.
  package func noteBase(_ style: String) { content?.base.note(style == "satellite-hybrid" ? "satellite" : style) }

  /// The dialog of the desktop, else a page of our own.
  func chooseFile() {
    guard let window, let content, !isChoosing else { return }
    isChoosing = true
    FileChooser.open(title: localized("Open a file"), address: window.busAddress) { outcome in
      Task { @MainActor [weak self] in
        self?.isChoosing = false
        switch outcome {
        case .chosen(let paths): self?.open(paths)
        case .cancelled: break
        case .unavailable:
          window.show(content.filePage)
          window.map.focusedControl = content.filePage.path
        }
      }
    }
  }

  /// A place of the base map.
  package func mapView(_ mapView: MapView, didTapPOI placeID: String, name: String, location: LocationCoordinate) {
    guard let content, let window else { return }
    let point = mapView.projection.point(for: location)
    let feature = mapView.features(at: point).first { $0.name == name }
    let attributes = (feature?.attributes ?? [:]).sorted { $0.key < $1.key }.prefix(100)
    content.featurePage.show([
      FeaturePage.Found(
        title: OutsideText.cleaned(name), detail: localized("Place of the base map"),
        facts: attributes.map {
          FactTable.Fact(OutsideText.cleaned($0.key, limit: 128), OutsideText.cleaned($0.value.text, limit: 2000))
        }, bounds: .empty, place: location)
    ])
    window.show(content.featurePage)
  }

  // MARK: What is being read

  private func step(now: Double) {
    guard let content, now >= nextTell else { return }
    nextTell = now + Self.tellSeconds
    var notices: [MapNotice] = []
    for entry in content.list.entries {
      guard case .reading = entry.state else { continue }
      let since = entry.readingSince ?? now
      if entry.readingSince == nil { entry.readingSince = now }
      let share = (entry.content as? FileContent)?.layer.progressFraction
      guard now - since >= Self.patienceSeconds else { continue }
      if entry.state != .reading(share) { entry.state = .reading(share) }
      if notices.count < Self.maximumNotices {
        notices.append(
          MapNotice(
            localized("Reading {name}…", ["name": entry.title]), work: MapNotice.Work(id: entry.id, fraction: share)))
      }
    }
    for (_, region) in regions.sorted(by: { $0.key < $1.key }) {
      let percent = Int(exactly: (region.done * 100).rounded()) ?? 0
      notices.append(MapNotice(localized("{what} {percent} %", ["what": region.text, "percent": "\(percent)"])))
    }
    window?.notices[owner: "layers"] = notices
  }

  private func deadline(now: Double) -> Double? {
    guard let content else { return nil }
    let isReading = content.list.entries.contains { if case .reading = $0.state { true } else { false } }
    return isReading || !regions.isEmpty || window?.notices[owner: "layers"]?.isEmpty == false ? max(nextTell, now) : nil
  }

  private func cancel(_ id: Int) {
    if let content, let entry = content.list.entry(id) { content.opener.cancel(entry) }
  }

  /// Makes a region of an extract; its row goes when that is done.
  private func makeRegion(of entry: LayerEntry) {
    guard regions[entry.id] == nil, let content, let window else { return }
    regions[entry.id] = (RegionMaking.text(entry.title, .reading), 0)
    Task { [weak self] in
      for await event in RegionMaking.events(of: entry.location) {
        switch event {
        case .progress(let stage, let done):
          self?.regions[entry.id] = (RegionMaking.text(entry.title, stage), min(max(done, 0), 1))
        case .made(let region):
          self?.regions[entry.id] = nil
          content.list.discard(entry)
          window.map.showBaseMap()
          window.look(at: region.description.coordinateBounds)
          window.say(localized("{name} is a region now: it is searched and routed without a network", ["name": entry.title]))
        case .failed(let fault):
          self?.regions[entry.id] = nil
          content.opener.say(fault, true)
        }
      }
    }
  }
}
