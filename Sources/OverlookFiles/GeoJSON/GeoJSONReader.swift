import OverlookFormats

/// GeoJSON of any size, also newline-delimited and as a text sequence.
enum GeoJSONReader {
  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    var stream = GeoJSONStream(limits: input.limits)
    try ByteStream.run(try input.source(), into: &stream, reading: reading, limits: input.limits, thing: "GeoJSON")
    var document = stream.builder.document
    if stream.documentCount > 1 { document.format = "GeoJSON sequence" }
    let projection = try ReferenceSystem.projection(named: document.crs, of: &document)
    FeatureFinish.apply(to: &document, projection: projection)
    return document
  }
}
