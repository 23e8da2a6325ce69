import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookRouting
import OverlookSupport

/// `overlook search`: finds places by what people type.
struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Finds towns, streets, addresses, shops, kinds of shops, crossings and coordinates.",
    discussion: """
      Words may come in any order, unfinished, abbreviated or with typing errors. Installed regions and the places of the world answer, \
      without the network; --server asks a server instead. With --json, an array of {"name", "kind", "lat", "lon", "bbox", "address", \
      "lines", "score", "distance_m", "source"}. With --batch, each line of FILE (- is standard input) is a text, and each line of the \
      answer {"query", "query_ms", "results"} or {"query", "error"}. With --along, FILE is what 'overlook route --json' prints: places beside \
      the route are found, the next one first, with "along_m" and "aside_m". Exit status 1: nothing was found, or a line had an error.
      """)

  // Unrecognized, because a southern latitude begins with a minus.
  @Argument(parsing: .allUnrecognized, help: "What to look for.")
  var text: [String] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("What lies near here goes first.", valueName: "lat,lon"),
    transform: CoordinateArgument.parse)
  var near: CoordinateArgument?

  @Option(help: ArgumentHelp("Search beside the route of a file, from its start on.", valueName: "file"))
  var along: String?

  @Option(help: ArgumentHelp("How far from that route, 10 to 50000 metres.", valueName: "metres"))
  var within = 1500.0

  @Option(help: "Places in the answer at most, 1 to 100.")
  var limit = 10

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Option(help: ArgumentHelp("Texts of a file, one a line.", valueName: "file"))
  var batch: String?

  @OptionGroup var places: PlaceOptions
  @OptionGroup var network: NetworkOptions

  func validate() throws {
    if let unknown = text.first(where: { $0.hasPrefix("--") }) { throw ValidationError("search knows no option \(unknown)") }
    guard (1...100).contains(limit) else { throw ValidationError("--limit must lie in 1 to 100") }
    guard (10...50_000).contains(within) else { throw ValidationError("--within must lie in 10 to 50000") }
    if along != nil, batch != nil || near != nil { throw ValidationError("--along goes with neither --batch nor --near") }
    guard text.isEmpty != (batch == nil) else {
      throw ValidationError(text.isEmpty ? "search wants a text, or --batch" : "--batch has the texts in its file")
    }
  }

  func run() throws {
    let questions = PlaceQuestions(places, network)
    if let batch { return try run(batch, questions) }
    if let along { return try run(along: along, questions) }
    let found = try questions.search(text.joined(separator: " "), near: near?.coordinate, limit: limit)
    print(json ? JSONWriter.text(PlaceReport.json(found)) : found.isEmpty ? "nothing was found" : PlaceReport.text(found))
    if found.isEmpty { throw ExitCode(1) }
  }

  private func run(along path: String, _ questions: PlaceQuestions) throws {
    let route: Route?
    do throws(RoutingError) {
      route = try RouteReader.routes(try Self.bytes(of: path), thing: path, language: "en").first
    } catch { throw CommandFailure(description: "\(error)") }
    guard let route, let corridor = RouteCorridor(route, from: 0, reach: within) else {
      throw CommandFailure(description: "\(path): there is no route in it that can be followed")
    }
    let found = try questions.search(text.joined(separator: " "), along: corridor, limit: limit)
    print(json ? JSONWriter.text(PlaceReport.json(found)) : found.isEmpty ? "nothing was found" : PlaceReport.text(found))
    if found.isEmpty { throw ExitCode(1) }
  }

  private static func bytes(of path: String) throws(RoutingError) -> [UInt8] {
    do { return try ResourceLocator.contents(of: path) } catch { throw .unusable("\(error)") }
  }

  private func run(_ path: String, _ questions: PlaceQuestions) throws {
    let bytes: [UInt8]
    if path == "-" {
      bytes = Array(FileHandle.standardInput.readDataToEndOfFile())
    } else {
      do throws(FormatError) { bytes = try WholeFile.read(path, byteLimit: 256 << 20) } catch {
        throw CommandFailure(description: "\(error)")
      }
    }
    var failures = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      if text.isEmpty { continue }
      let start = MonotonicClock.now()
      var members: [(String, JSONValue)] = [("query", .string(text))]
      do {
        let found = try questions.search(text, near: near?.coordinate, limit: limit)
        let milliseconds = (MonotonicClock.now() - start) * 1000
        members += [("query_ms", .number((milliseconds * 1000).rounded() / 1000)), ("results", PlaceReport.json(found))]
      } catch {
        failures += 1
        members.append(("error", .string("\(error)")))
      }
      print(JSONWriter.text(JSONValue(members: members)))
    }
    if failures > 0 { throw CommandFailure(description: "\(failures) texts had an error") }
  }
}
