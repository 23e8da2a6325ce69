import ArgumentParser
import Overlook
import OverlookPanorama
import OverlookSupport

/// `overlook panorama check`.
struct PanoramaCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reads every picture of a panorama, a folder or a tour and says what is wrong with it.",
    discussion: "All that the source has, or the one that --at or --id names. Exit status 1: something cannot be read.")

  @OptionGroup var options: PanoramaOptions
  @OptionGroup var network: NetworkOptions

  func run() throws {
    try MainActor.assumeIsolated {
      network.apply()
      let found = try PanoramaOrder(options).check()
      for fault in found.faults { Report.warning(fault) }
      guard found.faults.isEmpty else { throw ExitCode.failure }
      print("\(options.source): fine" + (found.count > 1 ? ", all \(found.count) panoramas" : ""))
    }
  }
}
