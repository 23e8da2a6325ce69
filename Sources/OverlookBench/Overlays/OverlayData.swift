import Foundation
import Overlook
import OverlookGeometry
import OverlookSupport

/// The places that an overlay benchmark draws.
///
/// A file of little-endian Float64 numbers. Points, icons and ground pictures: longitude, latitude, longitude, ... Lines and
/// areas: the number n of parts, n + 1 ascending offsets into the points (the first 0, the last their number), then longitudes
/// and latitudes. A ground picture lies over the bounds of its points.
struct OverlayData {
  /// Longitude, latitude, ...
  var coordinates: [Double]
  /// n + 1 offsets of n parts, in points; none for kinds without parts.
  var offsets: [Int] = []

  /// Larger files are not read: 128 million numbers.
  private static let maximumBytes = 1 << 30

  var pointCount: Int { coordinates.count / 2 }

  /// The same a little further east.
  var shifted: OverlayData {
    var data = self
    for index in stride(from: 0, to: coordinates.count, by: 2) { data.coordinates[index] += 0.001 }
    return data
  }

  /// The points that are places.
  var worldPoints: [WorldPoint] { worldPoints(0..<pointCount) }

  /// The same, part by part.
  var parts: [[WorldPoint]] { zip(offsets, offsets.dropFirst()).map { worldPoints($0..<$1) } }

  private func worldPoints(_ range: Range<Int>) -> [WorldPoint] {
    range.map(coordinate).filter(\.isValid).map(WorldPoint.init)
  }

  func coordinate(_ index: Int) -> LocationCoordinate {
    LocationCoordinate(latitude: coordinates[2 * index + 1], longitude: coordinates[2 * index])
  }

  /// Reads a file.
  init(path: String, hasParts: Bool) throws {
    let bytes = try Self.bytes(path)
    guard bytes.count % 8 == 0 else {
      throw BenchError(description: "\(path): \(bytes.count) bytes are no whole number of Float64")
    }
    var numbers = bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map { offset in
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
    }
    if hasParts {
      guard let count = numbers.first.flatMap(Int.init(exactly:)), count >= 0, count < numbers.count - 1 else {
        throw BenchError(description: "\(path): the number of parts is missing or too large")
      }
      offsets = try numbers[1...count + 1].map { number in
        guard let offset = Int(exactly: number) else {
          throw BenchError(description: "\(path): the offset \(number) is no number of a point")
        }
        return offset
      }
      numbers.removeFirst(count + 2)
    }
    guard numbers.count % 2 == 0 else { throw BenchError(description: "\(path): the last longitude has no latitude") }
    coordinates = numbers
    let isAscending = zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }
    guard offsets.isEmpty || offsets.first == 0 && offsets.last == pointCount && isAscending else {
      throw BenchError(description: "\(path): the offsets do not ascend from 0 to the number of points, \(pointCount)")
    }
  }

  private static func bytes(_ path: String) throws -> Data {
    do {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      guard size <= maximumBytes else { throw BenchError(description: "\(path): \(size) bytes are more than \(maximumBytes)") }
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch let fault as BenchError {
      throw fault
    } catch {
      throw BenchError(description: "\(path) cannot be read")
    }
  }

  // MARK: Made up

  private init(coordinates: [Double], offsets: [Int] = []) {
    self.coordinates = coordinates
    self.offsets = offsets
  }

  /// No points.
  static let nothing = OverlayData(coordinates: [])

  private static let middle = (longitude: -0.12, latitude: 51.5)
  /// Half the extent.
  private static let extent = (longitude: 0.5, latitude: 0.3)

  /// `count` places spread evenly over an area about London, of which a view of 1024 x 768 points at zoom 11 shows 40 %.
  static func places(_ count: Int) -> OverlayData {
    var generator = SeededGenerator(seed: 5)
    var coordinates: [Double] = []
    coordinates.reserveCapacity(2 * count)
    for _ in 0..<count { coordinates += place(&generator) }
    return OverlayData(coordinates: coordinates)
  }

  /// `count` wandering lines of `points` points each over the same area.
  static func lines(_ count: Int, points: Int) -> OverlayData {
    var generator = SeededGenerator(seed: 6)
    var data = OverlayData(coordinates: [], offsets: [0])
    for _ in 0..<count {
      var place = place(&generator)
      var heading = generator.unit() * 2 * .pi
      for _ in 0..<points {
        data.coordinates += place
        heading += (generator.unit() - 0.5) * 1.2
        place = [place[0] + 0.0012 * cos(heading), place[1] + 0.00075 * sin(heading)]
      }
      data.offsets.append(data.pointCount)
    }
    return data
  }

  /// `count` rings of `points` points with an uneven edge over the same area.
  static func rings(_ count: Int, points: Int) -> OverlayData {
    var generator = SeededGenerator(seed: 8)
    var data = OverlayData(coordinates: [], offsets: [0])
    for _ in 0..<count {
      let place = place(&generator)
      for point in 0..<points {
        let angle = 2 * .pi * Double(point) / Double(points)
        let radius = 0.008 * (0.6 + 0.4 * generator.unit())
        data.coordinates += [place[0] + radius * cos(angle), place[1] + 0.62 * radius * sin(angle)]
      }
      data.offsets.append(data.pointCount)
    }
    return data
  }

  private static func place(_ generator: inout SeededGenerator) -> [Double] {
    [
      middle.longitude + extent.longitude * (2 * generator.unit() - 1),
      middle.latitude + extent.latitude * (2 * generator.unit() - 1),
    ]
  }
}

extension SeededGenerator {
  /// 0 ..< 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
