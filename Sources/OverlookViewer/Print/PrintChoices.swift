import Overlook
import OverlookSupport

/// What a person chose for the pages that are written; kept with the session.
struct PrintChoices: Codable, Equatable {
  var paper = PaperSize.a4
  var isPortrait = false
  var format = PageFormat.pdf
  /// Metres of ground for a metre of paper; nil: as seen.
  var scale: Int?
  var showsScale = true
  var showsCredits = true
  var showsLegend = true

  /// Scales that maps of paper have.
  static let scales = [1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000]

  private enum CodingKeys: String, CodingKey {
    case paper, isPortrait, format, scale, showsScale, showsCredits, showsLegend
  }

  init() {}

  /// What is missing or makes no sense is as it is at first.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    paper = (try? values.decode(PaperSize.self, forKey: .paper)) ?? paper
    isPortrait = (try? values.decode(Bool.self, forKey: .isPortrait)) ?? isPortrait
    format = (try? values.decode(String.self, forKey: .format)).flatMap(PageFormat.init(rawValue:)) ?? format
    scale = (try? values.decode(Int.self, forKey: .scale)).flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
    showsScale = (try? values.decode(Bool.self, forKey: .showsScale)) ?? showsScale
    showsCredits = (try? values.decode(Bool.self, forKey: .showsCredits)) ?? showsCredits
    showsLegend = (try? values.decode(Bool.self, forKey: .showsLegend)) ?? showsLegend
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(paper, forKey: .paper)
    try values.encode(isPortrait, forKey: .isPortrait)
    try values.encode(format.rawValue, forKey: .format)
    try values.encodeIfPresent(scale, forKey: .scale)
    try values.encode(showsScale, forKey: .showsScale)
    try values.encode(showsCredits, forKey: .showsCredits)
    try values.encode(showsLegend, forKey: .showsLegend)
  }

  /// The page of these choices.
  func page(title: String, legend: [MapPage.LegendEntry]) -> MapPage {
    let (long, short) = paper.millimeters
    var page = MapPage(widthMillimeters: isPortrait ? short : long, heightMillimeters: isPortrait ? long : short)
    page.title = title
    page.extent = scale.map { .scale(Double($0)) } ?? .view
    (page.showsScale, page.showsCredits) = (showsScale, showsCredits)
    page.legend = showsLegend ? legend : []
    return page
  }
}

extension PaperSize {
  /// In the language of the interface.
  @MainActor var title: String {
    switch self {
    case .letter: localized("Letter")
    case .legal: localized("Legal")
    case .tabloid: localized("Tabloid")
    case .a0, .a1, .a2, .a3, .a4, .a5, .a6: rawValue.uppercased()
    }
  }
}
