import FuzzSupport
import OverlookGeometry
import OverlookPanorama

private let words = XMLFromBytes(
  elements: ["RDF", "Description", "ProjectionType", "FullPanoWidthPixels", "PoseHeadingDegrees", "Size"],
  attributes: [
    "ProjectionType", "FullPanoWidthPixels", "FullPanoHeightPixels", "CroppedAreaImageWidthPixels",
    "CroppedAreaImageHeightPixels",
    "CroppedAreaLeftPixels", "CroppedAreaTopPixels", "PoseHeadingDegrees", "PosePitchDegrees", "PoseRollDegrees",
    "InitialViewHeadingDegrees", "InitialHorizontalFOVDegrees", "HasExtendedXMP", "TileSize", "Overlap", "Format", "Width",
    "Height", "WIDTH", "HEIGHT", "TILESIZE",
  ],
  texts: [
    "equirectangular", "cylindrical", "0", "1", "16", "32", "64", "-1", "1e9", "NaN", "99999999999999999999", "254", "2000",
    "1000",
    "jpg", "0123456789ABCDEF0123456789ABCDEF",
  ])

/// Panoramas as they come from outside. The first byte says what: a file of any kind; XML that is spelled out of words, alone or as the
/// properties of a JPEG file; answers of services.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let mode = input.first else { return 0 }
  let rest = input.dropFirst()
  switch mode % 6 {
  case 0, 1: check(Array(rest))
  case 2: check(words.document(rest, root: "Image TileSize=\"254\" Overlap=\"1\" Format=\"jpg\""))
  case 3: check(jpeg(words.document(rest, root: "RDF")))
  default:
    let service: PanoramaServer.Service = mode.isMultiple(of: 2) ? .panoramax : .mapillary
    for panorama in (try? PanoramaServer.panoramas(in: Array(rest), of: service, host: "example.org")) ?? [] {
      demand(panorama.coordinate?.isValid == true, "a place off the Earth")
      demand(panorama.links.allSatisfy { $0.heading.isFinite && $0.panoramaID != panorama.panoramaID }, "a link to nowhere")
      demand(panorama.credit.count <= 301 && panorama.pose.heading.isFinite, "texts and pose")
    }
  }
  return 0
}

private func check(_ bytes: [UInt8]) {
  guard let check = try? PanoramaCheck(bytes, name: "x") else { return }
  demand(!check.kind.isEmpty && check.facts.count <= 3, "facts")
}

/// A file of 32 x 16 grey pixels with these properties; its picture is cut.
private func jpeg(_ packet: [UInt8]) -> [UInt8] {
  let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet.prefix(65_000)
  let length = segment.count + 2
  return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + segment
    + [0xFF, 0xC2, 0, 11, 8, 0, 16, 0, 32, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9]
}
