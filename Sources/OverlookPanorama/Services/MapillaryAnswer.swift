import Foundation
import Glibc
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

/// Reads what Mapillary's Graph API (version 4) answers: an image, or a list of them in `data`. Places and directions are the computed
/// ones where there are such. Images that are no full spheres are left out.
enum MapillaryAnswer {
  static let fields = [
    "id", "computed_geometry", "geometry", "computed_compass_angle", "compass_angle", "computed_rotation", "computed_altitude",
    "camera_type", "captured_at", "sequence", "thumb_2048_url", "thumb_original_url", "creator",
  ]
  private static let limits = JSONLimits(byteCount: 8 << 20, depth: 32)
  private static let mostItems = 2000

  static func images(_ bytes: [UInt8], host: String) throws(FormatError) -> [ServicePanorama] {
    let value = try JSONParser.parse(bytes, thing: "\(host): answer", limits: limits)
    if let message = value["error"]?["message"]?.string {
      throw .unsupported("\(host): request", fault: OutsideText.cleaned(message))
    }
    if let images = value["data"]?.array { return images.prefix(mostItems).compactMap { image($0) } }
    guard value["id"] != nil else { throw .malformed("\(host): answer", fault: "it is no image") }
    return image(value).map { [$0] } ?? []
  }

  /// What an answer of status 400, 401 or 403 says. With 400 the service speaks of wrong tokens, and of other faults of a question.
  static func refusal(_ response: HTTPResponse, host: String) -> PanoramaError {
    let answer = try? JSONParser.parse(response.body, thing: host, limits: limits)
    guard response.status != 400 || answer?["error"]?["type"]?.string == "OAuthException" else {
      return .unusable("\(host) refuses the request (400)")
    }
    return .refused("\(host) refuses access (\(response.status)): is a key needed, or wrong?")
  }

  private static func image(_ value: JSONValue) -> ServicePanorama? {
    guard let id = value["id"]?.string, !id.isEmpty, id.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      ["spherical", "equirectangular"].contains(value["camera_type"]?.string ?? ""),
      let place = coordinate(value["computed_geometry"]) ?? coordinate(value["geometry"]),
      let picture = value["thumb_original_url"]?.string ?? value["thumb_2048_url"]?.string
    else { return nil }
    var panorama = Panorama(panoramaID: id, coordinate: place)
    let heading = (value["computed_compass_angle"] ?? value["compass_angle"])?.number.flatMap { abs($0) <= 360 ? $0 : nil }
    panorama.pose = pose(value["computed_rotation"]) ?? PanoramaPose(heading: heading ?? 0)
    panorama.date = value["captured_at"]?.number.map { Date(timeIntervalSince1970: $0 / 1000) }
    panorama.sequenceID = value["sequence"]?.string
    let creator = value["creator"]?["username"]?.string
    panorama.credit = OutsideText.cleaned([creator, "Mapillary", "CC BY-SA 4.0"].compactMap { $0 }.joined(separator: ", "))
    return ServicePanorama(panorama: panorama, picture: .file(picture))
  }

  private static func coordinate(_ geometry: JSONValue?) -> LocationCoordinate? {
    guard let numbers = geometry?["coordinates"]?.array, numbers.count >= 2, let longitude = numbers[0].number,
      let latitude = numbers[1].number
    else { return nil }
    let place = LocationCoordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? place.normalized : nil
  }

  /// An axis times an angle in radians, by which directions in the frame east, north, up become those of the camera (x right, y down, z
  /// ahead).
  static func pose(_ value: JSONValue?) -> PanoramaPose? {
    guard let numbers = value?.array?.compactMap(\.number), numbers.count == 3 else { return nil }
    let axis = SIMD3(numbers[0], numbers[1], numbers[2])
    let angle = (axis * axis).sum().squareRoot()
    guard angle.isFinite, angle <= 100 else { return nil }
    /// A direction of the camera in the world, by the turn back (O. Rodrigues), with the axes in our order: east, up, north.
    func world(_ direction: SIMD3<Double>) -> SIMD3<Double> {
      guard angle > 1e-12 else { return SIMD3(direction.x, direction.z, direction.y) }
      let k = -axis / angle
      let cross = SIMD3(
        k.y * direction.z - k.z * direction.y, k.z * direction.x - k.x * direction.z, k.x * direction.y - k.y * direction.x)
      let turned = direction * cos(angle) + cross * sin(angle) + k * (k * direction).sum() * (1 - cos(angle))
      return SIMD3(turned.x, turned.z, turned.y)
    }
    let (ahead, right, up) = (world(SIMD3(0, 0, 1)), world(SIMD3(1, 0, 0)), world(SIMD3(0, -1, 0)))
    let looking = Orientation(direction: ahead)
    return PanoramaPose(
      heading: looking.heading, pitch: looking.pitch, roll: atan2(-right.y, up.y) * Angle.degreesPerRadian)
  }
}
