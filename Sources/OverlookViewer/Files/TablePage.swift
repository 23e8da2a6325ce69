import Overlook
import OverlookFiles
import OverlookSupport

/// Asks how a table is to be read, where its first rows leave that open: at which sign it is cut, which columns are the place, and in
/// which reference system.
@MainActor final class TablePage: SidePage {
  let name = "table"
  var title: String { localized("How to read the table") }
  /// Called with the layout that a person chose.
  var onChoose: @MainActor (CSVLayout) -> Void = { _ in }

  private let input: FileInput
  private(set) var layout: CSVLayout
  private var choice: CSVPlace?
  private let reason = Paragraph()
  private let rows = Paragraph(isDim: true)
  private let system = TextField(at: .at(ScreenPoint(x: 0, y: 0)))
  private let systemLabel = Paragraph(isDim: true)
  private let delimiterLabel = Paragraph(isDim: true)
  private let placeLabel = Paragraph(isDim: true)
  private var delimiters: [Button] = []
  private var places: [Paragraph] = []
  private let comma: Toggle
  private let readButton = Button("", at: .at(ScreenPoint(x: 0, y: 0)))

  /// Signs that cells are parted by, as they are shown.
  private static let signs: [(sign: UInt8, name: String)] = [(0x2C, ","), (0x3B, ";"), (0x09, "⇥"), (0x7C, "|")]
  /// Pairs of columns that are offered.
  private static let offerLimit = 12

  init(_ input: FileInput, _ layout: CSVLayout) {
    (self.input, self.layout) = (input, layout)
    choice = layout.place ?? layout.candidates.first
    comma = Toggle(localized("Decimal comma"), isOn: layout.decimalPoint == 0x2C, at: .at(ScreenPoint(x: 0, y: 0)))
    comma.onChange = { [unowned self] isOn in self.layout.decimalPoint = isOn ? 0x2C : 0x2E }
    readButton.title = localized("Read the table")
    readButton.isProminent = true
    readButton.onClick = { [unowned self] in read() }
    delimiters = Self.signs.map { sign, name in
      let button = Button(name, at: .at(ScreenPoint(x: 0, y: 0))) { [unowned self] in cut(at: sign) }
      button.tooltip = localized("Cells are parted by {sign}", ["sign": name])
      return button
    }
    tell()
  }

  /// What is in doubt, in words.
  static func words(_ doubts: Set<CSVDoubt>) -> String {
    CSVDoubt.allCases.filter(doubts.contains).map { doubt in
      switch doubt {
      case .place: localized("No column is known to be a place.")
      case .severalPlaces: localized("Several columns may be the place.")
      case .swapped: localized("Latitude and longitude seem to be swapped: they are read the other way round.")
      case .projected: localized("The numbers are no degrees: name their reference system, such as EPSG:3067.")
      case .decimalPoint: localized("A comma in a number may part thousands or fractions.")
      case .delimiter: localized("It may be cut into cells in several ways.")
      }
    }.joined(separator: " ")
  }

  /// Whether the layout can be read as it is.
  var isReady: Bool { choice != nil && (!layout.doubts.contains(.projected) || !system.text.isEmpty) }

  func cut(at sign: UInt8) {
    guard let other = CSVReader.layout(of: input, delimiter: sign) else { return }
    layout = other
    choice = other.place ?? other.candidates.first
    comma.isOn = other.decimalPoint == 0x2C
    tell()
  }

  func choose(_ place: CSVPlace) {
    choice = place
    tell()
  }

  func read() {
    guard let choice, isReady else {
      // Without a system the numbers would lie nowhere.
      systemLabel.isFault = layout.doubts.contains(.projected)
      return
    }
    let crs = system.text.filter { !$0.isWhitespace }
    onChoose(layout.chosen(choice, crs: crs.isEmpty ? nil : crs))
  }

  private func tell() {
    reason.text = Self.words(layout.doubts)
    let sample = CSVReader.sample(of: input, delimiter: layout.delimiter, count: 4)
    rows.text = sample.map { OutsideText.shown($0.prefix(6).joined(separator: " · "), limit: 90) }.joined(separator: "\n")
    delimiterLabel.text = localized("Cells are parted by")
    placeLabel.text = localized("The place is in")
    systemLabel.text = localized("Reference system, where the numbers are no degrees")
    places = offers.map { place in
      let isChosen = place == choice
      return Paragraph("\(isChosen ? "● " : "○ ")\(text(of: place))") { [unowned self] in choose(place) }
    }
    for (button, sign) in zip(delimiters, Self.signs) { button.isProminent = sign.sign == layout.delimiter }
  }

  /// What is likely, and the same the other way round.
  var offers: [CSVPlace] {
    var offers: [CSVPlace] = []
    for place in layout.candidates + (choice.map { [$0] } ?? []) {
      offers.append(place)
      if case .coordinates(let latitude, let longitude) = place {
        offers.append(.coordinates(latitude: longitude, longitude: latitude))
      }
    }
    return Array(offers.uniqued().prefix(Self.offerLimit))
  }

  private func text(of place: CSVPlace) -> String {
    func name(_ column: Int) -> String {
      layout.names.indices.contains(column) ? OutsideText.shown(layout.names[column], limit: 30) : "\(column + 1)"
    }
    return switch place {
    case .coordinates(let latitude, let longitude):
      localized("latitude {latitude}, longitude {longitude}", ["latitude": name(latitude), "longitude": name(longitude)])
    case .wellKnownText(let column): localized("geometries {column}", ["column": name(column)])
    case .geohash(let column): localized("geohashes {column}", ["column": name(column)])
    case .pair(let column): localized("latitude and longitude {column}", ["column": name(column)])
    }
  }

  var content: [any PlacedControl] {
    [reason, rows, delimiterLabel] + delimiters + [comma, placeLabel] + places + [systemLabel, system, readButton]
  }

  func lay(in layout: PageLayout) {
    layout.row(reason)
    layout.row(rows)
    layout.row(delimiterLabel, gap: 4)
    layout.row(delimiters)
    layout.row(comma)
    layout.row(placeLabel, gap: 4)
    for place in places { layout.row(place, gap: 4) }
    layout.space(6)
    layout.row(systemLabel, gap: 4)
    layout.row(system)
    layout.row(readButton)
  }
}
