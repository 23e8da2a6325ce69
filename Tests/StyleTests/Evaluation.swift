import OverlookFormats
import Testing

@testable import OverlookStyle

/// What `overlook style eval` says of one expression.
struct Evaluation {
  let document: JSONValue

  /// `feature` and `spec` are JSON text; no feature: one without properties.
  init(_ expression: String, zoom: Double? = nil, feature: String = "{}", spec: String? = nil) throws {
    let zoomText = zoom.map { "{\"zoom\": \($0)}" } ?? "{}"
    let specText = spec.map { ", \"propertySpec\": \($0)" } ?? ""
    let text = "{\"expression\": \(expression), \"inputs\": [[\(zoomText), \(feature)]]\(specText)}"
    document = ExpressionDocument.evaluate(try JSONParser.parse(Array(text.utf8)))
  }

  var output: JSONValue? { document["outputs"]?.array?.first }
  /// JSON text of the output.
  var text: String { output.map(JSONWriter.text) ?? "nothing" }
  var type: String? { document["compiled"]?["type"]?.string }
  var error: String? { output?["error"]?.string }
  /// "key: message" for each fault of the expression.
  var faults: [String] {
    (document["compiled"]?["errors"]?.array ?? []).map { "\($0["key"]?.string ?? "?"): \($0["error"]?.string ?? "?")" }
  }
}
