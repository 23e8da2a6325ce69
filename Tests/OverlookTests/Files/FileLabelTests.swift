import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@testable import Overlook

/// Names beside the points of a file.
@MainActor @Suite struct FileLabelTests {
  private func document(_ style: String) throws -> FileDocument {
    let text = """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Style id="s">\(style)</Style><Placemark><name>Dot</name>
      <styleUrl>#s</styleUrl><Point><coordinates>24.94,60.17</coordinates></Point></Placemark></Document></kml>
      """
    var document = try FileFormats.read(FileInput(name: "a.kml", bytes: Array(text.utf8)))
    document.pictures = ["dot.png": try Self.picture(), "bad.png": [0]]
    return document
  }

  /// Twice as wide as high.
  private static func picture() throws -> [UInt8] {
    let image = try #require(Image(width: 32, height: 16, premultipliedRGBA: [UInt8](repeating: 255, count: 4 * 32 * 16)))
    return Array(try PNGEncoder.encode(image))
  }

  private func label(_ document: FileDocument, isDark: Bool = false) throws -> (label: OverlayLabel, place: ScreenPoint) {
    let map = MapView(camera: CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 10), showsBaseMap: false)
    map.resize(to: ScreenSize(width: 400, height: 300), framebuffer: PixelSize(width: 400, height: 300))
    map.interfaceTheme = isDark ? .dark : .light
    let labels = FileLabels()
    labels.set(document, property: "name", above: FileOverlays(document), map)
    labels.set(map)
    labels.update(with: map.projection)
    let place = map.projection.point(for: LocationCoordinate(latitude: 60.17, longitude: 24.94))
    return (try #require(labels.labels.first), place)
  }

  /// A picture lies around its place as large as it is drawn, and a pin stands on it.
  @Test(arguments: [
    ("", 4.0), ("<IconStyle><Icon><href>dot.png</href></Icon></IconStyle>", 12),
    ("<IconStyle><scale>2</scale><Icon><href>dot.png</href></Icon></IconStyle>", 20),
    ("<IconStyle><heading>90</heading><Icon><href>dot.png</href></Icon></IconStyle>", 20),
    ("<IconStyle><Icon><href>none.png</href></Icon></IconStyle>", 4),
    ("<IconStyle><Icon><href>bad.png</href></Icon></IconStyle>", 4),
  ]) func aNameStandsBelowWhatMarksItsPlace(style: String, distance: Double) throws {
    let found = try label(document(style))
    #expect(found.label.text == "Dot" && abs(found.label.position.y - found.place.y - distance) < 0.01)
  }

  @Test func onePictureIsShownAtTheSizeOfEachStyle() throws {
    func mark(_ scale: Int) -> String {
      """
      <Placemark><Style><IconStyle><scale>\(scale)</scale><Icon><href>dot.png</href></Icon></IconStyle></Style>
      <Point><coordinates>24,60</coordinates></Point></Placemark>
      """
    }
    let text = "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\(mark(1))\(mark(3))</Document></kml>"
    var document = try FileFormats.read(FileInput(name: "a.kml", bytes: Array(text.utf8)))
    document.pictures = ["dot.png": try Self.picture()]
    let overlays = FileOverlays(document)
    #expect(abs(overlays.pointsBelow(0) - 8) < 0.01 && abs(overlays.pointsBelow(1) - 24) < 0.01)
  }

  /// Of very many points no one is a marker: a name stands below the dot.
  @Test func aNameStandsBelowADotOfALayer() throws {
    let rows = (0..<600).map { "\($0),60.\($0 + 100),24" }.joined(separator: "\n")
    let document = try FileFormats.read(FileInput(name: "a.csv", bytes: Array("name,lat,lon\n\(rows)\n".utf8)))
    #expect(FileOverlays(document).pointsBelow(3) == 5)
  }

  @Test func namesAreLightOnDarkMaps() throws {
    let (day, night) = (try label(document("")).label, try label(document(""), isDark: true).label)
    #expect(day.color == .black && day.halo?.color == .white)
    #expect(night.color == .white && night.halo.map { $0.color.red < 0.2 } == true)
  }
}
