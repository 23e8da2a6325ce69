import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Reads what Panoramax and GeoVisio answer: a GeoJSON collection of STAC items (extensions perspective-imagery and tiled-assets). What
/// single items lack or have wrong costs these items only; pictures that do not show a full turn are left out.
enum PanoramaxAnswer {
  static let limits = JSONLimits(byteCount: 8 << 20, depth: 64)
  private static let mostItems = 1000
  private static let mostLinks = 64

  static func items(_ bytes: [UInt8], host: String) throws(FormatError) -> [ServicePanorama] {
    let value = try JSONParser.parse(bytes, thing: "\(host): answer", limits: limits)
    if value["type"]?.string == "Feature" { return item(value, host: host).map { [$0] } ?? [] }
    guard let features = value["features"]?.array else {
      throw .malformed("\(host): answer", fault: "it is no list of pictures")
    }
    return features.prefix(mostItems).compactMap { item($0, host: host) }
  }

  private static func item(_ value: JSONValue, host: String) -> ServicePanorama? {
    guard let id = value["id"]?.string, !id.isEmpty, id.utf8.count <= 200, let place = coordinate(value["geometry"]),
      let properties = value["properties"], isFullTurn(properties), let picture = picture(value, properties)
    else { return nil }
    var panorama = Panorama(panoramaID: id, coordinate: place)
    panorama.pose = PanoramaPose(
      heading: angle(properties["view:azimuth"], 360) ?? 0, pitch: angle(properties["pers:pitch"], 90) ?? 0,
      roll: angle(properties["pers:roll"], 180) ?? 0)
    panorama.date = properties["datetime"]?.string.flatMap { ISOTime($0) }
      .map { Date(timeIntervalSince1970: $0.secondsSinceEpoch) }
    panorama.sequenceID = value["collection"]?.string
    panorama.credit = credit(value, properties, host: host)
    for link in value["links"]?.array?.prefix(mostLinks) ?? [] {
      guard let relation = link["rel"]?.string, ["prev", "next", "related"].contains(relation), let target = link["id"]?.string,
        target != id, let other = coordinate(link["geometry"])
      else { continue }
      panorama.links.append(
        PanoramaLink(
          heading: SphericalGeometry.heading(from: place, to: other), panoramaID: target,
          distanceMeters: SphericalGeometry.distance(from: place, to: other)))
    }
    return ServicePanorama(panorama: panorama, picture: picture)
  }

  private static func coordinate(_ geometry: JSONValue?) -> LocationCoordinate? {
    guard let numbers = geometry?["coordinates"]?.array, numbers.count >= 2, let longitude = numbers[0].number,
      let latitude = numbers[1].number
    else { return nil }
    let place = LocationCoordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? place.normalized : nil
  }

  private static func isFullTurn(_ properties: JSONValue) -> Bool {
    properties["pers:interior_orientation"]?["field_of_view"]?.number == 360
  }

  private static func angle(_ value: JSONValue?, _ limit: Double) -> Double? {
    value?.number.flatMap { abs($0) <= limit ? $0 : nil }
  }

  private static func credit(_ value: JSONValue, _ properties: JSONValue, host: String) -> String {
    let owner = properties["geovisio:producer"]?.string ?? value["providers"]?.array?.first?["name"]?.string
    let license = properties["license"]?.string
    return OutsideText.cleaned([owner, license, host].compactMap { $0 }.joined(separator: ", "))
  }

  private static func picture(_ value: JSONValue, _ properties: JSONValue) -> ServicePanorama.Picture? {
    let assets = value["assets"]
    let (large, small) = (assets?["hd"]?["href"]?.string, assets?["sd"]?["href"]?.string)
    let templates = value["asset_templates"]
    if let template = (templates?["tiles"] ?? templates?["tiles_webp"])?["href"]?.string, template.contains("{TileCol}"),
      template.contains("{TileRow}"), let level = tileLevel(properties)
    {
      return .tiles(template, level, small: small)
    }
    return (large ?? small).map { .file($0) }
  }

  /// The one matrix of the set: tiles of a size, so many beside and above each other.
  private static func tileLevel(_ properties: JSONValue) -> PanoramaLevel? {
    guard let sets = properties["tiles:tile_matrix_sets"]?.object,
      let matrix = sets.members.first(where: { _ in true })?.value["tileMatrix"]?.array?.first
    else { return nil }
    func whole(_ name: String, _ limit: Int) -> Int? {
      matrix[name]?.number.flatMap { Int(exactly: $0) }.flatMap { (1...limit).contains($0) ? $0 : nil }
    }
    guard let width = whole("tileWidth", 8192), let height = whole("tileHeight", 8192), let columns = whole("matrixWidth", 1024),
      let rows = whole("matrixHeight", 1024)
    else { return nil }
    return PanoramaLevel(width: width * columns, height: height * rows, tileWidth: width, tileHeight: height)
  }
}
