import ArgumentParser
import Overlook
import OverlookFiles
import OverlookRender
import OverlookSupport

extension DebugView: ExpressibleByArgument {}

/// Where to look. Values may begin with a minus.
struct CameraOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Centre of the view, degrees.", valueName: "lat,lon"),
    transform: CoordinateArgument.parse)
  var center: CoordinateArgument?

  @Option(parsing: .unconditional, help: "Zoom level; the world is 256 * 2^zoom points wide.", transform: FiniteArgument.parse)
  var zoom: FiniteArgument?

  @Option(parsing: .unconditional, help: "Degrees clockwise from north that point up.", transform: FiniteArgument.parse)
  var bearing: FiniteArgument?

  @Option(help: "Degrees from straight down, limited by the zoom.", transform: FiniteArgument.parse)
  var tilt: FiniteArgument?

  func validate() throws {
    try Self.check(zoom, "--zoom", CameraPosition.maximumZoom)
    try Self.check(tilt, "--tilt", CameraPosition.maximumViewingAngle)
    if let bearing, abs(bearing.value) > 360 { throw ValidationError("--bearing must lie in -360 to 360") }
  }

  private static func check(_ number: FiniteArgument?, _ name: String, _ limit: Double) throws {
    guard let number, !(0...limit).contains(number.value) else { return }
    throw ValidationError("\(name) must lie in 0 to \(PackText.number(limit))")
  }

  /// `base` with what the command line names in its place.
  func camera(over base: CameraPosition) -> CameraPosition {
    CameraPosition(
      target: center?.coordinate ?? base.target, zoom: zoom?.value ?? base.zoom, bearing: bearing?.value ?? base.bearing,
      viewingAngle: tilt?.value ?? base.viewingAngle)
  }

  /// The view of the last session; seen from above, with north up, where the command line says what is to be seen.
  func camera(after last: CameraPosition) -> CameraPosition {
    guard center != nil || zoom != nil else { return last }
    return CameraPosition(target: last.target, zoom: last.zoom)
  }
}

/// What to show.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Tiles in place of the embedded world: whatever FILES may be, e.g. 'https://host/{z}/{x}/{y}.png'", valueName: "location"))
  var tiles: String?

  @Flag(inversion: .prefixedNo, help: "The demo scene of overlays.")
  var demo = false

  @Option(
    name: .customLong("pack"),
    help: ArgumentHelp(
      "A pack of the tiles: it answers while the network is not used or fails. Packs among FILES find their source themselves.",
      valueName: "file"))
  var packs: [String] = []

  @Argument(
    help: ArgumentHelp(
      """
      Tiles above the map: archives (.mbtiles, .pmtiles) and GeoTIFF files (.tif), on web servers too but for .mbtiles, address \
      templates, and the files or addresses of TileJSON, TMS, WMTS and WMS documents, told apart by their content or by tms:, \
      wmts:, wms:, geotiff: or cog: before them. Files of features above them: GeoJSON, GPX, KML, KMZ, tables (.csv, .tsv) and \
      the others that overlook info knows; FlatGeobuf on web servers too. A place as other programs hand it over, geo:LAT,LON?z=ZOOM, \
      or a link to OpenStreetMap, Google, Apple, Bing, OsmAnd, Organic or HERE maps, is marked and looked at. In the viewer, panoramas: \
      what overlook panorama opens.
      """, valueName: "files"))
  var files: [String] = []

  /// Everything that is to be opened, the base first.
  var locations: [String] { (tiles.map { [$0] } ?? []) + files.filter { !MapLink.isLink($0) } }

  /// The places among the files.
  var places: [MapPlace] { files.compactMap { try? MapLink.place($0) } }

  func validate() throws {
    for text in files where MapLink.isLink(text) {
      do { _ = try MapLink.place(text) } catch { throw ValidationError("'\(OutsideText.cleaned(text))': \(error)") }
    }
  }

  /// Throws what is wrong with the way locations are written, and where `choice` is for one server and several are named.
  func check(_ choice: SourceChoiceOptions) throws {
    try choice.check(locations) { $0 == tiles ? "--tiles: " : "" }
    let servers = locations.count { $0.contains("://") }
    if servers > 1, !choice.header.isEmpty || choice.keyFile != nil || choice.apiKeyEnv != nil {
      throw ValidationError("headers and keys are for one server; name only one, or write {env:NAME} into the addresses")
    }
  }
}
