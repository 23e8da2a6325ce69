import Foundation
import Overlook
import OverlookFiles
import OverlookSupport

/// Tables whose layout is in doubt: asks a person once for each, and keeps what was chosen with the session.
@MainActor final class TablesPart: ViewerPart {
  private weak var window: ViewerWindow?
  private let watch = OpenedFilesWatch()
  private var asked: Set<ObjectIdentifier> = []
  private var page: TablePage?
  private weak var askedLayer: FileLayer?
  /// By the path of the file.
  private var choices: [String: CSVLayout] = [:]

  /// More choices are not kept; the oldest go by their paths.
  private static let choiceLimit = 200

  func didAttach(to window: ViewerWindow) {
    self.window = window
    watch.isOn = true
    watch.onChange = { [unowned self] in look() }
    window.map.add(watch)
  }

  var pages: [any SidePage] { page.map { [$0] } ?? [] }

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "table.read", section: .file, title: { localized("Read a table in another way") },
        isEnabled: { [weak self] in self?.tables.isEmpty == false },
        perform: { [weak self] in
          guard let self, let layer = tables.last else { return }
          read(layer) { [weak self] in self?.ask(layer, $0, $1) }
        })
    ]
  }

  private var tables: [FileLayer] {
    window?.map.fileLayers.filter { ["csv", "tsv", "tab", "txt"].contains(($0.path as NSString).pathExtension.lowercased()) }
      ?? []
  }

  /// Looks at tables that are new on the map.
  private func look() {
    takeBackFault()
    for layer in tables where asked.insert(ObjectIdentifier(layer)).inserted {
      read(layer) { [weak self] input, layout in
        if let choice = self?.choices[layer.path], choice.fits(layout) {
          layer.tableLayout = choice
        } else if layout.isUnsure {
          self?.ask(layer, input, layout)
        }
      }
    }
  }

  /// Looks into a table; the disk may take its time.
  private func read(_ layer: FileLayer, _ body: @escaping @MainActor (FileInput, CSVLayout) -> Void) {
    let path = layer.path
    Task { [weak self] in
      let found = await Task.detached(priority: .userInitiated) { () -> (FileInput, CSVLayout)? in
        guard let input = try? FileInput(path: path), let layout = CSVReader.layout(of: input) else { return nil }
        return (input, layout)
      }.value
      guard let (input, layout) = found, let self, tables.contains(where: { $0 === layer }) else { return }
      body(input, layout)
    }
  }

  private func ask(_ layer: FileLayer, _ input: FileInput, _ layout: CSVLayout) {
    guard let window else { return }
    let page = TablePage(input, layer.tableLayout ?? layout)
    page.onChoose = { [weak self, weak layer] chosen in
      guard let self, let layer else { return }
      if choices.count >= Self.choiceLimit, let oldest = choices.keys.min() { choices[oldest] = nil }
      choices[layer.path] = chosen
      layer.tableLayout = chosen
      self.window?.closeSheet()
    }
    self.page = page
    askedLayer = layer
    window.show(page)
    takeBackFault()
  }

  /// That the table cannot be read is no news beside the page that asks how.
  private func takeBackFault() {
    if let window, let page, window.sheet.page === page, let problem = askedLayer?.problem {
      window.takeBack(beginningWith: problem)
    }
  }

  // MARK: Session

  var session: String? {
    guard !choices.isEmpty, let data = try? JSONEncoder().encode(choices) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  func restore(_ json: String) {
    choices = (try? JSONDecoder().decode([String: CSVLayout].self, from: Data(json.utf8))) ?? [:]
  }
}
