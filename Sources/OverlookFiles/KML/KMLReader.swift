import OverlookFormats

/// KML 2.0 to 2.3.
enum KMLReader {
  /// Outermost elements; the standard wants `kml`, programs write others.
  static let rootNames: Set<String> = ["kml", "Document", "Folder", "Placemark", "NetworkLink"]

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    var document = try features(input, reading)
    FeatureFinish.apply(to: &document)
    return document
  }

  /// What the file has, before it is finished.
  static func features(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    var stream = XMLStream(KMLHandler(limits: input.limits))
    let source = try input.textSource(TextEncoding.ofXML(input.head))
    try ByteStream.run(source, into: &stream, reading: reading, limits: input.limits, thing: "KML")
    return stream.handler.builder.document
  }
}
