import ArgumentParser
import Foundation
import OverlookFormats
import OverlookStyle

/// `overlook style`: for authors of styles.
struct StyleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "style", abstract: "Looks at style documents and their expressions.", subcommands: [Evaluate.self])

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
      do {
        let bytes = try file == "-" ? standardInput() : WholeFile.read(file, byteLimit: JSONLimits.document.byteCount)
        print(JSONWriter.text(ExpressionDocument.evaluate(try JSONParser.parse(bytes, thing: file))))
      } catch let fault as FormatError {
        throw CommandFailure(description: "\(fault)")
      }
    }

    private func standardInput() throws -> [UInt8] {
      let limit = JSONLimits.document.byteCount
      let data = try FileHandle.standardInput.read(upToCount: limit + 1) ?? Data()
      guard data.count <= limit else { throw CommandFailure(description: "standard input holds more than \(limit >> 20) MiB") }
      return [UInt8](data)
    }
  }
}
