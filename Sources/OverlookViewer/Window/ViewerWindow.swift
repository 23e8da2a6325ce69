import Foundation
package import Overlook
package import OverlookPlatform
import OverlookSupport

/// The viewer's window: a map, and the parts that a person uses it with.
@MainActor package final class ViewerWindow {
  package let map: MapView
  /// What the window draws: the map, and what is shown beside it while its `second` is set.
  package let content: SplitContent
  private var onBesideReplaced: (@MainActor () -> Void)?
  /// The field at the upper left; its list has layers and commands besides places.
  package let search = SearchBox()
  package let settings: ViewerSettings
  package let session: ViewerSession?
  /// Whether the window itself may use the network once the person allows it, and asks for that.
  let asksForNetwork: Bool
  /// Whether the person named servers, on the command line or in the window, which is an answer for them.
  var namesServers: Bool
  /// Of the desktop's session bus; nil for none.
  let busAddress: String?
  /// Whether the base map is the standard one, by day or night, and not one that somebody chose.
  package var usesStandardStyle: Bool {
    didSet { if usesStandardStyle != oldValue { applyStyle() } }
  }
  /// Asked for the window's size and place when the session is kept.
  package var frame: @MainActor () -> ViewerSession.Frame? = { nil }
  /// What was done and can be undone, of all parts.
  let undo = UndoStack()
  private(set) var parts: [any ViewerPart] = []
  /// The lines above the map.
  package lazy var notices = NoticeBoard(map)

  /// Told what the map tells, in the order of the parts and then of those that are added.
  package let delegates = MapDelegates()
  let sheet = SideSheet()
  /// What the window does in the frames of its map.
  let component = WindowComponent()
  private let menuButton: MenuButton
  private let pointerLine: PointerLine
  private let toast = Toast()
  private var menu: Menu?
  private var isAskingForPath = false
  private lazy var keys = CommandKeys(self)
  /// For what lies beside the map.
  private(set) lazy var keysBeside = CommandKeys(self, isBesideMap: true)

  /// What a window is made with.
  package struct Options {
    /// Parts that come after those of the viewer.
    package var more: [any ViewerPart] = []
    /// What the window draws; nil for the map alone.
    package var content: SplitContent?
    /// Nil for settings that nobody keeps.
    package var settings: ViewerSettings?
    package var session: ViewerSession?
    package var asksForNetwork = false
    package var namesServers = false
    package var usesStandardStyle = true
    package var busAddress: String?

    package init() {}
  }

  /// A window for `map` with its own part, and then those that are given, in the order of the menu.
  init(map: MapView, parts: [any ViewerPart], options: Options) {
    self.map = map
    settings = options.settings ?? ViewerSettings(path: nil)
    session = options.session
    (asksForNetwork, namesServers, busAddress) = (options.asksForNetwork, options.namesServers, options.busAddress)
    usesStandardStyle = options.usesStandardStyle
    pointerLine = PointerLine(map: map, settings: settings)
    content = options.content ?? SplitContent(map)
    menuButton = MenuButton()
    map.delegate = delegates
    // Where neither pages nor the buttons of the map lie.
    content.insetCorner = .topRight
    map.settings.compassButton = true
    map.settings.compassTilt = true
    map.settings.zoomButtons = true
    addControls()
    self.parts = [WindowPart()] + parts + options.more
    for part in self.parts {
      if let delegate = part as? any MapViewDelegate { delegates.add(delegate) }
      part.didAttach(to: self)
    }
    map.commandResponders = [keys]
    map.onContextMenu = { [unowned self] point, place in openContextMenu(at: point, place) }
    restore()
  }

  /// Brings back what the last session left to the parts, and says what was wrong with the files.
  private func restore() {
    for part in parts { if let json = session?.part(part.sessionName) { part.restore(json) } }
    if let name = session?.page, let page = pages.first(where: { $0.name == name }) { sheet.show(page) }
    for fault in settings.takeFaults() + (session?.takeFaults() ?? []) { say(fault, isFault: true) }
  }

  /// Another base map is shown, or the standard one again.
  func baseMapChanged(isStandard: Bool, isDark: Bool) {
    usesStandardStyle = false
    if isStandard { usesStandardStyle = true } else { map.interfaceTheme = isDark ? .dark : .light }
  }

  /// The part of a type; nil where there is none.
  package func part<Part: ViewerPart>(_ type: Part.Type) -> Part? { parts.lazy.compactMap { $0 as? Part }.first }

  private func addControls() {
    search.leading = MenuButton.side + 20
    menuButton.onClick = { [unowned self] in openMainMenu() }
    map.add(sheet)
    // Its list comes out over an open page.
    map.add(search)
    map.add(menuButton)
    map.add(toast)
    map.add(pointerLine)
    component.steps.append { [pointerLine] _ in pointerLine.makeRoom() }
    component.steps.append { [weak self] _ in
      // Lists of controls take memory in every frame.
      guard let self, !toast.text.isEmpty else { return }
      toast.makeRoom(left: coveredWidth, on: map)
    }
    component.steps.append { [weak self] _ in
      guard let self, !map.notices.isEmpty else { return }
      map.noticesCoveredWidth = sheetEdge
    }
    component.onCameraChange = { [pointerLine] in pointerLine.update() }
    component.deadlines.append { [toast] _ in toast.endTime }
    map.add(component)
    search.suggesters.append { [unowned self] text in suggestions(for: text) }
    search.isForSuggestions = { $0.hasPrefix(">") }
  }

  // MARK: Beside the map

  /// Shows a content beside the map, or in a corner of it, in place of what is there, whose owner is told that it is gone.
  func showBeside(
    _ beside: any WindowContent, as arrangement: SplitContent.Arrangement = .beside, onReplaced: @escaping @MainActor () -> Void
  ) {
    let replaced = onBesideReplaced
    onBesideReplaced = onReplaced
    arrange(arrangement)
    content.second = beside
    replaced?()
  }

  /// Gives the whole window back to the map where `beside` is still there.
  func hideBeside(_ beside: (any WindowContent)?) {
    guard let beside, content.second === beside else { return }
    onBesideReplaced = nil
    content.second = nil
    arrange(.beside)
  }

  /// How the map and what is beside it lie; `inset`: which of both is the smaller.
  func arrange(_ arrangement: SplitContent.Arrangement, inset: SplitContent.Side = .second) {
    content.arrangement = arrangement
    content.insetSide = inset
    map.hidesControls = arrangement == .inset && inset == .first
  }

  // MARK: Commands

  /// All that a person can do, in the order of the menu.
  package var commands: [ViewerCommand] { parts.flatMap(\.commands) }

  /// The command that a key carries out now: of several with one key, the first that can be carried out.
  func command(for chord: KeyChord) -> ViewerCommand? {
    commands.first { $0.keys.contains(chord) && $0.isEnabled() }
  }

  /// Carries out a command by its name; false when there is none, or it cannot be carried out now.
  @discardableResult package func perform(_ name: String) -> Bool {
    guard let command = commands.first(where: { $0.name == name && $0.isEnabled() }) else { return false }
    command.perform()
    return true
  }

  // MARK: Menus

  /// Opens a menu at a point as controls have it, in place of the one that is open, and gives it the keyboard.
  func openMenu(_ items: [Menu.Item], at point: ScreenPoint) {
    if let menu { map.remove(menu) }
    let menu = Menu(items)
    self.menu = menu
    content.keyboardSide = .first
    map.add(menu)
    menu.open(at: point)
    map.focusedControl = menu
  }

  func openMainMenu() {
    openMenu(CommandMenu.items(of: commands), at: ScreenPoint(x: MenuButton.margin, y: MenuButton.margin + MenuButton.side + 6))
  }

  /// Opens the menu of a place; true when it has anything to offer.
  @discardableResult func openContextMenu(at point: ScreenPoint, _ place: LocationCoordinate?) -> Bool {
    let groups = parts.map { $0.contextItems(at: place, point: point) }.filter { !$0.isEmpty }
    guard !groups.isEmpty else { return false }
    openMenu(Array(groups.joined(separator: [.separator])), at: map.controlArea.placed(point))
    return true
  }

  /// Opens the menu of what is selected, or of the middle of the view.
  func openContextMenuByKey() {
    let size = map.controlArea.placed(map.controlArea.freeRect)
    let middle = map.selectedMarker.map { map.projection.point(for: $0.position) } ?? size.middle
    let point = size.contains(middle) ? middle : size.middle
    openContextMenu(at: point, map.groundCoordinate(at: point))
  }

  // MARK: The side sheet

  /// Every page of every part.
  package var pages: [any SidePage] { parts.flatMap(\.pages) }

  /// Shows the page of a name, or closes the sheet where it is shown already; false when there is no such page.
  @discardableResult package func togglePage(_ name: String) -> Bool {
    guard let page = pages.first(where: { $0.name == name }) else { return false }
    if sheet.page === page { closeSheet() } else { show(page) }
    return true
  }

  /// Shows a page in place of what the sheet shows, and gives it the keyboard.
  func show(_ page: any SidePage) {
    sheet.show(page)
    content.keyboardSide = .first
    map.focusedControl = sheet
    guard let control = page.firstFocus else { return }
    // Nothing that lies nowhere gets it.
    sheet.place(in: map.controlArea)
    map.focusedControl = control
    if map.focusedControl == nil { map.focusedControl = sheet }
  }

  func closeSheet() {
    sheet.close()
    map.focusedControl = nil
  }

  // MARK: Files and text

  /// Gives what is in the clipboard to the parts: each line that is a file, else the text as a whole.
  func paste() {
    // What was wrong with the last one is over.
    toast.clear()
    guard let text = map.host?.clipboardText, text.contains(where: { !$0.isWhitespace }) else {
      return say(localized("There is nothing to paste"))
    }
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let paths = lines.compactMap(PastedFile.path)
    if paths.count == lines.count { return open(FileDrop(paths: paths)) }
    open(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// The last part of a path, or the beginning of a text.
  static func shortened(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.count > 60 ? String(name.prefix(60)) + "…" : name
  }

  /// Says something for a few seconds, with something to do about it.
  package func say(_ text: String, isFault: Bool = false, action: (title: String, perform: @MainActor () -> Void)? = nil) {
    toast.show(text, isFault: isFault, action: action)
  }

  /// Points at the side that the sheet covers.
  private var sheetEdge: Double {
    guard sheet.page != nil, let rect = sheet.frame(in: map.controlArea) else { return 0 }
    return rect.size.width + SideSheet.margin
  }

  /// The same; 0 where that is most of the view.
  private var coveredWidth: Double {
    let covered = sheetEdge
    return covered < map.size.width * 0.6 ? covered : 0
  }

  /// The part of the view that the sheet leaves, in points of the view.
  var freeRect: ScreenRect {
    let covered = coveredWidth
    return map.controlArea.placed(
      ScreenRect(x: covered, y: 0, width: map.size.width - covered, height: map.size.height))
  }

  /// Brings the camera to a part of the world, beside the sheet where there is room enough; no closer than a street for a single place.
  /// `flies`: out, across and in again.
  func look(at bounds: CoordinateBounds, flies: Bool = false) {
    let (size, left) = (map.size, coveredWidth)
    let margin = min(size.width - left, size.height) / 12
    let insets = EdgeInsets(top: margin, left: left + margin, bottom: margin, right: margin)
    guard bounds.isValid, let fitting = map.camera(for: bounds, insets: map.controlArea.placed(insets)), fitting.zoom <= 17 else {
      return map.look(at: bounds)
    }
    if flies { map.fly(to: fitting) } else { map.animate(to: fitting) }
  }

  /// Asks where to save a file that may be called `name`, with the dialog of the desktop. `body` is called with the path, with nil where
  /// there is no such dialog, and not at all when the person gives it up.
  func askForPath(name: String, _ body: @escaping @MainActor (String?) -> Void) {
    guard !isAskingForPath else { return }
    isAskingForPath = true
    FileChooser.save(title: localized("Save as"), name: name, address: busAddress) { outcome in
      Task { @MainActor [weak self] in
        self?.isAskingForPath = false
        switch outcome {
        case .chosen(let paths): body(paths.first)
        case .cancelled: break
        case .unavailable: body(nil)
        }
      }
    }
  }

  /// Takes back a line that begins so: something else on the window asks what is to be done about it.
  func takeBack(beginningWith text: String) {
    if !text.isEmpty, toast.text.hasPrefix(text) { toast.clear() }
  }

  /// Puts a text into the clipboard and says so.
  func copy(_ text: String) {
    map.host?.clipboardText = text
    let isShort = text.count <= 80 && !text.contains(where: \.isNewline)
    say(isShort ? localized("Copied {text}", ["text": text]) : localized("Copied"))
  }

  /// Shows a page of the web in the person's browser.
  func openLink(_ address: String) {
    let browser = Process()
    browser.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    browser.arguments = ["xdg-open", address]
    browser.standardOutput = FileHandle.nullDevice
    browser.standardError = FileHandle.nullDevice
    do {
      try browser.run()
    } catch {
      map.host?.clipboardText = address
      say(localized("No browser could be started; the address is in the clipboard"), isFault: true)
    }
  }

  /// What is said now; nil for nothing.
  var said: String? { toast.text.isEmpty ? nil : toast.text }

  // MARK: Search

  private func suggestions(for text: String) -> [SearchBox.Suggestion] {
    let isPalette = text.hasPrefix(">")
    let wanted = isPalette ? String(text.dropFirst()).trimmingCharacters(in: .whitespaces) : text
    let found = CommandMenu.found(wanted, in: commands, all: isPalette)
    let items = found.map { command in
      SearchBox.Suggestion(command.title(), detail: CommandMenu.detail(of: command)) { command.perform() }
    }
    return isPalette ? items : parts.flatMap { $0.suggestions(for: text) } + items
  }
}
