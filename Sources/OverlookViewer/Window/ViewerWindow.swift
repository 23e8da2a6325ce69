import Foundation
package import Overlook
import OverlookCamera
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
  let toast = Toast()
  /// The one that was opened last.
  var menu: Menu?
  /// Whether the dialog for a path is open.
  var isAskingForPath = false
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
      guard let self else { return }
      map.coveredWidth = sheetEdge
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

  // MARK: What is said, and where there is room

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

  /// The camera that has a place in the middle of what the sheet leaves of the view.
  func camera(on place: LocationCoordinate, zoom: Double, bearing: Double) -> CameraPosition {
    var camera = map.camera
    (camera.target, camera.zoom, camera.bearing) = (place, zoom, bearing)
    guard coveredWidth > 0 else { return camera }
    let view = ViewTransform(camera: camera, size: map.size, padding: map.padding)
    let (wanted, seen) = (WorldPoint(place), view.worldPointClamped(at: freeRect.middle))
    camera.target = WorldPoint(x: 2 * wanted.x - seen.x, y: 2 * wanted.y - seen.y).coordinate.normalized
    return camera
  }

  /// Takes back a line that begins so: something else on the window asks what is to be done about it.
  func takeBack(beginningWith text: String) {
    if !text.isEmpty, toast.text.hasPrefix(text) { toast.clear() }
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
