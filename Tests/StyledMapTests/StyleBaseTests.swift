import OverlookStyledMap
import Testing

@Suite struct StyleBaseTests {
  private let file = StyleBase(place: .folder("/maps/city")) { $0 == "world.pmtiles" ? "/share/world.pmtiles" : nil }
  private let web = StyleBase(place: .web("https://example.org/styles/day.json?key=1"))

  @Test(arguments: [
    ("tiles/{z}/{x}/{y}.mvt", StyleAddress.file(path: "/maps/city/tiles/{z}/{x}/{y}.mvt")),
    ("/data/a.json", .file(path: "/data/a.json")),
    ("file:///data/a%20b.json", .file(path: "/data/a b.json")), ("a%20b.json", .file(path: "/maps/city/a b.json")),
    ("https://example.org/{z}/{x}/{y}.pbf", .web("https://example.org/{z}/{x}/{y}.pbf")),
    ("pmtiles://city.pmtiles", .archive("pmtiles:/maps/city/city.pmtiles")),
    ("pmtiles://https://example.org/a.pmtiles", .archive("pmtiles:https://example.org/a.pmtiles")),
    ("mbtiles:///data/a.mbtiles", .archive("mbtiles:/data/a.mbtiles")),
    ("pmtiles://asset://world.pmtiles", .archive("pmtiles:/share/world.pmtiles")),
    ("asset://world.pmtiles", .file(path: "/share/world.pmtiles")),
    ("data:,a", .data("data:,a")),
  ])
  func referencesOfAFileAreOfItsFolder(reference: String, address: StyleAddress) {
    #expect(file.address(reference) == address)
  }

  @Test(arguments: ["gopher://example.org/a", "asset://other", "", "javascript://x"])
  func whatIsNoKnownAddressIsNone(reference: String) {
    #expect(file.address(reference) == nil)
  }

  @Test func referencesOfAWebStyleAreOfItsAddress() {
    #expect(web.address("sprites/a") == .web("https://example.org/styles/sprites/a"))
    #expect(web.address("/tiles/{z}/{x}/{y}.pbf") == .web("https://example.org/tiles/{z}/{x}/{y}.pbf"))
  }

  @Test(arguments: ["file:///etc/passwd", "local://tiles/a", "pmtiles://file:///data/a.pmtiles"])
  func aWebStyleDoesNotReadFilesOfThisMachine(reference: String) {
    #expect(web.address(reference) == nil)
  }
}
