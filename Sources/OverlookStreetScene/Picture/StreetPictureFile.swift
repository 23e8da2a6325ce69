package import OverlookFormats
import OverlookSupport

extension StreetPicture {
  /// The picture as a JPEG file that viewers of panoramas know as one: the metadata of Google's Photo Sphere XMP
  /// (developers.google.com/streetview/spherical-metadata) say that it is whole and has north in the middle.
  package func jpeg(quality: Int = 90) throws(FormatError) -> [UInt8] {
    let file = try JPEGEncoder.encode(image, quality: quality)
    // Behind the marker that begins the file.
    return Array(file.prefix(2)) + Self.segment(width: image.width, height: image.height) + file.dropFirst(2)
  }

  /// An APP1 segment, whose length counts its own two bytes.
  private static func segment(width: Int, height: Int) -> [UInt8] {
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
    let body = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(document.utf8)
    let length = UInt16(clamping: body.count + 2)
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body
  }
}
