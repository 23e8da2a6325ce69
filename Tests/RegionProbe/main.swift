import Foundation
import OverlookFormats
import OverlookRegions

// Builds a region, for tests that end it before it is done, and says how many seconds each stage took.
//
//     RegionProbe EXTRACT FOLDER [NAME]

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(2) }
var began: [(stage: RegionBuilder.Stage, at: ContinuousClock.Instant)] = []
do {
  let builder = RegionBuilder(input: arguments[1], output: arguments[2], name: arguments.count > 3 ? arguments[3] : nil)
  let region = try builder.build { stage, _ in
    if began.last?.stage != stage { began.append((stage, ContinuousClock.now)) }
  }
  let ends = began.dropFirst().map(\.at) + [ContinuousClock.now]
  for (stage, end) in zip(began, ends) { print("\(stage.stage.rawValue) \(end - stage.at)") }
  print("\(region.folder) \(region.byteCount)")
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
