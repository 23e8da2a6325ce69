public import OverlookSupport
public import Foundation
import OverlookFormats

extension Image {
  /// The picture as a PNG file. Throws what keeps it from being written as one.
  public func pngData() throws -> Data {
    Data(try PNGEncoder.encode(self))
  }

  /// Writes the picture as a PNG file, which is whole or as it was before. Throws what the file system says.
  public func writePNG(to path: String) throws {
    try pngData().write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
