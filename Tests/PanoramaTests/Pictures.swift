import Foundation
import OverlookFormats
import OverlookSupport

@testable import OverlookPanorama

/// Pictures that the tests make.
enum Pictures {
  /// A colourful picture without sharp edges, in which every place has its own colour.
  static func gradient(_ width: Int, _ height: Int) -> Image {
    Image(width: width, height: height, scale: 1) { column, row in
      let (x, y) = (Double(column) / Double(width), Double(row) / Double(height))
      let wave = 0.5 + 0.5 * sin(40 * x) * cos(30 * y)
      return SIMD4(UInt8(255 * x), UInt8(255 * y), UInt8(255 * wave), 255)
    }
  }

  /// The segment APP1 of XMP with these properties of GPano.
  static func xmp(_ properties: [(String, String)], extra: String = "") -> [UInt8] {
    let attributes = properties.map { "GPano:\($0.0)=\"\($0.1)\"" }.joined(separator: " ")
    return xmpSegment(packet(attributes + " " + extra))
  }

  static func packet(_ attributes: String) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
    xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" \(attributes)/>\
    </rdf:RDF></x:xmpmeta>
    """
  }

  static func xmpSegment(_ text: String) -> [UInt8] { segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(text.utf8)) }

  static func extensionSegment(_ identifier: String, length: Int, offset: Int, _ bytes: some Collection<UInt8>) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    return segment(
      Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(identifier.utf8) + word(length) + word(offset) + bytes)
  }

  static func segment(_ bytes: [UInt8], marker: UInt8 = 0xE1) -> [UInt8] {
    let length = bytes.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + bytes
  }

  /// A JPEG file with segments put behind its beginning.
  static func jpeg(_ image: Image, _ segments: [UInt8]...) throws -> [UInt8] {
    let file = try JPEGEncoder.encode(image, quality: 95)
    return Array(file.prefix(2)) + segments.flatMap { $0 } + file.dropFirst(2)
  }
}
