import ArgumentParser
import Foundation
import Overlook

/// The sheet of paper that a view is written on.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The paper: A0 to A6, letter, legal or tabloid, lying, or with -portrait behind it; or a size such as 297x210mm.",
      valueName: "paper"), transform: PaperArgument.parse)
  var size = PaperArgument(widthMillimeters: 297, heightMillimeters: 210)

  @Option(help: ArgumentHelp("Written above the map.", valueName: "text"))
  var title = ""

  @Option(
    help: ArgumentHelp("Metres of ground for a metre of paper, e.g. 25000, in place of --zoom.", valueName: "number"),
    transform: FiniteArgument.parse)
  var mapScale: FiniteArgument?

  @Option(help: "Pixels an inch, 36 to 1200, of PNG and of what can only be a picture.", transform: FiniteArgument.parse)
  var dpi = FiniteArgument(300)

  @Option(help: "White around everything, in millimetres.", transform: FiniteArgument.parse)
  var margin = FiniteArgument(10)

  @Flag(inversion: .prefixedNo, help: "Scale bar and scale below the map.")
  var scaleBar = true

  @Flag(inversion: .prefixedNo, help: "Credits below the map; most sources ask for them.")
  var credits = true

  @Flag(inversion: .prefixedNo, help: "The names of the files on the map, in a box.")
  var legend = false

  @Option(
    help: ArgumentHelp(
      "When the file says it was made, such as 2026-06-21T12:00:00Z, for files that are to be equal.", valueName: "time"))
  var madeAt: String?

  func validate() throws {
    guard (36...1200).contains(dpi.value) else { throw ValidationError("--dpi must lie in 36 to 1200") }
    if let mapScale, !(1...1e9).contains(mapScale.value) { throw ValidationError("--map-scale must lie in 1 to 1000000000") }
    let most = min(size.widthMillimeters, size.heightMillimeters) / 4
    guard (0...most).contains(margin.value) else {
      throw ValidationError("--margin must lie in 0 to \(PackText.number(most)), a quarter of the shorter side")
    }
    if let madeAt, TimeArgument.date(madeAt) == nil {
      throw ValidationError("--made-at: '\(OutsideText.cleaned(madeAt))' is no time such as 2026-06-21T12:00:00Z")
    }
  }

  /// Of what the view of the map shows.
  var page: MapPage {
    var page = MapPage(widthMillimeters: size.widthMillimeters, heightMillimeters: size.heightMillimeters)
    page.title = title
    page.extent = mapScale.map { .scale($0.value) } ?? .camera
    page.dotsPerInch = dpi.value
    page.marginMillimeters = margin.value
    (page.showsScale, page.showsCredits) = (scaleBar, credits)
    page.creationTime = TimeArgument.date(madeAt).flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }
    return page
  }
}
