import ArgumentParser
import Foundation
import Overlook
import OverlookAstronomy
import OverlookFormats
import OverlookGeometry
import OverlookRegions
import OverlookSupport

/// `overlook sun hours`: how long the Sun shines where between buildings.
struct SunHoursCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hours", abstract: "Draws how many hours the Sun shines on the ground between buildings, over a year or a day.",
    discussion: """
      Buildings come from the region that the bounds lie in, or from --tiles; their heights are those that the map draws. The ground is \
      taken as level, and the air as clear. A .tif holds the hours as 32-bit floats in EPSG:3857; .png, .jpg and .webp are a picture \
      with a legend, roofs in grey, and a file beside it whose name ends in .aux.xml says where it lies, as GDAL and QGIS read it.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The part of the world, degrees.", valueName: "w,s,e,n"), transform: BoundsArgument.parse)
  var bounds: BoundsArgument

  @Option(
    defaultAsFlag: YearArgument.present,
    help: ArgumentHelp("The year, 1600 to 2600; the present one when left out.", valueName: "year"))
  var year: YearArgument?

  @Option(help: ArgumentHelp("One day of it in place of the whole: 2026-06-21.", valueName: "day"))
  var date: String?

  @Option(
    help: ArgumentHelp("Side of a cell in metres, 0.25 to 100; 2 when left out.", valueName: "m"), transform: FiniteArgument.parse
  )
  var cell = FiniteArgument(2)

  @Option(help: ArgumentHelp("An archive of vector tiles (.pmtiles) in place of the region's.", valueName: "file"))
  var tiles: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write: .tif, .png, .jpg or .webp.", valueName: "file"))
  var output: String

  func validate() throws {
    guard (0.25...100).contains(cell.value) else { throw ValidationError("--cell must lie in 0.25 to 100") }
    try year?.check()
    guard date == nil || year == nil else { throw ValidationError("--date and --year exclude each other") }
    if let date, ISOTime("\(date)T00:00:00Z") == nil {
      throw ValidationError("--date: '\(OutsideText.cleaned(date))' is no day such as 2026-06-21")
    }
  }

  private var isTIFF: Bool { [".tif", ".tiff"].contains { output.lowercased().hasSuffix($0) } }

  func run() throws {
    if !isTIFF { try PictureFile.check(output) }
    guard var buildings = BuildingHeights(bounds.bounds, cellMeters: cell.value) else {
      throw CommandFailure(
        description:
          "the bounds have no cells of \(PackText.number(cell.value)) m, or more than \(HeightGrid.maximumCellCount / 1_000_000) million",
        status: 2)
    }
    let samples: [SunHours.Sample]
    do throws(AstronomyError) { samples = try sunPlaces() } catch { throw CommandFailure(description: "\(error)") }
    let archive = try archive()
    try buildings.add(archive)
    let hours = SunHours.hours(on: buildings.grid, samples)
    try write(hours, buildings)
    let picture = SunHoursPicture(buildings.grid, hours)
    print(
      "\(buildings.grid.width) x \(buildings.grid.height) cells, \(buildings.buildingCount) buildings, \(samples.count) places of the Sun; "
        + "ground has up to \(PackText.number((picture.most * 10).rounded() / 10)) h")
  }

  private func write(_ hours: [Float], _ buildings: BuildingHeights) throws {
    guard isTIFF else {
      let picture = SunHoursPicture(buildings.grid, hours)
      try PictureFile.write(MainActor.assumeIsolated { picture.image }, to: output)
      // What goes into a pipe has nothing beside it.
      guard PictureFile.isFile(output) else { return }
      let reference = GroundReference(
        west: buildings.projectedCorner.x, north: buildings.projectedCorner.y, metersPerPixel: buildings.projectedCellMeters)
      return try PictureFile.write(Array(reference.document.utf8), to: GroundReference.path(of: output))
    }
    let (corner, grid) = (buildings.projectedCorner, buildings.grid)
    guard
      let bytes = GeoTIFFWriter.floats(
        hours, width: grid.width, height: grid.height, west: corner.x, north: corner.y,
        metersPerCell: buildings.projectedCellMeters)
    else { throw CommandFailure(description: "\(output): there are too many cells for a TIFF") }
    try PictureFile.write(bytes, to: output)
  }

  private var middle: LocationCoordinate {
    let (low, high) = (bounds.bounds.southWest, bounds.bounds.northEast)
    return LocationCoordinate(latitude: (low.latitude + high.latitude) / 2, longitude: (low.longitude + high.longitude) / 2)
  }

  /// Of the day in local mean time, or the year.
  private func sunPlaces() throws(AstronomyError) -> [SunHours.Sample] {
    let middle = middle
    let observer = SkyObserver(middle)
    let offset = middle.longitude * 240
    if let date, let start = ISOTime("\(date)T00:00:00Z") {
      return try SunHours.day(from: Date(timeIntervalSince1970: start.secondsSinceEpoch - offset), minutes: 5, observer)
    }
    let year = (year ?? .present).value
    let start = ISOTime("\(year)-01-01T00:00:00Z")?.secondsSinceEpoch ?? 0
    return try SunHours.year(from: Date(timeIntervalSince1970: start - offset), observer)
  }

  private func archive() throws -> PMTilesArchive {
    if let tiles { return try Self.open(tiles) }
    let path = InstalledRegions().regions(containing: middle).lazy.compactMap(\.tilesPath).first
    guard let path else {
      throw CommandFailure(
        description: "the bounds lie in no installed region; overlook region get or --tiles brings buildings")
    }
    return try Self.open(path)
  }

  private static func open(_ path: String) throws(CommandFailure) -> PMTilesArchive {
    do throws(FormatError) {
      return try PMTilesArchive(path: path)
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }
}
