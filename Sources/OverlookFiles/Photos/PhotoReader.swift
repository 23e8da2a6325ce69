import OverlookFormats

/// JPEG pictures that say where they were taken (Exif 2.32, GPS attributes): a point with the small picture that the camera put into
/// the file.
enum PhotoReader {
  private static let headByteCount = 1 << 20

  static func isLikely(_ input: FileInput) -> Bool {
    guard input.head.starts(with: [0xFF, 0xD8, 0xFF]), let exif = ExifData(jpeg: input.head) else { return false }
    return exif.place != nil
  }

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    reading.begin(nil)
    let source = try input.source()
    guard let exif = ExifData(jpeg: try source.read(headByteCount)), let place = exif.place else {
      throw .unsupported("picture", fault: "it does not say where it was taken")
    }
    var builder = FeatureBuilder(format: "picture", limits: input.limits)
    builder.beginFeature()
    builder.addPosition(place.longitude, place.latitude)
    if let height = exif.height { builder.setHeight(height) }
    builder.endShape(.points)
    builder.set("name", .text(input.fileName))
    if let time = exif.time { builder.set("time", .text(time)) }
    if let direction = exif.direction { builder.set("direction", .number(direction)) }
    if let model = exif.model { builder.set("camera", .text(model)) }
    if let thumbnail = exif.thumbnail {
      builder.document.pictures["thumbnail"] = thumbnail
      var look = FeatureLook()
      (look.iconName, look.iconScale) = ("thumbnail", 2)
      builder.setLook(look)
    }
    try builder.endFeature()
    var document = builder.document
    FeatureFinish.apply(to: &document)
    return document
  }
}

/// What the camera wrote into a JPEG file beside the picture. Every number is checked against the bytes; what lies beyond them is absent.
package struct ExifData {
  private let bytes: ArraySlice<UInt8>
  private let isBig: Bool
  private var main: [UInt16: Entry] = [:]
  private var small: [UInt16: Entry] = [:]
  private var gps: [UInt16: Entry] = [:]
  private var taken: [UInt16: Entry] = [:]

  private struct Entry {
    var kind: UInt16
    var count: Int
    /// Of the value, from the start of the TIFF data.
    var offset: Int
  }

  /// Nil for a file without such a part near its beginning.
  package init?(jpeg: [UInt8]) {
    guard let part = Self.part(of: jpeg), part.count >= 8 else { return nil }
    bytes = part
    isBig = part.starts(with: "MM".utf8)
    guard isBig || part.starts(with: "II".utf8), let first = word(4, 4) else { return nil }
    var next: Int?
    (main, next) = directory(Int(first))
    if let next { small = directory(next).entries }
    if let entry = main[0x8769], let offset = number(entry) { taken = directory(offset).entries }
    if let entry = main[0x8825], let offset = number(entry) { gps = directory(offset).entries }
  }

  /// The TIFF data of the segment APP1.
  private static func part(of jpeg: [UInt8]) -> ArraySlice<UInt8>? {
    var position = 2
    while position + 4 <= jpeg.count, jpeg[position] == 0xFF {
      let kind = jpeg[position + 1]
      let length = Int(jpeg[position + 2]) << 8 | Int(jpeg[position + 3])
      guard kind != 0xDA, length >= 2, position + 2 + length <= jpeg.count else { return nil }
      let segment = jpeg[(position + 4)..<(position + 2 + length)]
      if kind == 0xE1, segment.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) { return segment.dropFirst(6) }
      position += 2 + length
    }
    return nil
  }

  // MARK: Values

  package var place: (latitude: Double, longitude: Double)? {
    guard let latitude = degrees(2, negative: UInt8(ascii: "S"), reference: 1),
      let longitude = degrees(4, negative: UInt8(ascii: "W"), reference: 3), abs(latitude) <= 90, abs(longitude) <= 180,
      latitude != 0 || longitude != 0
    else { return nil }
    return (latitude, longitude)
  }

  package var height: Double? {
    guard let value = gps[6].flatMap({ rational($0, 0) }) else { return nil }
    return gps[5].flatMap { word($0.offset, 1) } == 1 ? -value : value
  }

  package var direction: Double? { gps[0x11].flatMap { rational($0, 0) } }
  /// As the camera has it, without a zone: "2024:05:01 10:00:00".
  package var time: String? { main[0x132].flatMap(text) }
  /// When the picture was taken rather than when its file was written, as `time`.
  package var originalTime: String? { taken[0x9003].flatMap(text) }
  /// The author, as the camera or its owner has it.
  package var author: String? { main[0x13B].flatMap(text) }
  /// Seconds since 1970-01-01T00:00:00Z by the clock of the satellites.
  package var satelliteSeconds: Double? {
    guard let date = gps[0x1D].flatMap(text), let entry = gps[7], let hours = rational(entry, 0),
      let minutes = rational(entry, 1), let seconds = rational(entry, 2), hours < 24, minutes < 60, seconds < 61,
      let day = ISOTime(date.replacing(":", with: "-") + "T00:00:00Z")
    else { return nil }
    return day.secondsSinceEpoch + hours * 3600 + minutes * 60 + seconds
  }
  var model: String? { main[0x110].flatMap(text) }

  var thumbnail: [UInt8]? {
    guard let start = small[0x201].flatMap(number), let count = small[0x202].flatMap(number), start >= 0, count > 4,
      count <= bytes.count - min(start, bytes.count)
    else { return nil }
    return Array(bytes[(bytes.startIndex + start)..<(bytes.startIndex + start + count)])
  }

  private func degrees(_ tag: UInt16, negative: UInt8, reference: UInt16) -> Double? {
    guard let entry = gps[tag], let degrees = rational(entry, 0), let minutes = rational(entry, 1) else { return nil }
    let value = degrees + minutes / 60 + (rational(entry, 2) ?? 0) / 3600
    let letter = gps[reference].flatMap { word($0.offset, 1) }
    return letter == UInt64(negative) ? -value : value
  }

  private func rational(_ entry: Entry, _ index: Int) -> Double? {
    guard entry.kind == 5, index < entry.count, let above = word(entry.offset + 8 * index, 4),
      let below = word(entry.offset + 8 * index + 4, 4), below > 0
    else { return nil }
    return Double(above) / Double(below)
  }

  private func number(_ entry: Entry) -> Int? { word(entry.offset, entry.kind == 3 ? 2 : 4).map { Int($0) } }

  private func text(_ entry: Entry) -> String? {
    guard entry.kind == 2, entry.count <= 256, entry.offset + entry.count <= bytes.count else { return nil }
    let start = bytes.startIndex + entry.offset
    let text = String(decoding: bytes[start..<start + entry.count].prefix { $0 != 0 }, as: UTF8.self).trimmed
    return text.isEmpty ? nil : text
  }

  // MARK: Directories

  /// The entries of a directory and where the next one is.
  private func directory(_ offset: Int) -> (entries: [UInt16: Entry], next: Int?) {
    guard let count = word(offset, 2) else { return ([:], nil) }
    var entries: [UInt16: Entry] = [:]
    let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
    for index in 0..<min(Int(count), 1000) {
      let at = offset + 2 + 12 * index
      guard let tag = word(at, 2), let kind = word(at + 2, 2), let number = word(at + 4, 4), Int(kind) < sizes.count else {
        continue
      }
      let isInside = sizes[Int(kind)] * Int(number) <= 4
      guard let place = isInside ? at + 8 : word(at + 8, 4).map({ Int($0) }) else { continue }
      entries[UInt16(tag)] = Entry(kind: UInt16(kind), count: Int(number), offset: place)
    }
    return (entries, word(offset + 2 + 12 * Int(count), 4).flatMap { $0 == 0 ? nil : Int($0) })
  }

  private func word(_ offset: Int, _ size: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for i in 0..<size {
      value = value << 8 | UInt64(bytes[bytes.startIndex + offset + (isBig ? i : size - 1 - i)])
    }
    return value
  }
}
