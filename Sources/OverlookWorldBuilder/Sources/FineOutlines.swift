import Foundation
import OverlookFormats

/// Outlines of Natural Earth at 1:10 million, from shapefiles (ESRI, 1998) of which the geometry alone is there.
struct FineOutlines {
  private let folder: String

  init(folder: String) {
    self.folder = folder
  }

  /// Rings of areas, or lines, in degrees; each thing of the file by its number. `name` is "land", "lakes" and so on.
  func outlines(_ name: String) throws -> [Outline] {
    let path = "\(folder)/ne_10m_\(name).shp"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var reader = ByteReader(bytes, thing: path)
    try reader.skip(100)
    var outlines: [Outline] = []
    while !reader.isAtEnd {
      let feature = try reader.readUInt32BigEndian()
      try reader.skip(4)
      switch try reader.readUInt32() {
      case 0: continue
      case 3: outlines += try Self.parts(&reader, feature: feature, isArea: false)
      case 5: outlines += try Self.parts(&reader, feature: feature, isArea: true)
      case let kind: throw FormatError.unsupported(path, fault: "shapes of kind \(kind)")
      }
    }
    return outlines
  }

  private static func parts(_ reader: inout ByteReader, feature: UInt32, isArea: Bool) throws(FormatError) -> [Outline] {
    try reader.skip(32)
    let partCount = Int(try reader.readUInt32())
    let pointCount = Int(try reader.readUInt32())
    var starts: [Int] = []
    for _ in 0..<partCount { starts.append(Int(try reader.readUInt32())) }
    starts.append(pointCount)
    return try zip(starts, starts.dropFirst()).map { start, end throws(FormatError) in
      var outline = Outline(kind: .open, feature: feature)
      for _ in start..<max(end, start) {
        let longitude = Double(bitPattern: try reader.readUInt64())
        outline.longitudes.append(abs(longitude) > 179.999 ? (longitude < 0 ? -180 : 180) : longitude)
        outline.latitudes.append(Double(bitPattern: try reader.readUInt64()))
      }
      guard isArea else { return outline }
      // Outer rings go clockwise with north up.
      return outline.with(kind: outline.signedArea < 0 ? .outer : .inner)
    }
  }
}
