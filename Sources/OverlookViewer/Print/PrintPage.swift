import Foundation
import Observation
import Overlook
import OverlookCanvas
import OverlookSupport

/// The page of the side sheet on which a view is saved or printed.
@MainActor @Observable final class PrintPage: SidePage {
  @ObservationIgnored weak var window: ViewerWindow?
  var choices = PrintChoices() {
    didSet { if choices != oldValue { write(oldValue.format) } }
  }

  let name = "print"
  var title: String { localized("Save or print the view") }

  private static let nowhere = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  @ObservationIgnored private let heading = TextField(prompt: "", at: nowhere)
  @ObservationIgnored private let headingLabel = Paragraph(isDim: true)
  @ObservationIgnored private let paperLabel = Paragraph(isDim: true)
  @ObservationIgnored private let paper = Button("", at: nowhere)
  @ObservationIgnored private let orientation = Button("", at: nowhere)
  @ObservationIgnored private let scaleLabel = Paragraph(isDim: true)
  @ObservationIgnored private let scale = Button("", at: nowhere)
  @ObservationIgnored private let formatLabel = Paragraph(isDim: true)
  @ObservationIgnored private let format = Button("", at: nowhere)
  @ObservationIgnored private let pathLabel = Paragraph(isDim: true)
  @ObservationIgnored private let path = TextField(limit: 256, at: nowhere)
  @ObservationIgnored private let choosePath = Button("", at: nowhere)
  @ObservationIgnored private let showsScale = Toggle("", at: nowhere)
  @ObservationIgnored private let showsCredits = Toggle("", at: nowhere)
  @ObservationIgnored private let showsLegend = Toggle("", at: nowhere)
  @ObservationIgnored private let save = Button("", at: nowhere)
  @ObservationIgnored private let print = Button("", at: nowhere)
  @ObservationIgnored private let cancel = Button("", at: nowhere)
  private let status = Paragraph(isDim: true)
  /// The page that is being written.
  private var work: Task<Void, Never>?

  init() {
    save.isProminent = true
    paper.onClick = { [unowned self] in choosePaper() }
    orientation.onClick = { [unowned self] in choices.isPortrait.toggle() }
    scale.onClick = { [unowned self] in chooseScale() }
    format.onClick = { [unowned self] in chooseFormat() }
    showsScale.onChange = { [unowned self] in choices.showsScale = $0 }
    showsCredits.onChange = { [unowned self] in choices.showsCredits = $0 }
    showsLegend.onChange = { [unowned self] in choices.showsLegend = $0 }
    choosePath.onClick = { [unowned self] in askForPath() }
    path.onSubmit = { [unowned self] _ in start(isPrinted: false) }
    save.onClick = { [unowned self] in start(isPrinted: false) }
    print.onClick = { [unowned self] in start(isPrinted: true) }
    cancel.onClick = { [unowned self] in work?.cancel() }
  }

  // MARK: The page

  func didAppear() {
    if path.text.isEmpty { path.text = Self.suggestedPath(choices.format) }
    write(choices.format)
  }

  /// Puts everything into words.
  private func write(_ oldFormat: PageFormat) {
    headingLabel.text = localized("Title above the map")
    heading.prompt = localized("No title")
    paperLabel.text = localized("Paper")
    paper.title = choices.paper.title
    orientation.title = choices.isPortrait ? localized("Portrait") : localized("Landscape")
    scaleLabel.text = localized("Scale")
    scale.title = Self.text(ofScale: choices.scale)
    formatLabel.text = localized("Format")
    format.title = Self.text(of: choices.format)
    pathLabel.text = localized("File")
    choosePath.title = localized("Choose a place…")
    showsScale.title = localized("Scale bar")
    showsCredits.title = localized("Credits")
    showsLegend.title = localized("Names of the open files")
    (showsScale.isOn, showsCredits.isOn, showsLegend.isOn) = (choices.showsScale, choices.showsCredits, choices.showsLegend)
    save.title = localized("Save")
    print.title = localized("Print")
    cancel.title = localized("Cancel")
    guard oldFormat != choices.format, PageFormat(path: path.text) == oldFormat else { return }
    path.text = String(path.text.dropLast(oldFormat.rawValue.count)) + choices.format.rawValue
  }

  private static func text(ofScale scale: Int?) -> String {
    guard let scale else { return localized("As seen") }
    var digits = String(scale)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return "1 : " + ([digits] + groups).joined(separator: "\u{2009}")
  }

  private static func text(of format: PageFormat) -> String {
    switch format {
    case .pdf: localized("PDF, drawn in lines")
    case .svg: localized("SVG, drawn in lines")
    case .png: localized("PNG, a picture")
    }
  }

  private static func suggestedPath(_ format: PageFormat) -> String {
    "\(PersonalFolder.documents)/\(localized("map")).\(format.rawValue)"
  }

  var content: [any PlacedControl] {
    let isWorking = work != nil
    let choosing: [any PlacedControl] = [
      headingLabel, heading, paperLabel, paper, orientation, scaleLabel, scale, showsScale, showsCredits, showsLegend,
      formatLabel,
      format, pathLabel, path, choosePath,
    ]
    return choosing + (isWorking ? [cancel] : Printer.isThere ? [save, print] : [save]) + [status]
  }

  func lay(in layout: PageLayout) {
    layout.row(headingLabel, gap: 2)
    layout.row(heading)
    layout.row(paperLabel, gap: 2)
    layout.row([paper, orientation])
    layout.row(scaleLabel, gap: 2)
    layout.row(scale)
    layout.row(showsScale, gap: 2)
    layout.row(showsCredits, gap: 2)
    layout.row(showsLegend)
    layout.row(formatLabel, gap: 2)
    layout.row(format)
    layout.row(pathLabel, gap: 2)
    layout.row(path)
    layout.row(choosePath)
    layout.space(4)
    if work != nil { layout.row(cancel) } else if Printer.isThere { layout.row([save, print]) } else { layout.row(save) }
    layout.row(status)
  }

  // MARK: Choosing

  private func open(_ items: [Menu.Item], below button: Button) {
    guard let window, let rect = button.frame(in: window.map.controlArea) else { return }
    window.openMenu(items, at: ScreenPoint(x: rect.origin.x, y: rect.maxY + 2))
  }

  private func choosePaper() {
    open(
      PaperSize.allCases.map { paper in
        let (long, short) = paper.millimeters
        let hint = localized("{width} × {height} mm", ["width": "\(Int(long.rounded()))", "height": "\(Int(short.rounded()))"])
        return Menu.Item(paper.title, hint: hint, isChecked: choices.paper == paper) { [weak self] in
          self?.choices.paper = paper
        }
      }, below: paper)
  }

  private func chooseScale() {
    open(
      ([nil] + PrintChoices.scales.map(Optional.some)).map { scale in
        Menu.Item(Self.text(ofScale: scale), isChecked: choices.scale == scale) { [weak self] in self?.choices.scale = scale }
      }, below: scale)
  }

  private func chooseFormat() {
    open(
      PageFormat.allCases.map { format in
        Menu.Item(Self.text(of: format), isChecked: choices.format == format) { [weak self] in self?.choices.format = format }
      }, below: format)
  }

  // MARK: Writing

  private func askForPath() {
    window?.askForPath(name: (path.text as NSString).lastPathComponent) { [weak self] chosen in
      guard let self else { return }
      if let chosen { path.text = chosen } else { window?.map.focusedControl = path }
    }
  }

  private func say(_ text: String, isFault: Bool = false) {
    (status.text, status.isFault, status.isDim) = (text, isFault, !isFault)
  }

  /// Writes the page; `isPrinted`: as PDF into a file of its own, which goes to the printer.
  private func start(isPrinted: Bool) {
    guard work == nil, let window else { return }
    let target: String
    if isPrinted {
      target = Printer.temporaryPath()
    } else {
      guard let written = Self.expanded(path.text, choices.format) else {
        return say(localized("Say where to save the page"), isFault: true)
      }
      target = written
    }
    let legend = window.map.fileLayers.filter(\.isVisible).map {
      MapPage.LegendEntry(name: $0.name, color: $0.legendColor)
    }
    let page = choices.page(title: heading.text, legend: legend)
    say(localized("Loading what the page shows…"))
    work = Task { [weak self] in
      await self?.write(page, to: target, isPrinted: isPrinted)
      self?.work = nil
    }
  }

  /// The path that was written, from the home folder where it begins with ~, with an ending; nil for none.
  static func expanded(_ text: String, _ format: PageFormat) -> String? {
    var path = PersonalFolder.path(text)
    guard !path.isEmpty, !path.hasSuffix("/") else { return nil }
    if !path.hasPrefix("/") { path = "\(PersonalFolder.home)/\(path)" }
    return PageFormat(path: path) == nil ? "\(path).\(format.rawValue)" : path
  }

  private func write(_ page: MapPage, to target: String, isPrinted: Bool) async {
    guard let window else { return }
    do throws(PageProblem) {
      let messages = try await window.map.writePage(page, to: target) { [weak self] share in
        guard self?.work != nil else { return }
        self?.say(localized("Drawing the page: {percent} %", ["percent": "\(Int((share * 100).rounded()))"]))
      }
      if isPrinted {
        let fault = await Printer.send(target)
        say(fault ?? localized("The page was given to the printer"), isFault: fault != nil)
      } else {
        let lacks = messages.prefix(4).map { "\n" + $0 }.joined()
        say(localized("Saved as {file}", ["file": OutsideText.shown(target)]) + lacks)
      }
    } catch {
      let text = error == .cancelled ? localized("Cancelled; nothing was saved") : OutsideText.cleaned("\(error)", limit: 600)
      say(text, isFault: error != .cancelled)
    }
  }
}
