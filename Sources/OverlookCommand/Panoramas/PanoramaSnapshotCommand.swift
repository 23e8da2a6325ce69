import ArgumentParser
import Overlook
import OverlookPanoramaView
import OverlookPlatform
import OverlookSupport

/// `overlook panorama snapshot`.
struct PanoramaSnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Renders one view of a panorama without a display.",
    discussion: "Exit status 3: the picture shows what was there when the time ran out.")

  @OptionGroup var options: PanoramaOptions
  @OptionGroup var look: PanoramaLookOptions
  @OptionGroup var network: NetworkOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture to write: .png, .jpg or .webp; - for PNG on standard output.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp("Size of the view in points; 1280x720 when left out.", valueName: "WxH"), transform: SizeArgument.parse)
  var size = SizeArgument(width: 1280, height: 720)

  @Option(help: "Pixels per point, 0.25 to 8; 1 when left out.", transform: FiniteArgument.parse)
  var scale = FiniteArgument(1)

  @Option(
    help: ArgumentHelp(
      "How long the panorama may take to be found and its pictures to arrive, together; 30 when left out.", valueName: "seconds"),
    transform: FiniteArgument.parse)
  var timeout = FiniteArgument(30)

  /// What is on this machine is found by then.
  private static let leastFindSeconds = 1.0

  func validate() throws {
    try look.check(for: options)
    guard (0.25...8).contains(scale.value) else { throw ValidationError("--scale must lie in 0.25 to 8") }
    guard timeout.value >= 0 else { throw ValidationError("--timeout must not be negative") }
  }

  func run() throws {
    try MainActor.assumeIsolated {
      try PictureFile.check(output)
      network.apply()
      let end = MonotonicClock.now() + timeout.value
      let shown = try PanoramaOrder(options, look).open(timeoutSeconds: max(timeout.value, Self.leastFindSeconds))
      let faults = PanoramaWarnings()
      shown.view.delegate = faults
      shown.view.compassHidden = true
      DriverWatch.start()
      let loop = try HeadlessLoop(content: shown.view, size: size.points, scale: scale.value)
      defer { loop.close() }
      let isWhole = loop.run(timeoutSeconds: max(end - MonotonicClock.now(), 0)) {
        shown.view.isComplete || shown.view.graphicsError != nil || faults.isLost
      }
      if let fault = shown.view.graphicsError { throw CommandFailure(description: fault) }
      if let fault = faults.lost {
        throw CommandFailure(description: fault.hasPrefix(shown.title) ? fault : "\(shown.title): \(fault)")
      }
      guard let image = loop.image() else { throw CommandFailure(description: "the driver did not hand out the picture") }
      try PictureFile.write(image, to: output)
      guard isWhole else {
        throw CommandFailure(
          description: "not all of the panorama came within \(PackText.number(timeout.value)) s; \(output) shows what was there",
          status: 3, isWarning: true)
      }
    }
  }
}
