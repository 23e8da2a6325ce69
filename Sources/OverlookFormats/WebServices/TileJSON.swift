internal import Foundation
package import OverlookGeometry
internal import OverlookSupport

/// A TileJSON document, version 1 to 3: where the tiles of one map are, and what is known of them.
///
/// Values that make no sense are replaced and named in `warnings`; only a document without a usable tile address is refused.
package struct TileJSON: Hashable, Sendable {
  /// At least one http(s) address with placeholders, relative ones resolved; servers of equal content where there are several.
  package var tiles: [String] = []
  /// 0 ... 30.
  package var minimumZoom = 0
  /// 0 ... 30, not below `minimumZoom`.
  package var maximumZoom = TileID.maximumZoom
  /// The same; nil when the document does not say.
  package private(set) var statedMaximumZoom: Int?
  /// Valid; the world when the document does not say.
  package var bounds = CoordinateBounds.world
  /// Plain text of at most 300 characters, tags removed.
  package var attribution: String?
  /// As for `attribution`.
  package var name: String?
  /// Rows count from the south.
  package var isTMS = false
  package var format = TileArchiveHeader.TileFormat.unknown
  /// Pixels along a side of a tile; nil when the document does not say.
  package var tileSize: Int?
  /// Identifiers of the layers of vector tiles, cleaned.
  package var vectorLayers: [String] = []
  /// One line each, cleaned.
  package var warnings: [String] = []

  private static let thing = "TileJSON"
  private static let addressLimit = 64

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file. Addresses of other
  /// `schemes` than http and https, in lower case, are taken as they are.
  package init(json: [UInt8], baseURL: String?, schemes: Set<String> = []) throws(FormatError) {
    let addresses = DocumentAddresses(baseURL: baseURL)
    try self.init(json: json) { text in
      if text.contains("://"), schemes.contains(text.prefix { $0 != ":" }.lowercased()) { return .usable(text) }
      return switch addresses.verdict(on: text) {
      case .usable(let address): .usable(address.text)
      case .refused(let reason): .refused(reason)
      }
    }
  }

  /// Reads a document whose addresses may be of any form, relative ones too, and are given as they are written: what they mean is
  /// for somebody else to say, such as a style.
  package init(references json: [UInt8]) throws(FormatError) {
    try self.init(json: json) { .usable($0) }
  }

  private enum Verdict {
    case usable(String)
    case refused(String)
  }

  private init(json: [UInt8], _ verdict: (String) -> Verdict) throws(FormatError) {
    let object = try Self.object(json)
    try readTiles(object["tiles"], verdict)
    readZooms(object)
    readBounds(object["bounds"])
    attribution = Self.plainText(object["attribution"])
    name = Self.plainText(object["name"])
    readScheme(object["scheme"])
    readTileSize(object["tileSize"] ?? object["tilesize"] ?? object["tile_size"])
    readVectorLayers(object["vector_layers"] ?? (object["json"] as? [String: Any])?["vector_layers"])
    format = readFormat(object)
  }

  private static func object(_ json: [UInt8]) throws(FormatError) -> [String: Any] {
    let bytes = json.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(json.dropFirst(3)) : json
    let outline = try JSONBudget.outline(bytes, thing: thing)
    guard outline.isObject else { throw .unrecognized(thing, found: ImageFormat.guess(json)) }
    let value: Any
    do {
      value = try JSONSerialization.jsonObject(with: Data(bytes))
    } catch {
      let words = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "not JSON"
      throw .malformed(thing, fault: OutsideText.cleaned(words, limit: 120))
    }
    guard let object = value as? [String: Any] else { throw .unrecognized(thing, found: "a JSON document") }
    return object
  }

  private mutating func readTiles(_ value: Any?, _ verdict: (String) -> Verdict) throws(FormatError) {
    let list = (value as? [Any])?.compactMap { $0 as? String } ?? (value as? String).map { [$0] } ?? []
    guard !list.isEmpty else { throw .malformed(Self.thing, fault: "it names no tiles") }
    var refusal = "no address"
    for text in list.prefix(Self.addressLimit) {
      switch verdict(text) {
      case .usable(let address): refusal = take(address) ?? refusal
      case .refused(let reason):
        refusal = reason
        warn("tiles: \(reason)")
      }
    }
    guard !tiles.isEmpty else { throw .unsupported(Self.thing, fault: refusal) }
    if list.count > Self.addressLimit { warn("only the first \(Self.addressLimit) addresses of tiles are used") }
  }

  /// Says what is wrong with an address of tiles; nil for nothing.
  private mutating func take(_ address: String) -> String? {
    if tiles.contains(address) { return nil }
    guard Self.namesTiles(address) else {
      let fault = "an address of tiles lacks {z}, {x} or {y}"
      warn(fault)
      return fault
    }
    tiles.append(address)
    return nil
  }

  private static func namesTiles(_ address: String) -> Bool {
    let has = { (placeholder: String) in address.contains(placeholder) }
    return has("{quadkey}") || has("{bbox-epsg-3857}") || has("{z}") && has("{x}") && (has("{y}") || has("{-y}"))
  }

  private mutating func readZooms(_ object: [String: Any]) {
    let highest = TileID.maximumZoom
    minimumZoom = zoom("minzoom", object["minzoom"]) ?? 0
    statedMaximumZoom = zoom("maxzoom", object["maxzoom"])
    maximumZoom = statedMaximumZoom ?? highest
    guard minimumZoom > maximumZoom else { return }
    warn("minzoom \(minimumZoom) is above maxzoom \(maximumZoom); the two are exchanged")
    swap(&minimumZoom, &maximumZoom)
    statedMaximumZoom = maximumZoom
  }

  /// Also from text and fractions, which are found in the wild; held to 0 ... 30.
  private mutating func zoom(_ key: String, _ value: Any?) -> Int? {
    guard let value else { return nil }
    guard let number = Self.number(value) else {
      warn("\(key) is not a number")
      return nil
    }
    let limit = Double(TileID.maximumZoom)
    if number < 0 || number > limit { warn("\(key) lies outside 0 to \(TileID.maximumZoom)") }
    return Int(exactly: min(max(number, 0), limit).rounded(.down))
  }

  private static func number(_ value: Any) -> Double? {
    if let number = value as? NSNumber {
      let double = number.doubleValue
      return double.isFinite ? double : nil
    }
    return DocumentNumber.double((value as? String).map(XMLText.trimmed))
  }

  private mutating func readBounds(_ value: Any?) {
    guard let value else { return }
    let numbers = (value as? [Any])?.map { Self.number($0) } ?? DocumentNumber.doubles(value as? String, count: 4) ?? []
    let box = numbers.compactMap { $0 }
    guard numbers.count == 4, box.count == 4,
      let bounds = CoordinateBounds(west: box[0], south: box[1], east: box[2], north: box[3])
    else {
      return warn("bounds are not west, south, east and north in degrees; the world is taken")
    }
    self.bounds = bounds
  }

  private mutating func readScheme(_ value: Any?) {
    guard let value else { return }
    switch (value as? String)?.lowercased() {
    case "xyz": break
    case "tms": isTMS = true
    default: warn("the scheme is neither xyz nor tms; xyz is taken")
    }
  }

  private mutating func readTileSize(_ value: Any?) {
    guard let value else { return }
    guard let number = Self.number(value), let size = Int(exactly: number), (16...ImageLimits.tile.maximumSide).contains(size)
    else {
      return warn("tileSize makes no sense and is not used")
    }
    tileSize = size
  }

  private mutating func readVectorLayers(_ value: Any?) {
    guard let list = value as? [Any] else { return }
    vectorLayers = list.prefix(1000).compactMap { ($0 as? [String: Any])?["id"] as? String }.map { OutsideText.cleaned($0) }
  }

  /// What the document says, or else what the addresses end with; vector where it lists layers.
  private func readFormat(_ object: [String: Any]) -> TileArchiveHeader.TileFormat {
    for key in ["format", "encoding", "type"] {
      guard let word = object[key] as? String, let format = TileFormatName.format(word) else { continue }
      return format
    }
    if !vectorLayers.isEmpty { return .mvt }
    let path = tiles.first.flatMap { WebReference($0)?.path } ?? ""
    return path.lastIndex(of: ".").flatMap { TileFormatName.format(String(path[path.index(after: $0)...])) } ?? .unknown
  }

  private static func plainText(_ value: Any?) -> String? {
    guard let text = value as? String else { return nil }
    let plain = OutsideText.plainText(fromHTML: text)
    return plain.isEmpty ? nil : plain
  }

  private mutating func warn(_ text: String) {
    let line = OutsideText.cleaned(text)
    if warnings.count < 100, !warnings.contains(line) { warnings.append(line) }
  }
}

/// The names by which documents call the formats of tiles.
enum TileFormatName {
  /// Of a MIME type, an extension or a word; nil when it is none that is known.
  static func format(_ name: String) -> TileArchiveHeader.TileFormat? {
    let word = XMLText.trimmed(String(name.prefix { $0 != ";" })).lowercased()
    let kind = word.split(separator: "/").last.map(String.init) ?? word
    switch kind {
    case "png", "png8", "png24", "png32", "x-png", "vnd.jpeg-png", "vnd.jpeg-png8": return .png
    case "jpeg", "jpg", "jpgpng": return .jpeg
    case "webp": return .webp
    case "avif": return .avif
    case "mvt", "pbf", "vnd.mapbox-vector-tile", "x-protobuf": return .mvt
    default: return nil
    }
  }
}
