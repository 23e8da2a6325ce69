import ArgumentParser
import Overlook

/// `overlook panorama info`.
struct PanoramaInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Tells what is known of a panorama and its picture.")

  @OptionGroup var options: PanoramaOptions
  @OptionGroup var network: NetworkOptions

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run() throws {
    try MainActor.assumeIsolated {
      network.apply()
      let found = try PanoramaOrder(options).find()
      let report = PanoramaReport(found)
      print(json ? report.json : report.text)
    }
  }
}
