import Foundation
import Overlook
import OverlookFormats
import OverlookSupport

/// Positions from lines of JSON, one answer a line.
struct SkyBatch {
  /// No request needs more.
  private static let lineLimit = 4096
  private static let chunkBytes = 1 << 16

  private let name: String
  private var number = 0
  private var failures = 0
  /// The line that has begun; what goes beyond the limit is dropped.
  private var line: [UInt8] = []
  private var isTooLong = false

  /// Reads `path`, or standard input for "-", in pieces: its size does not matter.
  static func run(_ path: String) throws {
    let isStandardInput = path == "-"
    let file: FileHandle
    if isStandardInput {
      file = .standardInput
    } else {
      guard let opened = FileHandle(forReadingAtPath: path) else {
        throw CommandFailure(description: "\(path): \(String(cString: strerror(errno)))")
      }
      file = opened
    }
    var batch = SkyBatch(name: isStandardInput ? "standard input" : path)
    while true {
      let chunk: Data?
      do { chunk = try file.read(upToCount: Self.chunkBytes) } catch {
        throw CommandFailure(description: "\(batch.name): cannot be read")
      }
      guard let chunk, !chunk.isEmpty else { break }
      let answers = batch.take(chunk)
      if !answers.isEmpty { print(answers.joined(separator: "\n")) }
    }
    if let answer = batch.endLine() { print(answer) }
    guard batch.failures == 0 else {
      throw CommandFailure(description: "\(batch.name): \(batch.failures) of \(batch.number) lines had an error")
    }
  }

  private init(name: String) {
    self.name = name
  }

  private mutating func take(_ chunk: Data) -> [String] {
    var answers: [String] = []
    for byte in chunk {
      guard byte != UInt8(ascii: "\n") else {
        if let answer = endLine() { answers.append(answer) }
        continue
      }
      if line.count < Self.lineLimit { line.append(byte) } else { isTooLong = true }
    }
    return answers
  }

  /// The answer to the line that ends here; nil for an empty one.
  private mutating func endLine() -> String? {
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    number += 1
    guard line.contains(where: { $0 > 0x20 }) else { return nil }
    var members: [(String, JSONValue)]
    do {
      guard !isTooLong else { throw CommandFailure(description: "longer than \(Self.lineLimit) bytes") }
      members = try Self.answer(try JSONParser.parse(line, thing: "\(name), line \(number)"))
    } catch {
      failures += 1
      members = [("error", .string("\(error)"))]
    }
    return JSONWriter.text(SkyReport.object(members))
  }

  private static func answer(_ request: JSONValue) throws -> [(String, JSONValue)] {
    guard let latitude = request["lat"]?.number, let longitude = request["lon"]?.number else {
      throw CommandFailure(description: "lat and lon, in degrees, are missing")
    }
    guard let text = request["time"]?.string, let time = ISOTime(text) else {
      throw CommandFailure(description: "time is missing, or no time such as 2026-06-21T12:00:00Z")
    }
    let name = request["body"]?.string ?? "sun"
    guard let body = SkyBodyArgument(argument: name)?.body else {
      throw CommandFailure(description: "body '\(OutsideText.cleaned(name))' is none of sun, moon and galactic-center")
    }
    let observer = SkyObserver(
      LocationCoordinate(latitude: latitude, longitude: longitude), heightMeters: request["height"]?.number ?? 0)
    let date = Date(timeIntervalSince1970: time.secondsSinceEpoch)
    return SkyReport.members(try Ephemeris.position(of: body, at: date, observer: observer))
  }
}
