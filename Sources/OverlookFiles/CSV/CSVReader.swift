package import OverlookFormats

/// Tables with a place in each row: CSV and TSV.
package enum CSVReader {
  /// How the table would be read; nil when it is none. For a dialog that asks which columns are meant.
  package static func layout(of input: FileInput) -> CSVLayout? {
    let encoding = TextEncoding.guessed(input.head)
    return CSVHead.layout(encoding.utf8(input.head), isWhole: input.head.count < FileInput.headByteCount)
  }

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    guard let layout = layout(of: input) else { throw .unrecognized("table", found: "text that is no table") }
    guard layout.place != nil else {
      let names = layout.names.prefix(8).joined(separator: ", ")
      throw .unsupported("table", fault: "none of its columns is known to be a place: \(names)")
    }
    return try read(input, layout: layout, reading)
  }

  /// As a person has chosen.
  package static func read(
    _ input: FileInput, layout: CSVLayout, _ reading: FileReading = FileReading()
  ) throws(FormatError) -> FileDocument {
    var stream = CSVStream(layout, limits: input.limits)
    let source = try input.textSource(TextEncoding.guessed(input.head))
    try ByteStream.run(source, into: &stream, reading: reading, limits: input.limits, thing: "table")
    var document = stream.builder.document
    document.notes.append(note(layout))
    guard document.featureCount > 0 else {
      throw .malformed("table", fault: document.faults.summary ?? "it has no rows")
    }
    FeatureFinish.apply(to: &document)
    return document
  }

  private static func note(_ layout: CSVLayout) -> String {
    func name(_ column: Int) -> String { layout.names.indices.contains(column) ? layout.names[column] : "column \(column + 1)" }
    let text =
      switch layout.place {
      case .coordinates(let latitude, let longitude): "latitude from \(name(latitude)), longitude from \(name(longitude))"
      case .wellKnownText(let column): "geometries from \(name(column))"
      case .geohash(let column): "geohashes from \(name(column))"
      case .pair(let column): "latitude and longitude from \(name(column))"
      case nil: "no places"
      }
    return text + (layout.candidates.count > 1 ? "; other columns may be meant" : "")
  }
}
