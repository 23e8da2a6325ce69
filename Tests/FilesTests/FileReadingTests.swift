import OverlookFiles
import OverlookFormats
import OverlookSupport
import Synchronization
import Testing

@Suite struct FileReadingTests {
  @Test func tellsHowFarItIs() throws {
    let reading = FileReading()
    #expect(reading.fraction == nil && reading.byteCount == 0)
    reading.begin(400)
    try reading.advance(100, thing: "contents")
    #expect(reading.fraction == 0.25 && reading.byteCount == 100)
    // A file that grew is no more than whole.
    try reading.advance(900, thing: "contents")
    #expect(reading.fraction == 1)
    reading.begin(nil)
    #expect(reading.fraction == nil && reading.byteCount == 0)
  }

  @Test func endsWhereNobodyWantsIt() {
    let reading = FileReading()
    let told = Atomic<Int>(0)
    reading.onCancel { told.wrappingAdd(1, ordering: .relaxed) }
    reading.cancel()
    #expect(reading.isCancelled && told.load(ordering: .relaxed) == 1)
    #expect(throws: FormatError.self) { try reading.advance(1, thing: "contents") }
    for name in ["a.csv", "a.kml", "a.geojson"] {
      let input = FileInput(name: name, bytes: Array("lat,lon\n1,2\n".utf8))
      #expect(throws: FormatError.self) { try FileFormats.read(input, reading: reading) }
    }
  }

  @Test func budgetsAreKept() throws {
    func fault(_ text: String, _ name: String, _ change: (inout FileLimits) -> Void) -> String {
      var input = FileInput(name: name, bytes: Array(text.utf8))
      change(&input.limits)
      do {
        _ = try FileFormats.read(input)
        return ""
      } catch { return "\(error)" }
    }
    let table = "lat,lon,name\n1,2,Helsinki\n3,4,Tampere\n5,6,Turku\n"
    #expect(fault(table, "a.csv") { $0.featureCount = 2 }.contains("more than 2 features"))
    #expect(fault(table, "a.csv") { $0.positionCount = 2 }.contains("more than 2 positions"))
    #expect(fault(table, "a.csv") { $0.textByteCount = 9 }.contains("of text in properties"))
    #expect(fault(table, "a.csv") { $0.featureCount = 3 } == "")
  }

  /// More names than a document has columns are left out, once said, and the features stay.
  @Test func namesOfPropertiesWithoutEndAreLeftOut() throws {
    let names = (0...FeatureProperties.columnLimit).map { "\"p\($0)\":1" }.joined(separator: ",")
    let json = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"# + names + "}}"
    let data = (0...FeatureProperties.columnLimit).map { "<Data name='p\($0)'><value>1</value></Data>" }.joined()
    let kml =
      "<kml><Placemark><Point><coordinates>1,2</coordinates></Point><ExtendedData>\(data)</ExtendedData></Placemark></kml>"
    for (name, text) in [("a.geojson", json), ("a.kml", kml)] {
      let document = try FileFormats.read(FileInput(name: name, bytes: Array(text.utf8)))
      #expect(document.featureCount == 1 && document.properties.columns.count == FeatureProperties.columnLimit)
      #expect(document.faults.first.contains { $0.fault.contains("names of properties") })
    }
  }
}
