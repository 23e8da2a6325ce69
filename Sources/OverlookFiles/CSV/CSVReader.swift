package import OverlookFormats

/// Tables with a place in each row: CSV and TSV.
package enum CSVReader {
  /// How the table would be read; nil when it is none. For a dialog that asks which columns are meant.
  package static func layout(of input: FileInput) -> CSVLayout? {
    let encoding = TextEncoding.guessed(input.head)
    return CSVHead.layout(encoding.utf8(input.head), isWhole: input.head.count < FileInput.headByteCount)
  }

  /// As it would be read were its cells cut at `delimiter`; nil when it then is no table.
  package static func layout(of input: FileInput, delimiter: UInt8) -> CSVLayout? {
    let rows = sample(of: input, delimiter: delimiter, count: 201)
    guard rows.first.map({ $0.count > 1 }) == true else { return nil }
    return CSVGuess.layout(rows, delimiter: delimiter)
  }

  /// The cells of the first rows, the header included.
  package static func sample(of input: FileInput, delimiter: UInt8, count: Int) -> [[String]] {
    let encoding = TextEncoding.guessed(input.head)
    let isWhole = input.head.count < FileInput.headByteCount
    return Array(CSVHead.rows(encoding.utf8(input.head), delimiter: delimiter, isWhole: isWhole).prefix(max(count, 0)))
  }

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    guard let layout = layout(of: input) else { throw .unrecognized("table", found: "text that is no table") }
    guard layout.place != nil else {
      let names = layout.names.prefix(8).joined(separator: ", ")
      let fault =
        layout.doubts.contains(.projected)
        ? "its numbers are no degrees, and it does not say of which projection they are"
        : "none of its columns is known to be a place"
      throw .unsupported("table", fault: "\(fault): \(names)")
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
    document.crs = layout.crs
    let projection = try ReferenceSystem.projection(named: document.crs, of: &document)
    FeatureFinish.apply(to: &document, projection: projection)
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
    if layout.doubts.contains(.swapped) { return text + ": their names are the other way round, which cannot be" }
    return text + (layout.candidates.count > 1 ? "; other columns may be meant" : "")
  }
}
