import OverlookFormats
import OverlookLayout
import OverlookStyle
import OverlookSupport

extension CheckedFormat {
  /// JSON that maps are made of: styles, Google-style documents, sprites and GeoJSON.
  static let mapDocument = CheckedFormat(
    recognizes: { DocumentKind.sniffed($0.head) == .otherJSON },
    check: { input, findings throws(FormatError) in
      let bytes = try input.bytes(limit: GeoJSONLimits.byteCount)
      if bytes.count > JSONLimits.document.byteCount { return try MapDocumentCheck.checkGeoJSON(bytes, &findings) }
      if GeoJSONParser.isSequence(bytes) { return try MapDocumentCheck.checkGeoJSON(bytes, &findings) }
      let json = try JSONParser.parse(bytes, thing: "JSON document")
      if json["version"] != nil, json["layers"] != nil || json["sources"] != nil {
        try MapDocumentCheck.check(style: json, &findings)
      } else if json["type"]?.string.map(MapDocumentCheck.geoJSONTypes.contains) == true {
        try MapDocumentCheck.checkGeoJSON(bytes, &findings)
      } else if let rules = json.array, !rules.isEmpty, rules.allSatisfy({ $0["stylers"] != nil }) {
        for fault in try GoogleStyle(json).faults { findings.add("\(fault)") }
      } else if let entries = json.object, !entries.isEmpty, entries.members.allSatisfy({ $0.value["width"] != nil }) {
        try MapDocumentCheck.check(sprite: bytes, input, &findings)
      } else {
        throw .unrecognized(input.path, found: "a JSON document of another kind")
      }
    })
}

private enum MapDocumentCheck {
  static let geoJSONTypes: Set<String> = [
    "FeatureCollection", "Feature", "GeometryCollection", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon",
    "MultiPolygon",
  ]

  static func checkGeoJSON(_ bytes: [UInt8], _ findings: inout CheckFindings) throws(FormatError) {
    let document = try GeoJSONParser.parse(bytes)
    if document.openRingCount > 0 { findings.add("rings that do not end where they begin: \(document.openRingCount)") }
    guard document.faultCount > 0 else { return }
    findings.add("features or parts of them left out: \(document.faultCount), the first: \(document.firstFault ?? "damaged")")
  }

  /// A style with errors can be drawn without what is wrong; `overlook style check` tells errors from warnings.
  static func check(style json: JSONValue, _ findings: inout CheckFindings) throws(FormatError) {
    for fault in try StyleDocument(json: json).faults { findings.add("\(fault)") }
  }

  /// The sheet lies beside the document, under its name.
  static func check(sprite bytes: [UInt8], _ input: CheckInput, _ findings: inout CheckFindings) throws(FormatError) {
    guard input.isFile, input.path.lowercased().hasSuffix(".json") else {
      throw .unsupported(input.path, fault: "a sprite under a name that does not end in .json: its sheet cannot be found")
    }
    let sheet = try WholeFile.read(String(input.path.dropLast(5)) + ".png", byteLimit: 64 << 20)
    let sprite = try SpriteSheet(json: bytes, sheet: sheet)
    guard sprite.faultCount > 0 else { return }
    findings.add("pictures left out: \(sprite.faultCount), the first: \(sprite.firstFault ?? "damaged")")
  }
}
