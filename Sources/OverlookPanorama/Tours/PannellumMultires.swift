import OverlookFormats
import OverlookSupport

/// Cube faces in levels of tiles, as Pannellum's `multiRes` describes them: level l has faces of cubeResolution / 2^(maxLevel - l) pixels,
/// each half cut to whole pixels; the tiles of the last column and row are as small as what is left.
struct PannellumMultires: Hashable, Sendable {
  var basePath: String
  var path: String
  var fallbackPath: String?
  var ending: String
  var tileResolution: Int
  var maxLevel: Int
  var cubeResolution: Int
  private var missing: Set<PanoramaTileID> = []
  var warnings: [String] = []

  /// As tile names have them.
  private static let letters: [CubeFace: Character] = [.front: "f", .right: "r", .back: "b", .left: "l", .up: "u", .down: "d"]

  init(_ value: JSONValue, basePath defaultPath: String, thing: String) throws(FormatError) {
    guard let members = value.object else { throw .malformed(thing, fault: "its multiRes is no object") }
    func whole(_ name: String, _ range: ClosedRange<Int>) throws(FormatError) -> Int {
      guard let number = members[name]?.number, let value = Int(exactly: number), range.contains(value) else {
        throw .malformed(thing, fault: "its \(name) is missing or no whole number of \(range.lowerBound) to \(range.upperBound)")
      }
      return value
    }
    tileResolution = try whole("tileResolution", 16...8192)
    maxLevel = try whole("maxLevel", 1...20)
    cubeResolution = try whole("cubeResolution", 1...1_000_000)
    guard let path = members["path"]?.string, path.contains("%s"), path.contains("%l") else {
      throw .malformed(thing, fault: "its path is missing, or without a place for face and level (%s, %l)")
    }
    self.path = path
    basePath = members["basePath"]?.string ?? defaultPath
    fallbackPath = members["fallbackPath"]?.string
    ending = members["extension"]?.string ?? "jpg"
    guard let lowest = sizes.first, lowest > 0 else {
      throw .malformed(thing, fault: "its levels do not fit: nothing is left of \(cubeResolution) pixels at level 1")
    }
    if lowest > tileResolution {
      warnings.append("its levels do not fit: level 1 is \(lowest) pixels wide, more than a tile of \(tileResolution)")
    }
    if let text = members["missingTiles"]?.string { readMissing(Array(text.utf8)) }
  }

  /// Pixels of a face, of each level from 1 on.
  private var sizes: [Int] { (1...maxLevel).map { cubeResolution >> (maxLevel - $0) } }

  var levels: [PanoramaLevel] {
    sizes.map { PanoramaLevel(width: $0, height: $0, tileWidth: tileResolution, tileHeight: tileResolution) }
  }

  /// Where a tile lies; nil for one that is said to be missing.
  func reference(_ tile: PanoramaTileID) -> String? {
    guard !isMissing(tile), let face = face(tile.face) else { return nil }
    let values = ["%s": String(face), "%l": "\(tile.level + 1)", "%x": "\(tile.column)", "%y": "\(tile.row)"]
    return joined(Self.filled(path, values) + "." + ending)
  }

  /// Where a whole face lies, of 1,024 pixels; nil where there are none.
  func fallbackReference(face index: Int) -> String? {
    guard let fallbackPath, let face = face(index) else { return nil }
    return joined(Self.filled(fallbackPath, ["%s": String(face)]) + "." + ending)
  }

  private func face(_ index: Int) -> Character? { CubeFace(rawValue: index).flatMap { Self.letters[$0] } }

  private func joined(_ rest: String) -> String {
    if basePath.isEmpty { return rest.hasPrefix("/") ? String(rest.dropFirst()) : rest }
    let base = basePath.hasSuffix("/") ? String(basePath.dropLast()) : basePath
    return base + (rest.hasPrefix("/") ? rest : "/" + rest)
  }

  private static func filled(_ template: String, _ values: [String: String]) -> String {
    values.reduce(template) { $0.replacing($1.key, with: $1.value) }
  }

  // MARK: Missing tiles

  /// Of a tile that is missing, all that it is made of are, too.
  func isMissing(_ tile: PanoramaTileID) -> Bool {
    guard !missing.isEmpty else { return false }
    var tile = tile
    while tile.level >= 0 {
      if missing.contains(tile) { return true }
      tile = PanoramaTileID(level: tile.level - 1, face: tile.face, column: tile.column / 2, row: tile.row / 2)
    }
    return false
  }

  private static let mostMissing = 1_000_000

  /// "!" and a face, ">" and a level, and then column and row of each tile in as many digits as the level needs.
  private mutating func readMissing(_ text: [UInt8]) {
    let faces = Dictionary(uniqueKeysWithValues: Self.letters.map { ($0.value.asciiValue ?? 0, $0.key) })
    var rest = text[...]
    var (face, level): (CubeFace?, Int?) = (nil, nil)
    while let sign = rest.first, missing.count < Self.mostMissing {
      switch sign {
      case UInt8(ascii: "!"):
        rest.removeFirst()
        face = rest.popFirst().flatMap { faces[$0] }
        guard face != nil else { return missingFault() }
      case UInt8(ascii: ">"):
        rest.removeFirst()
        level = rest.popFirst().flatMap { Base83.number([$0]) }
        guard let level, (1...maxLevel).contains(level) else { return missingFault() }
      default:
        guard let face, let level else { return missingFault() }
        let size = levels[level - 1]
        let digits = size.columns > 83 * 83 ? 3 : size.columns > 83 ? 2 : 1
        guard rest.count >= 2 * digits, let column = Base83.number(rest.prefix(digits)),
          let row = Base83.number(rest.dropFirst(digits).prefix(digits)), size.contains(column: column, row: row)
        else { return missingFault() }
        missing.insert(PanoramaTileID(level: level - 1, face: face.rawValue, column: column, row: row))
        rest = rest.dropFirst(2 * digits)
      }
    }
  }

  private mutating func missingFault() { warnings.append("its list of missing tiles is damaged, and counts as far as it is not") }
}

/// The tiles of `PannellumMultires`.
struct MultiresTiles: PanoramaTileSource {
  let multires: PannellumMultires
  let resources: PanoramaResources

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    guard let reference = multires.reference(tile) else { throw .notFound("the panorama has no picture there") }
    do throws(PanoramaError) {
      return try await resources.image(reference)
    } catch {
      // Of the lowest level there may be another copy.
      guard tile.level == 0, error != .cancelled, let other = multires.fallbackReference(face: tile.face) else { throw error }
      return try await resources.image(other)
    }
  }
}
