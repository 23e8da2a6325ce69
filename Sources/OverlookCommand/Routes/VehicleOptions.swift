import ArgumentParser
import OverlookRoads
import OverlookRouting

/// What a truck measures, on the command line.
struct VehicleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Of a truck: its height. What is not given is usual for one of 40 tonnes.", valueName: "m"))
  var height: Double?

  @Option(help: ArgumentHelp("Of a truck: its width.", valueName: "m"))
  var width: Double?

  @Option(help: ArgumentHelp("Of a truck: its length, with its trailer.", valueName: "m"))
  var length: Double?

  @Option(help: ArgumentHelp("Of a truck: its weight, with its load.", valueName: "t"))
  var weight: Double?

  @Option(help: ArgumentHelp("Of a truck: what its heaviest axle carries.", valueName: "t"))
  var axleLoad: Double?

  @Flag(help: "Of a truck: it carries what is dangerous.")
  var hazardous = false

  private var numbers: [(name: String, value: Double)] {
    [("height", height), ("width", width), ("length", length), ("weight", weight), ("axle-load", axleLoad)]
      .compactMap { name, value in value.map { (name, $0) } }
  }

  func validate() throws {
    for (name, value) in numbers where !(value > 0 && value <= 1000) {
      throw ValidationError("--\(name) must be more than 0, and 1000 at most")
    }
  }

  /// What was said that means nothing to `mode`; nil where all of it counts.
  func fault(mode: TravelMode) -> String? {
    guard mode != .truck, let name = numbers.first?.name ?? (hazardous ? "hazardous" : nil) else { return nil }
    return "--\(name) is of trucks: --mode truck is expected"
  }

  var dimensions: VehicleDimensions {
    VehicleDimensions(
      height: height, width: width, length: length, weight: weight, axleLoad: axleLoad, carriesHazardousGoods: hazardous)
  }
}
