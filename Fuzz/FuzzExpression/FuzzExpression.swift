import FuzzSupport
import OverlookFormats
import OverlookStyle

/// Expressions with their property and the features that they are evaluated for, as `overlook style eval` reads them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let json = try? JSONParser.parse(bytes) else { return 0 }
  let outcome = ExpressionDocument.evaluate(json["expression"] == nil ? wrapped(json) : json)
  let text = JSONWriter.text(outcome)
  demand((try? JSONParser.parse(Array(text.utf8))) != nil, "what comes out is no JSON")
  return 0
}

/// The expression alone, evaluated for a feature that has something of everything.
private func wrapped(_ expression: JSONValue) -> JSONValue {
  var document = JSONObject()
  document["expression"] = expression
  document["inputs"] = inputs
  return .object(document)
}

private let inputs: JSONValue = {
  let text = """
    [[{"zoom": 3.5}, {"id": 7, "properties": {"a": 1, "b": "text", "c": [1, 2, 3], "d": {"e": null}, "f": true},
    "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}}], [{"zoom": 0}, {"properties": {}}]]
    """
  return (try? JSONParser.parse(Array(text.utf8))) ?? .array([])
}()
