import Overlook
import OverlookFiles
import OverlookFormats
import OverlookInput
import OverlookSupport

/// Bookmarks of views, and tours from view to view: those of the bookmarks, and those that opened files hold.
@MainActor final class BookmarkPart: ViewerPart {
  /// Read when it is first asked for.
  var list: BookmarkList { kept ?? read() }
  private var kept: BookmarkList?
  /// The bookmark whose name is being typed, and the bookmarks without that name.
  private var renamed: (index: Int, before: BookmarkList)?
  /// Of the file; nil for bookmarks that nobody keeps.
  private var path: String?
  private lazy var page = BookmarkPage(self)
  private let card = TourCard()
  private weak var window: ViewerWindow?
  private var player: TourPlayer?
  private let watch = OpenedFilesWatch()
  /// Tours of the opened files: names and stops; looked for while the page is shown.
  private(set) var tours: [(name: String, stops: [TourStop])] = []

  /// Bookmarks of the file at `path`; with nil, of the person's where the window keeps a session.
  init(path: String? = nil) { self.path = path }

  func didAttach(to window: ViewerWindow) {
    self.window = window
    if path == nil, window.session != nil {
      path = KeptDocument.path("bookmarks.json", in: .data)
    }
    let player = TourPlayer(map: window.map)
    self.player = player
    player.onChange = { [weak self] in self?.showCard() }
    card.play.onClick = { [weak player] in player?.toggle() }
    card.previous.onClick = { [weak player] in player?.go(by: -1) }
    card.next.onClick = { [weak player] in player?.go(by: 1) }
    card.speed.onClick = { [weak player] in player?.changeSpeed() }
    card.close.onClick = { [weak player] in player?.end() }
    window.map.add(card)
    watch.onChange = { [weak self] in self?.lookForTours() }
    window.map.add(watch)
    window.component.steps.append { [weak self] _ in if let self, renamed != nil, !page.isNaming { keepName() } }
  }

  /// Whether tours of opened files are looked for.
  func watchesFiles(_ isOn: Bool) {
    watch.isOn = isOn
    if isOn { lookForTours() }
  }

  /// What is in the file now: another window may have changed it.
  @discardableResult private func read() -> BookmarkList {
    let document = KeptDocument(path: path)
    let list = path == nil ? kept ?? BookmarkList() : BookmarkList(document["bookmarks"])
    kept = list
    tell(document)
    return list
  }

  private func tell(_ document: KeptDocument) {
    for fault in document.takeFaults() { window?.say(fault, isFault: true) }
  }

  private func showCard() { card.show(player?.state, title: player?.title ?? "") }

  // MARK: Bookmarks

  /// Keeps the present view, named after what is there as far as that is known.
  func add(named name: String? = nil) {
    guard let map = window?.map else { return }
    let camera = map.camera
    let own = name ?? CoordinateFormat.decimal.text(camera.target) ?? ""
    let style = MapStyle.embeddedNames.first { map.mapStyle?.name == $0 }
    guard change(localized("Add bookmark"), { $0.add(Bookmark(own, camera, style: style)) }) else { return }
    let index = list.bookmarks.count - 1
    if name == nil { nameByAddress(index, camera.target, instead: own) }
    window?.say(
      localized("The view is kept"), action: (localized("Bookmarks"), { [weak self] in self?.showPage(selecting: index) }))
  }

  /// Of a bookmark whose name is still its coordinates.
  private func nameByAddress(_ index: Int, _ place: LocationCoordinate, instead name: String) {
    Task { [weak self] in
      guard let address = (try? await Geocoder.geocoder().reverseGeocode(place))?.firstResult(), let line = address.lines.first,
        let self, list.bookmarks.indices.contains(index), list.bookmarks[index].name == name
      else { return }
      var named = list
      named.rename(index, to: line)
      restore(named)
    }
  }

  /// Renames a bookmark where it is seen; it is kept, as one step, once the name is whole: with `keepName`, or when the field for it
  /// has not the keyboard any more.
  func rename(_ index: Int, to name: String) {
    if renamed?.index != index { keepName() }
    let before = list
    var after = before
    after.rename(index, to: name)
    guard after != before else { return }
    if renamed == nil { renamed = (index, before) }
    kept = after
    page.refresh()
  }

  /// Keeps the name that was typed last.
  func keepName() {
    guard let renamed else { return }
    self.renamed = nil
    let name = list.bookmarks.indices.contains(renamed.index) ? list.bookmarks[renamed.index].name : ""
    kept = renamed.before
    change(localized("Rename bookmark")) { $0.rename(renamed.index, to: name) }
  }

  func remove(_ index: Int) {
    guard change(localized("Remove bookmark"), { $0.remove(index) }) else { return }
    window?.say(localized("Removed"), action: (localized("Undo"), { [weak self] in self?.window?.undo.undo() }))
  }

  func move(_ index: Int, to place: Int) {
    var target = index
    change(localized("Move bookmark"), key: "move") { target = $0.move(index, to: place) }
    page.select(target)
  }

  /// A place in the format of the settings.
  func text(of place: LocationCoordinate) -> String? {
    (window?.settings.coordinates ?? .decimal).text(place) ?? CoordinateFormat.decimal.text(place)
  }

  func show(_ index: Int) {
    guard let map = window?.map, list.bookmarks.indices.contains(index), let camera = list.bookmarks[index].camera else { return }
    map.fly(to: camera)
  }

  /// True when something changed and is kept.
  @discardableResult private func change(_ title: String, key: String? = nil, _ change: (inout BookmarkList) -> Void) -> Bool {
    keepName()
    let before = read()
    var after = before
    change(&after)
    guard after != before else { return false }
    kept = after
    window?.undo.did(
      title, key: key, undo: { [weak self] in self?.restore(before) }, redo: { [weak self] in self?.restore(after) })
    return store()
  }

  private func restore(_ list: BookmarkList) {
    kept = list
    store()
  }

  /// False where the file cannot be written, which is said.
  @discardableResult private func store() -> Bool {
    page.refresh()
    guard path != nil, let kept else { return true }
    let document = KeptDocument(path: path)
    let isKept = document.change([("bookmarks", kept.json)])
    tell(document)
    return isKept
  }

  private func showPage(selecting index: Int) {
    window?.show(page)
    page.select(index)
  }

  // MARK: Tours

  private func lookForTours() {
    guard let map = window?.map else { return }
    var tours: [(name: String, stops: [TourStop])] = []
    for case let layer as FileLayer in map.components {
      for tour in layer.document?.tours ?? [] where !tour.stops.isEmpty {
        let stops = tour.stops.enumerated().compactMap { index, stop in
          TourCamera.camera(stop.camera, height: map.size.height).map {
            TourStop(name: "\(OutsideText.cleaned(tour.name, limit: 80)) \(index + 1)", camera: $0, flightSeconds: stop.seconds)
          }
        }
        if !stops.isEmpty { tours.append((tour.name.isEmpty ? layer.name : OutsideText.cleaned(tour.name, limit: 80), stops)) }
      }
    }
    self.tours = tours
    page.refresh()
    map.requestFrame(.interface)
  }

  func playBookmarks(from index: Int = 0) {
    let stops = list.bookmarks.dropFirst(index).compactMap { bookmark in
      bookmark.camera.map { TourStop(name: bookmark.name, camera: $0, flightSeconds: nil) }
    }
    player?.play(stops, title: localized("Bookmarks"))
  }

  func play(tour index: Int) {
    if tours.indices.contains(index) { player?.play(tours[index].stops, title: tours[index].name) }
  }

  // MARK: Part

  var pages: [any SidePage] { [page] }

  func suggestions(for text: String) -> [SearchBox.Suggestion] {
    guard text.count > 1 else { return [] }
    return list.found(text).prefix(4).map { index in
      SearchBox.Suggestion(list.bookmarks[index].name, detail: localized("Bookmark")) { [weak self] in self?.show(index) }
    }
  }

  var commands: [ViewerCommand] {
    let isOn: @MainActor () -> Bool = { [weak self] in self?.player?.state != nil }
    return [
      ViewerCommand(
        name: "bookmarks.add", section: .view, title: { localized("Bookmark this view") },
        keys: [KeyChord(key: .d, modifiers: .control)], perform: { [weak self] in self?.add() }),
      ViewerCommand(
        name: "bookmarks.page", section: .view, title: { localized("Bookmarks and tours") },
        keys: [KeyChord(key: .b, modifiers: .control)], isPinned: true,
        perform: { [weak self] in self?.window?.togglePage("bookmarks") }),
      ViewerCommand(
        name: "tour.play", section: .view, title: { localized("Play the bookmarks as a tour") },
        isEnabled: { [weak self] in self?.list.bookmarks.isEmpty == false }, perform: { [weak self] in self?.playBookmarks() }),
      ViewerCommand(
        name: "tour.pause", section: .view, title: { localized("Pause or go on with the tour") },
        keys: [KeyChord(key: .space)], isEnabled: isOn, perform: { [weak self] in self?.player?.toggle() }),
      ViewerCommand(
        name: "tour.next", section: .view, title: { localized("Next stop") }, keys: [KeyChord(key: .right, modifiers: .control)],
        isEnabled: isOn, perform: { [weak self] in self?.player?.go(by: 1) }),
      ViewerCommand(
        name: "tour.previous", section: .view, title: { localized("Previous stop") },
        keys: [KeyChord(key: .left, modifiers: .control)], isEnabled: isOn, perform: { [weak self] in self?.player?.go(by: -1) }),
      ViewerCommand(
        name: "tour.speed", section: .view, title: { localized("Change the speed of the tour") }, isEnabled: isOn,
        perform: { [weak self] in self?.player?.changeSpeed() }),
      ViewerCommand(
        name: "tour.end", section: .view, title: { localized("End the tour") }, keys: [KeyChord(key: .escape)], isEnabled: isOn,
        perform: { [weak self] in self?.player?.end() }),
    ]
  }
}
