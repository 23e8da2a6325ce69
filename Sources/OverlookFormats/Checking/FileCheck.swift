/// Reads all of a file of any format that Overlook knows, without drawing it, writing beside it or asking anybody.
package enum FileCheck {
  /// What came of it.
  package struct Report: Sendable {
    /// Why the file cannot be used; nil when it can.
    package var error: FormatError?
    /// What is wrong with parts of it.
    package var findings = CheckFindings()
  }

  /// Checks the file at `path`, on the calling thread and, for an archive, all processors. Takes as long as decoding all of it
  /// does.
  ///
  /// - Parameter others: Formats that this module does not know, looked at behind its own.
  package static func run(_ path: String, others: [CheckedFormat] = []) -> Report {
    var report = Report()
    do throws(FormatError) {
      try check(try CheckInput(path: path), others: others, &report.findings)
    } catch {
      report.error = "\(error)".hasPrefix(path) ? error : error.inside(path)
    }
    return report
  }

  static func check(
    _ input: CheckInput, others: [CheckedFormat] = [], _ findings: inout CheckFindings
  ) throws(FormatError) {
    var isKnown = false
    for format in CheckedFormat.all + others where format.recognizes(input) {
      try format.check(input, &findings)
      if !format.isPart { return }
      isKnown = true
    }
    if !isKnown { throw .unrecognized(input.path, found: found(input.head)) }
  }

  private static func found(_ head: [UInt8]) -> String {
    switch DocumentKind.sniffed(head) {
    case .serviceException: "a server's report of an error"
    case .webPage: "a web page (an error or sign-in page?)"
    case .otherXML(let name): "an XML document of \(name)"
    case .otherJSON: "a JSON document of another kind"
    default: ImageFormat.guess(head)
    }
  }
}
