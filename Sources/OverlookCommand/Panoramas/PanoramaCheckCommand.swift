import ArgumentParser
import Overlook
import OverlookPanorama
import OverlookSupport

/// `overlook panorama check`.
struct PanoramaCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reads every picture of a panorama and says what is wrong with it and with its tour.",
    discussion: "Exit status 1: something cannot be read.")

  @OptionGroup var options: PanoramaOptions
  @OptionGroup var network: NetworkOptions

  func run() throws {
    try MainActor.assumeIsolated {
      network.apply()
      let found = try PanoramaOrder(options).find()
      let warnings = (found.opened.warnings + found.picture.warnings).uniqued()
      let faults = warnings + (try PanoramaOrder.faults(of: found.picture))
      for fault in faults { Report.warning(fault) }
      guard faults.isEmpty else { throw ExitCode.failure }
      print("\(options.source): fine")
    }
  }
}
