import OverlookFormats
import OverlookSupport

/// Makes features of the elements of GPX: a point of a waypoint, a line of a route, lines of a track.
struct GPXHandler: XMLElements {
  var builder: FeatureBuilder
  /// What the positions that come belong to.
  private enum Owner { case document, waypoint, route, track }
  private var owner = Owner.document
  /// Inside a point of a waypoint, route or track, whose position is good.
  private var isInPoint = false
  private var isPointGood = false
  private var look = FeatureLook()
  private var isGPX = false
  private var wayPoints: Int?
  private var routes: Int?
  private var tracks: Int?
  private var badPointCount = 0
  /// Depth of elements whose names mean something else: the author has a name, too.
  private var hiddenDepth: Int?

  init(limits: FileLimits) { builder = FeatureBuilder(format: "GPX", limits: limits) }

  func wantsText(_ element: GPXElement) -> Bool {
    switch element {
    case .gpx, .metadata, .author, .wpt, .rte, .rtept, .trk, .trkseg, .trkpt, .link, .extensions: false
    default: true
    }
  }

  mutating func begin(_ element: GPXElement?, _ tag: XMLTag, depth: Int) throws(FormatError) {
    guard hiddenDepth == nil, let element else { return }
    switch element {
    case .gpx where depth == 1: isGPX = true
    case .author, .link: hiddenDepth = depth
    case .wpt:
      begin(.waypoint, folder: folder("Waypoints", \.wayPoints))
      beginPoint(tag)
    case .rte: begin(.route, folder: folder("Routes", \.routes))
    case .trk: begin(.track, folder: folder(DocumentFolder.gpxTracks, \.tracks))
    case .trkpt where owner == .track, .rtept where owner == .route: beginPoint(tag)
    default: break
    }
  }

  mutating func end(_ element: GPXElement?, _ text: [UInt8], depth: Int) throws(FormatError) {
    if let hiddenDepth {
      if depth == hiddenDepth { self.hiddenDepth = nil }
      return
    }
    guard let element else { return }
    switch element {
    case .trkpt, .rtept: isInPoint = false
    case .trkseg: builder.endPart()
    case .wpt: try endFeature(.points)
    case .rte, .trk: try endFeature(.lines)
    case .ele, .time, .speed, .course, .hdop, .hr, .heartrate, .cad, .cadence, .atemp, .wtemp, .temp, .depth, .power,
      .powerInWatts,
      .distance:
      takeMeasure(element, text)
    default: takeText(element, text)
    }
  }

  mutating func finish(_ fault: String?, line: Int) throws(FormatError) {
    guard isGPX else {
      throw fault.map { .malformed("GPX", fault: "\($0), line \(line)") } ?? .unrecognized("GPX", found: "other XML")
    }
    if builder.isOpen { try endFeature(owner == .waypoint ? .points : .lines) }
    builder.place = "line \(line)"
    if let fault { builder.note(fault) }
    guard builder.document.featureCount > 0 || fault == nil else {
      throw .malformed("GPX", fault: "\(fault ?? ""), line \(line)")
    }
  }

  // MARK: Features

  private mutating func folder(_ name: String, _ path: WritableKeyPath<GPXHandler, Int?>) -> Int {
    if let number = self[keyPath: path] { return number }
    let number = builder.document.folders.count
    builder.document.folders.append(DocumentFolder(name: name))
    self[keyPath: path] = number
    return number
  }

  private mutating func begin(_ owner: Owner, folder: Int) {
    builder.beginFeature(folder: folder)
    self.owner = owner
    look = FeatureLook()
  }

  private mutating func endFeature(_ kind: FeatureShapes.Kind) throws(FormatError) {
    isInPoint = false
    // A receiver that found its place for a moment leaves a segment of one point.
    builder.endShape(kind, isQuiet: true)
    if builder.openPositions.isEmpty {
      builder.dropFeature()
    } else {
      builder.setLook(look)
      try builder.endFeature()
    }
    owner = .document
  }

  @inline(__always)
  private mutating func beginPoint(_ tag: XMLTag) {
    isInPoint = true
    guard let latitude = tag.number("lat"), let longitude = tag.number("lon"), abs(latitude) <= 90, abs(longitude) <= 540 else {
      isPointGood = false
      return builder.note("a point without a latitude and longitude on Earth")
    }
    isPointGood = true
    builder.addPosition(longitude, latitude)
  }

  // MARK: Values

  private static let measures: [GPXElement: String] = [
    .speed: PointMeasure.speed, .course: PointMeasure.course, .hr: "heart rate", .heartrate: "heart rate", .cad: "cadence",
    .cadence: "cadence", .atemp: "temperature", .temp: "temperature", .wtemp: "water temperature", .depth: "depth",
    .power: "power", .powerInWatts: "power", .distance: "distance", .hdop: "accuracy",
  ]

  private mutating func takeMeasure(_ element: GPXElement, _ text: [UInt8]) {
    guard isInPoint || owner == .waypoint, isPointGood else {
      if element == .time, owner == .document, let text = Self.text(text) { builder.document.notes.append("Time: \(text)") }
      return
    }
    if element == .time {
      guard let seconds = TimeScanner.seconds(text) else { return builder.note("a time that is none") }
      builder.setTime(seconds)
      if owner == .waypoint, let text = Self.text(text) { builder.set("time", .text(text)) }
      return
    }
    guard let value = NumberScanner.value(of: text) else { return }
    if element == .ele {
      builder.setHeight(value)
      if owner == .waypoint { builder.set("elevation", .number(value)) }
    } else if let name = Self.measures[element] {
      builder.setMeasure(name, value)
    }
  }

  private mutating func takeText(_ element: GPXElement, _ bytes: [UInt8]) {
    guard let text = Self.text(bytes) else { return }
    guard owner != .document else {
      if element == .name, builder.document.name.isEmpty { builder.document.name = text }
      if element == .desc, builder.document.summary.isEmpty { builder.document.summary = text }
      return
    }
    // Names of single points of a route or track are not those of the whole.
    guard !isInPoint || owner == .waypoint else { return }
    switch element {
    case .name: builder.set("name", .text(text))
    case .desc: builder.set("description", .text(text))
    case .cmt: builder.set("comment", .text(text))
    case .type: builder.set("type", .text(text))
    case .src: builder.set("source", .text(text))
    case .sym:
      builder.set("symbol", .text(text))
      look.symbol = text
    case .displayColor: look.strokeColor = GarminColor.color(text)
    case .color: look.strokeColor = HexColor.color(text) ?? look.strokeColor
    case .width: if owner == .track, let width = Float(text), width > 0, width <= 30 { look.strokeWidth = width }
    case .opacity: if let opacity = Float(text), let color = look.strokeColor { look.strokeColor = color.withAlpha(opacity) }
    default: break
    }
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).trimmed
    return text.isEmpty ? nil : text
  }
}

/// The colours that Garmin names (GpxExtensions v3).
enum GarminColor {
  private static let colors: [String: String] = [
    "black": "000000", "darkred": "8b0000", "darkgreen": "006400", "darkyellow": "b5b820", "darkblue": "00008b",
    "darkmagenta": "8b008b", "darkcyan": "008b8b", "lightgray": "cccccc", "darkgray": "444444", "red": "ff0000",
    "green": "00a000", "yellow": "ffff00", "blue": "0000ff", "magenta": "ff00ff", "cyan": "00ffff", "white": "ffffff",
  ]

  static func color(_ name: String) -> Color? { colors[name.lowercased()].flatMap(HexColor.color) }
}

/// GPX 1.0 and 1.1.
enum GPXReader {
  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    var stream = XMLStream(GPXHandler(limits: input.limits))
    let source = try input.textSource(TextEncoding.ofXML(input.head))
    try ByteStream.run(source, into: &stream, reading: reading, limits: input.limits, thing: "GPX")
    var document = stream.handler.builder.document
    FeatureFinish.apply(to: &document)
    return document
  }
}
