import Foundation
package import OverlookSupport

extension VirtualDisplay {
  /// What the screen shows now, from the file that `-fbdir` makes the server keep: the X Window Dump format, version 7
  /// (`X11/XWDFile.h`): a header of big-endian 32-bit numbers, a table of colours of 12 bytes each, and the rows.
  package static func picture(inFolder folder: String) throws -> Image {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/Xvfb_screen0")))
    func number(_ index: Int) -> Int {
      guard 4 * index + 4 <= bytes.count else { return 0 }
      return bytes[(4 * index)..<(4 * index + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    let (width, height, rowBytes, bitsPerPixel) = (number(4), number(5), number(12), number(11))
    let start = number(0) + 12 * number(19)
    let isLittleEndian = number(7) == 0
    guard number(1) == 7, bitsPerPixel == 32, width > 0, height > 0, start + rowBytes * height <= bytes.count else {
      throw ToolError(text: "this is no screen of 32 bits a pixel")
    }
    let (red, green, blue) = isLittleEndian ? (2, 1, 0) : (1, 2, 3)
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    for row in 0..<height {
      for column in 0..<width {
        let (source, pixel) = (start + row * rowBytes + 4 * column, 4 * (row * width + column))
        pixels[pixel] = bytes[source + red]
        pixels[pixel + 1] = bytes[source + green]
        pixels[pixel + 2] = bytes[source + blue]
      }
    }
    guard let image = Image(width: width, height: height, premultipliedRGBA: pixels) else {
      throw ToolError(text: "the screen is empty")
    }
    return image
  }

  /// How many colours the screen shows now.
  package static func colorCount(inFolder folder: String) throws -> Int {
    let pixels = try picture(inFolder: folder).pixels
    var colors = Set<UInt32>()
    // Most pixels are as the one before.
    var last: UInt32 = .max
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let color = UInt32(pixels[pixel]) << 16 | UInt32(pixels[pixel + 1]) << 8 | UInt32(pixels[pixel + 2])
      if color != last { colors.insert(color) }
      last = color
    }
    return colors.count
  }
}
