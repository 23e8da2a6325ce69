import ArgumentParser
import Foundation
import OverlookFormats
import OverlookStyle

/// `overlook style`: for authors of styles.
struct StyleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "style", abstract: "Looks at style documents and their expressions.", subcommands: [Check.self, Evaluate.self])

  /// `overlook style check`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Tells every fault of a style document with its place.",
      discussion:
        "Exit status 1: there are faults. What is merely not supported, or stands where a style may hold more, is a warning.")

    @Argument(help: "A style document, or - for standard input.")
    var file: String

    func run() throws {
      let document = try StyleCommand.reading(file) { bytes throws(FormatError) in try StyleDocument(bytes, thing: file) }
      let errors = document.faults.filter { $0.severity == .error }
      for fault in document.faults where fault.severity == .warning { Report.warning("\(file): \(fault)") }
      for fault in errors.dropLast() { Report.error("\(file): \(fault)") }
      // The last one ends the program.
      if let last = errors.last { throw CommandFailure(description: "\(file): \(last)") }
    }
  }

  /// `overlook style eval`.
  struct Evaluate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "eval", abstract: "Evaluates style expressions for given features.",
      discussion: """
        FILE holds {"expression", "propertySpec", "inputs": [[{"zoom": ...}, feature], ...]} or an array of such documents. Printed are
        {"compiled": {"result", "errors": [{"key", "error"}], "isFeatureConstant", "isZoomConstant", "type"}, "outputs": [...]}.
        """)

    @Argument(help: "A JSON file, or - for standard input.")
    var file: String

    func run() throws {
      let document = try StyleCommand.reading(file) { bytes throws(FormatError) in try JSONParser.parse(bytes, thing: file) }
      print(JSONWriter.text(ExpressionDocument.evaluate(document)))
    }
  }

  /// What `parse` makes of a file or, for "-", of standard input.
  private static func reading<Document>(
    _ file: String, _ parse: (_ bytes: [UInt8]) throws(FormatError) -> Document
  ) throws -> Document {
    do {
      return try parse(try file == "-" ? standardInput() : WholeFile.read(file, byteLimit: JSONLimits.document.byteCount))
    } catch let fault as FormatError {
      throw CommandFailure(description: "\(fault)")
    }
  }

  private static func standardInput() throws -> [UInt8] {
    let limit = JSONLimits.document.byteCount
    let data = try FileHandle.standardInput.read(upToCount: limit + 1) ?? Data()
    guard data.count <= limit else { throw CommandFailure(description: "standard input holds more than \(limit >> 20) MiB") }
    return [UInt8](data)
  }
}
