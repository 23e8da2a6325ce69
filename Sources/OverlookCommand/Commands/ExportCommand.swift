import ArgumentParser
import OverlookFiles
import OverlookFormats
import OverlookSupport

/// `overlook export`: a file of people in another format.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the features of a file as GeoJSON, GPX or KML.",
    discussion: """
      Reads what overlook info knows as features: GeoJSON, GPX, KML, KMZ, tables and others. The file that is written is whole or \
      as it was before. Warnings name parts that could not be read and are left out.
      """)

  @Argument(help: "The file to read.")
  var file: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write: .geojson, .gpx or .kml.", valueName: "file"))
  var output: String

  func validate() throws {
    guard FileWriter.endings.contains(where: { output.lowercased().hasSuffix("." + $0) }) else {
      throw ValidationError("--output must end in .geojson, .gpx or .kml")
    }
  }

  func run() throws {
    do throws(FormatError) {
      let document = try FileFormats.read(path: file)
      if let fault = document.faults.summary {
        Report.warning("\(OutsideText.cleaned(file)): \(OutsideText.cleaned(fault, limit: 600))")
      }
      try FileWriter.write(document, to: output)
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }
}
