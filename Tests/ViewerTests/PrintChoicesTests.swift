import Foundation
import Overlook
import Testing

@testable import OverlookViewer

@Suite @MainActor struct PrintChoicesTests {
  @Test func choicesComeBack() throws {
    var choices = PrintChoices()
    (choices.paper, choices.isPortrait, choices.format, choices.scale) = (.a3, true, .svg, 25_000)
    (choices.showsScale, choices.showsCredits, choices.showsLegend) = (false, true, false)
    let back = try JSONDecoder().decode(PrintChoices.self, from: try JSONEncoder().encode(choices))
    #expect(back == choices)
  }

  @Test(arguments: ["{}", #"{"paper": "z9", "scale": -5, "format": 7}"#, #"{"scale": 1e30, "isPortrait": "yes"}"#])
  func whatMakesNoSenseIsAsAtFirst(_ json: String) throws {
    #expect(try JSONDecoder().decode(PrintChoices.self, from: Data(json.utf8)) == PrintChoices())
  }

  @Test func portraitPaperIsHigherThanWide() {
    var choices = PrintChoices()
    let lying = choices.page(title: "T", legend: [])
    choices.isPortrait = true
    choices.scale = 5000
    let standing = choices.page(title: "T", legend: [MapPage.LegendEntry(name: "a", color: .red)])
    #expect(lying.widthMillimeters == 297 && lying.heightMillimeters == 210 && lying.extent == .view && lying.title == "T")
    #expect(standing.widthMillimeters == 210 && standing.extent == .scale(5000) && standing.legend.count == 1)
  }

  @Test func pathsGetAFolderAndAnEnding() {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
    #expect(PrintPage.expanded("~/a", .pdf) == "\(home)/a.pdf")
    #expect(PrintPage.expanded(" b.SVG ", .pdf) == "\(home)/b.SVG")
    #expect(PrintPage.expanded("/tmp/c.docx", .png) == "/tmp/c.docx.png")
    #expect(PrintPage.expanded("  ", .pdf) == nil && PrintPage.expanded("/tmp/", .pdf) == nil)
  }
}
