package import OverlookFormats
package import OverlookGeometry
import OverlookSupport

extension StreetPicture {
  /// The picture as a JPEG file that viewers of panoramas know as one: the metadata of Google's Photo Sphere XMP
  /// (developers.google.com/streetview/spherical-metadata) say that it is whole and has north in the middle, those of Exif where it is.
  package func jpeg(at place: LocationCoordinate, quality: Int = 90) throws(FormatError) -> [UInt8] {
    let file = try JPEGEncoder.encode(image, quality: quality)
    // Behind the marker that begins the file.
    let (exif, sphere) = (Self.exif(place), Self.sphere(width: image.width, height: image.height))
    return Array(file.prefix(2)) + Self.segment(exif) + Self.segment(sphere) + file.dropFirst(2)
  }

  /// An APP1 segment, whose length counts its own two bytes.
  private static func segment(_ body: [UInt8]) -> [UInt8] {
    let length = UInt16(clamping: body.count + 2)
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body
  }

  /// Exif 2.32 with nothing but latitude and longitude, in ten-millionths of degrees; the lowest bytes of numbers come first.
  private static func exif(_ place: LocationCoordinate) -> [UInt8] {
    func bytes(_ numbers: [UInt32]) -> [UInt8] {
      numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    }
    func entry(_ tag: UInt8, type: UInt8, count: UInt32, _ value: [UInt8]) -> [UInt8] {
      [tag, 0, type, 0] + bytes([count]) + value
    }
    /// Degrees, minutes and seconds, each a fraction.
    func angle(_ degrees: Double) -> [UInt8] {
      bytes([UInt32(exactly: (abs(degrees) * 1e7).rounded()) ?? 0, 10_000_000, 0, 1, 0, 1])
    }
    let place = place.normalized
    // The first directory lies at 8 and names the other, which lies at 26 and has four entries; what does not fit into these follows.
    let first: [UInt8] = [1, 0, 0x25, 0x88, 4, 0] + bytes([1, 26, 0])
    let (isSouth, isWest) = (place.latitude < 0, place.longitude < 0)
    let values: UInt32 = 26 + 2 + 4 * 12 + 4
    let entries = [
      entry(1, type: 2, count: 2, [UInt8(ascii: isSouth ? "S" : "N"), 0, 0, 0]),
      entry(2, type: 5, count: 3, bytes([values])),
      entry(3, type: 2, count: 2, [UInt8(ascii: isWest ? "W" : "E"), 0, 0, 0]),
      entry(4, type: 5, count: 3, bytes([values + 24])),
    ]
    let head = Array("Exif\0\0II*\0".utf8) + bytes([8]) + first + [4, 0]
    return head + entries.flatMap(\.self) + bytes([0]) + angle(place.latitude) + angle(place.longitude)
  }

  /// Of the XMP.
  private static func sphere(width: Int, height: Int) -> [UInt8] {
    let properties = [
      ("UsePanoramaViewer", "True"), ("ProjectionType", "equirectangular"), ("PoseHeadingDegrees", "0"),
      ("PosePitchDegrees", "0"),
      ("PoseRollDegrees", "0"), ("FullPanoWidthPixels", "\(width)"), ("FullPanoHeightPixels", "\(height)"),
      ("CroppedAreaImageWidthPixels", "\(width)"), ("CroppedAreaImageHeightPixels", "\(height)"), ("CroppedAreaLeftPixels", "0"),
      ("CroppedAreaTopPixels", "0"),
    ].map { " GPano:\($0.0)=\"\($0.1)\"" }.joined()
    let document = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"\(properties)/>\
      </rdf:RDF></x:xmpmeta>
      """
    return Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(document.utf8)
  }
}
