import ArgumentParser
import Foundation
import Overlook
import OverlookFormats

/// What to take of sources that offer a choice, and how to ask for it.
struct SourceChoiceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Layer of a WMS or WMTS, several of a WMS with commas between.", valueName: "name"))
  var layer: String?

  @Option(help: ArgumentHelp("Style of the layer.", valueName: "name"))
  var styleName: String?

  @Option(help: ArgumentHelp("Matrix set of a WMTS.", valueName: "name"))
  var matrixSet: String?

  @Option(help: ArgumentHelp("Media type of the tiles, e.g. image/png.", valueName: "type"))
  var format: String?

  @Option(help: ArgumentHelp("The value of {time}, or of a layer's time dimension.", valueName: "time"))
  var time: String?

  @Option(help: ArgumentHelp("Server names for {s}, with commas between (default: a,b,c).", valueName: "names"))
  var subdomains: String?

  @Option(help: ArgumentHelp("Zoom levels that the source has.", valueName: "a-b"), transform: ZoomsArgument.parse)
  var nativeZooms: ZoomsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where the source has tiles; none are asked for elsewhere.", valueName: "w,s,e,n"),
    transform: BoundsArgument.parse)
  var tileBounds: BoundsArgument?

  @Option(help: ArgumentHelp("Side of a tile in pixels, 64 to 4096.", valueName: "pixels"))
  var tileSize: Int?

  @Option(
    help: ArgumentHelp(
      "A header for every request; may be given several times. {env:NAME} and {apikey} keep secrets off the command line.",
      valueName: "name: value"))
  var header: [String] = []

  @Option(help: ArgumentHelp("File with the key for {apikey} on its first line.", valueName: "file"))
  var keyFile: String?

  @Option(help: ArgumentHelp("Variable of the environment with the key for {apikey}.", valueName: "name"))
  var apiKeyEnv: String?

  func validate() throws {
    if let tileSize, !(64...4096).contains(tileSize) { throw ValidationError("--tile-size must lie in 64 to 4096") }
    if keyFile != nil, apiKeyEnv != nil { throw ValidationError("--key-file and --api-key-env exclude each other") }
    for line in header where HTTPHeader(line: line) == nil {
      // Not the line itself: it may hold a key.
      throw ValidationError("--header takes a name and a value, as in 'Referer: https://host/'")
    }
  }

  /// Throws what is wrong with the way locations are written; `name` says before it which argument that is.
  ///
  /// A key that cannot be had is no wrong usage; it is told when the sources are opened.
  func check(_ locations: [String], naming name: (String) -> String = { _ in "" }) throws {
    guard let options = try? options(for: locations) else { return }
    for location in locations {
      do {
        try TileSource.check(location, options: options)
      } catch {
        throw ValidationError("\(name(location))\(error)")
      }
    }
  }

  /// The options for opening sources. Throws when a key that is named cannot be had.
  ///
  /// - Parameter texts: Where `{env:NAME}` may stand: only variables that are named there are handed on.
  func options(for texts: [String]) throws -> TileSource.Options {
    var options = TileSource.Options()
    options.layer = layer
    options.style = styleName
    options.matrixSet = matrixSet
    options.format = format
    options.time = time
    options.subdomains = subdomains.map { $0.split(separator: ",").map(String.init) }
    options.minimumZoom = nativeZooms?.zooms.lowerBound
    options.maximumZoom = nativeZooms?.zooms.upperBound
    options.bounds = tileBounds?.bounds
    options.tilePixels = tileSize
    options.key = try key()
    options.environment = Self.variables(named: texts + header)
    for line in header {
      guard let parsed = HTTPHeader(line: line) else { continue }
      let value = try filled(parsed.value, options)
      let isPublic = value == parsed.value && Self.publicHeaders.contains(parsed.name.lowercased())
      options.headers.append(HTTPHeader(name: parsed.name, value: value, isSecret: !isPublic))
    }
    return options
  }

  /// Headers that say nothing of who is let in; all others are held to be secret.
  private static let publicHeaders: Set<String> = ["accept", "accept-language", "origin", "referer", "user-agent"]

  private func key() throws -> String? {
    if let apiKeyEnv {
      guard let key = ProcessInfo.processInfo.environment[apiKeyEnv], !key.isEmpty else {
        throw CommandFailure(description: "--api-key-env: the environment has no variable \(apiKeyEnv)")
      }
      return key
    }
    guard let keyFile else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.read(keyFile, byteLimit: 64 << 10)
    } catch {
      throw CommandFailure(description: "--key-file: \(error)")
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let key = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    guard !key.isEmpty else { throw CommandFailure(description: "--key-file: \(keyFile) has nothing on its first line") }
    return key
  }

  /// The value of a header with its placeholders filled in.
  private func filled(_ value: String, _ options: TileSource.Options) throws -> String {
    var result = value
    if result.contains("{apikey}") {
      guard let key = options.key else {
        throw CommandFailure(description: "--header has {apikey}: name the key by --key-file or --api-key-env", status: 2)
      }
      result = result.replacing("{apikey}", with: key)
    }
    for name in Self.variableNames(in: value) {
      guard let text = options.environment[name] else {
        throw CommandFailure(description: "--header has {env:\(name)}, and the environment has no such variable")
      }
      result = result.replacing("{env:\(name)}", with: text)
    }
    return result
  }

  private static func variables(named texts: [String]) -> [String: String] {
    let environment = ProcessInfo.processInfo.environment
    var result: [String: String] = [:]
    for name in texts.flatMap(variableNames) { result[name] = environment[name] }
    return result
  }

  private static func variableNames(in text: String) -> [String] {
    text.matches(of: /\{env:([^{}]+)\}/).map { String($0.1) }
  }
}
