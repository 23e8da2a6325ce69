import ArgumentParser
import OverlookFormats
import OverlookTileBuilder

/// `overlook build-tiles`: vector tiles from OpenStreetMap data.
struct BuildTilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build-tiles", abstract: "Makes vector tiles of a city from an OpenStreetMap extract (.osm.pbf).",
    discussion: """
      Zooms 10 to 15 with the layers of the OpenMapTiles schema: water, land cover and use, roads, railways, buildings with their \
      heights, places, points of interest, house numbers. Meant for cities: all data is held in memory.
      """)

  @Argument(help: "The extract.")
  var input: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The PMTiles file to write.", valueName: "file"))
  var output: String

  @Option(help: "Name of the tile set.")
  var name: String?

  @Flag(help: "Say nothing but errors.")
  var quiet = false

  func run() throws {
    var bar = ProgressLine(isSilent: quiet)
    do throws(FormatError) {
      let summary = try CityTiles.build(input: input, output: output, name: name) { stage, done in
        bar.show("\(stage.rawValue) \(input)", done)
      }
      bar.end()
      guard !quiet else { return }
      print(
        "\(output): \(summary.tiles) tiles, \(summary.features) features of \(summary.nodes) nodes, \(summary.ways) ways and "
          + "\(summary.relations) relations")
    } catch {
      bar.end()
      throw CommandFailure(description: "\(error)")
    }
  }
}
