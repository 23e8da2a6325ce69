import OverlookFiles
import OverlookFormats
import OverlookGeometry
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
    document.pictures = ["dot.png": [0]]
    return document
  }

  private func label(_ document: FileDocument, isDark: Bool = false) throws -> (label: OverlayLabel, place: ScreenPoint) {
    let map = MapView(camera: CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 10), showsBaseMap: false)
    map.resize(to: ScreenSize(width: 400, height: 300), framebuffer: PixelSize(width: 400, height: 300))
    map.interfaceTheme = isDark ? .dark : .light
    let labels = FileLabels()
    labels.set(document, property: "name", map)
    labels.set(map)
    labels.update(with: map.projection)
    let place = map.projection.point(for: LocationCoordinate(latitude: 60.17, longitude: 24.94))
    return (try #require(labels.labels.first), place)
  }

  /// A picture lies around its place, and a pin stands on it.
  @Test(arguments: [
    ("", 4.0), ("<IconStyle><Icon><href>dot.png</href></Icon></IconStyle>", 20),
    ("<IconStyle><scale>2</scale><Icon><href>dot.png</href></Icon></IconStyle>", 36),
    ("<IconStyle><Icon><href>none.png</href></Icon></IconStyle>", 4),
  ]) func aNameStandsBelowWhatMarksItsPlace(style: String, distance: Double) throws {
    let found = try label(document(style))
    #expect(found.label.text == "Dot" && abs(found.label.position.y - found.place.y - distance) < 0.01)
  }

  @Test func namesAreLightOnDarkMaps() throws {
    let (day, night) = (try label(document("")).label, try label(document(""), isDark: true).label)
    #expect(day.color == .black && day.halo?.color == .white)
    #expect(night.color == .white && night.halo.map { $0.color.red < 0.2 } == true)
  }
}
