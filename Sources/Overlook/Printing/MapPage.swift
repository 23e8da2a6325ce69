package import OverlookGeometry
public import OverlookSupport
import OverlookVector

/// A sheet of paper with a map: how large it is, what of the map it shows, and what stands beside it.
public struct MapPage: Hashable, Sendable {
  /// What of the map a page shows, around the middle of the map's view.
  public enum Extent: Hashable, Sendable {
    /// All of what the view shows, as large as it fits.
    case view
    /// As much as fits at the zoom of the camera: letters and lines are as large as on a screen of 96 points an inch.
    case camera
    /// As much as fits when so many metres of ground are one metre of paper; more than 0.
    case scale(Double)
  }

  /// Of the paper, in millimetres; 20 ... 5000. Default 297, A4 lying.
  public var widthMillimeters: Double
  /// Of the paper, in millimetres; 20 ... 5000. Default 210.
  public var heightMillimeters: Double
  /// White around everything, in millimetres; 0 ... a quarter of the shorter side. Default 10.
  public var marginMillimeters = 10.0
  /// Above the map. Default empty: none.
  public var title = ""
  /// What is shown. Default: the view.
  public var extent = Extent.view
  /// Whether a scale bar and the scale stand below the map. Default true.
  public var showsScale = true
  /// Whether the credits of what is shown stand below the map. Default true: most sources ask for it.
  public var showsCredits = true
  /// Whether an arrow says where north is when it is not up. Default true.
  public var showsNorth = true
  /// Names of what lies on the map with their colours, in a box on the map. Default none.
  public var legend: [LegendEntry] = []
  /// Pixels an inch of what can only be a picture, and of PNG; 36 ... 1200. Default 300.
  public var dotsPerInch = 300.0
  /// Seconds since 1970 that the file says it was made. Nil, the default: now.
  public var creationTime: Int?

  /// A line of the legend.
  public struct LegendEntry: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// What it looks like.
    public var color: Color

    /// A name and its colour.
    public init(name: String, color: Color) {
      self.name = name
      self.color = color
    }
  }

  /// A page of a size in millimetres; A4 lying by default.
  public init(widthMillimeters: Double = 297, heightMillimeters: Double = 210) {
    self.widthMillimeters = widthMillimeters
    self.heightMillimeters = heightMillimeters
  }

  /// Points of 1/72 inch.
  static let pointsPerMillimeter = 72 / 25.4

  /// A screen has 96 points an inch, paper 72.
  static let screenPointsPerPoint = 96.0 / 72

  /// What stands around the map.
  var sheet: PageSheet {
    var sheet = PageSheet(
      width: widthMillimeters * Self.pointsPerMillimeter, height: heightMillimeters * Self.pointsPerMillimeter)
    sheet.margin = marginMillimeters * Self.pointsPerMillimeter
    sheet.title = OutsideText.cleaned(title, limit: 300)
    (sheet.showsScale, sheet.showsCredits, sheet.showsNorth) = (showsScale, showsCredits, showsNorth)
    sheet.legend = legend.map {
      PageSheet.LegendEntry(name: OutsideText.cleaned($0.name, limit: 120), color: PageColor($0.color))
    }
    return sheet
  }

  /// Of the part of the page that the map takes, in points of a screen; of a point where there is no room for one.
  package var viewSize: ScreenSize {
    guard let frame = sheet.mapFrame else { return ScreenSize(width: 1, height: 1) }
    return ScreenSize(width: frame.width * Self.screenPointsPerPoint, height: frame.height * Self.screenPointsPerPoint)
  }

  /// Throws for values that cannot be written.
  func check() throws(PageProblem) {
    for side in [widthMillimeters, heightMillimeters] where !(side >= 20 && side <= 5000) {
      throw .unusable(
        "a page of \(Self.text(widthMillimeters)) × \(Self.text(heightMillimeters)) mm; sides must lie in 20 to 5000")
    }
    guard marginMillimeters >= 0, marginMillimeters <= min(widthMillimeters, heightMillimeters) / 4 else {
      throw .unusable("a margin of \(Self.text(marginMillimeters)) mm; it must lie in 0 to a quarter of the shorter side")
    }
    guard dotsPerInch >= 36, dotsPerInch <= 1200 else {
      throw .unusable("\(Self.text(dotsPerInch)) pixels an inch; they must lie in 36 to 1200")
    }
    if case .scale(let scale) = extent, !(scale >= 1 && scale <= 1e9) {
      throw .unusable("a scale of 1 : \(Self.text(scale)); it must lie in 1 to 1,000,000,000")
    }
  }

  private static func text(_ number: Double) -> String {
    number.isFinite && abs(number) < 1e9 ? "\((number * 100).rounded() / 100)" : "\(number)"
  }
}

/// What pages are written as.
public enum PageFormat: String, Hashable, Sendable, CaseIterable {
  /// Paths and letters that can be selected, with their fonts. Needs libcairo.
  case pdf
  /// Paths and letters as text.
  case svg
  /// A picture. Needs libcairo.
  case png

  /// By the ending of a name; nil for another one.
  public init?(path: String) {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }
}

/// Why a page was not written, each in one line.
public enum PageProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A value that cannot be written, or a name of no known format; says which.
  case unusable(String)
  /// The machine has no libcairo, which PDF and PNG need.
  case noCairo
  /// What the map shows did not come in time; says what is missing.
  case incomplete(String)
  /// The system does not take the file: a full disk, no permission. What was there before is as it was.
  case file(String)
  /// The drawing library failed.
  case drawing(String)
  /// Its task was cancelled; what was there before is as it was.
  case cancelled

  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .unusable(let text): "cannot be written: \(text)"
    case .noCairo: "PDF and PNG pages need libcairo, which is not installed; try: apt install libcairo2, or write .svg"
    case .incomplete(let text): text
    case .file(let text): text
    case .drawing(let text): "the page cannot be drawn: \(text)"
    case .cancelled: "cancelled"
    }
  }
}
