import Foundation
import OverlookFormats
import OverlookSupport

/// The public-domain maps and outlines that the world is painted from, as Marble lays them out.
struct WorldSource {
  /// The height, in the unit of the source, at which land and sea meet.
  static let seaLevel: Float = 98

  private let folder: String

  init(folder: String) {
    self.folder = folder
  }

  /// Heights of land and sea floor as 0 ... 255, 10800 x 5400 values, from 16 x 8 squares.
  func heights() throws -> Plane {
    let side = 675
    var plane = Plane(width: 16 * side, height: 8 * side)
    for row in 0..<8 {
      for column in 0..<16 {
        let name = String(format: "maps/earth/srtm/3/%06d/%06d_%06d.jpg", row, row, column)
        let image = try ImageDecoder.decode(bytes(name))
        guard image.width == side, image.height == side else {
          throw FormatError.malformed(name, fault: "\(image.width) x \(image.height) pixels")
        }
        for y in 0..<side {
          let target = (row * side + y) * plane.width + column * side
          for x in 0..<side { plane.values[target + x] = Float(image.pixels[4 * (y * side + x)]) }
        }
      }
    }
    return plane
  }

  /// Outlines of Natural Earth at 1:50 million: `name` is "land", "lakes" and so on.
  func outlines(_ name: String, isClosed: Bool = true) throws -> [Outline] {
    try Outline.read(bytes("naturalearth/ne_50m_\(name).pn2"), thing: name, isClosed: isClosed)
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
  }
}
