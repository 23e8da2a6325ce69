package import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Reads what Nominatim and Photon answer. What single places lack or have wrong costs these places only.
package enum PlaceAnswer {
  private static let limits = JSONLimits(byteCount: 4 << 20, depth: 32)
  private static let mostPlaces = 100

  /// Nominatim's `jsonv2`: an array of places, or one place, or an error (nominatim.org/release-docs/latest/api/Output).
  package static func nominatim(_ bytes: [UInt8], host: String) throws(FormatError) -> [PlaceResult] {
    let value = try JSONParser.parse(bytes, thing: "\(host): answer", limits: limits)
    if let object = value.object {
      if object["error"] != nil { return [] }
      guard let place = nominatimPlace(value, host) else { throw .malformed("\(host): answer", fault: "it is no place") }
      return [place]
    }
    guard let places = value.array else { throw .malformed("\(host): answer", fault: "it is no list of places") }
    return places.prefix(mostPlaces).compactMap { nominatimPlace($0, host) }
  }

  private static func nominatimPlace(_ value: JSONValue, _ host: String) -> PlaceResult? {
    guard let place = value.object, let latitude = degrees(place["lat"]), let longitude = degrees(place["lon"]) else {
      return nil
    }
    let coordinate = LocationCoordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { return nil }
    let address = place["address"]?.object
    func text(_ keys: String...) -> String {
      keys.lazy.compactMap { address?[$0]?.string }.first.map { OutsideText.cleaned($0) } ?? ""
    }
    var parts = AddressParts()
    parts.street = text("road", "pedestrian", "footway", "square", "place")
    parts.number = text("house_number")
    parts.district = text("suburb", "city_district", "neighbourhood", "quarter", "borough")
    parts.locality = text("city", "town", "village", "municipality", "hamlet")
    parts.state = text("state", "province", "region")
    parts.postcode = text("postcode")
    parts.country = text("country")
    parts.countryCode = text("country_code").uppercased()
    let type = place["addresstype"]?.string ?? place["type"]?.string ?? "place"
    let kind = parts.number.isEmpty ? (type == "road" ? "street" : type) : (place["type"]?.string ?? "house")
    let whole = place["display_name"]?.string ?? ""
    let name = place["name"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? String(whole.prefix { $0 != "," })
    return PlaceResult(
      name: OutsideText.cleaned(name), kind: OutsideText.cleaned(kind, limit: 60), coordinate: coordinate,
      bounds: box(place["boundingbox"]?.array) ?? ResultFormatter.around(coordinate, kind),
      address: parts.address(at: coordinate, language: "en"), score: degrees(place["importance"]) ?? 0, source: host,
      placeID: identifier(place["osm_type"], place["osm_id"]))
  }

  /// "node" or "N", and a number.
  private static func identifier(_ type: JSONValue?, _ number: JSONValue?) -> String? {
    let kind: OSMData.Kind
    switch type?.string?.lowercased() {
    case "node", "n": kind = .node
    case "way", "w": kind = .way
    case "relation", "r": kind = .relation
    default: return nil
    }
    return number?.number.flatMap { Int64(exactly: $0) }.flatMap { PlaceID(kind, $0) }?.text
  }

  /// South, north, west, east, as texts.
  private static func box(_ sides: [JSONValue]?) -> CoordinateBounds? {
    guard let sides = sides?.map({ degrees($0) }), sides.count == 4, let south = sides[0], let north = sides[1],
      let west = sides[2], let east = sides[3]
    else { return nil }
    return bounds(south: south, north: north, west: west, east: east)
  }

  private static func bounds(south: Double, north: Double, west: Double, east: Double) -> CoordinateBounds? {
    let bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: south, longitude: west),
      northEast: LocationCoordinate(latitude: north, longitude: east < west ? east + 360 : east))
    return bounds.isValid ? bounds : nil
  }

  private static func degrees(_ value: JSONValue?) -> Double? {
    let number = value?.number ?? value?.string.flatMap { Double($0) }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Photon's GeoJSON (github.com/komoot/photon, "Search API").
  package static func photon(_ bytes: [UInt8], host: String) throws(FormatError) -> [PlaceResult] {
    let value = try JSONParser.parse(bytes, thing: "\(host): answer", limits: limits)
    guard let features = value.object?["features"]?.array else {
      throw .malformed("\(host): answer", fault: "it is no list of features")
    }
    return features.prefix(mostPlaces).enumerated().compactMap { photonPlace($1, host, score: 1 / Double($0 + 1)) }
  }

  private static func photonPlace(_ value: JSONValue, _ host: String, score: Double) -> PlaceResult? {
    guard let feature = value.object, let properties = feature["properties"]?.object,
      let numbers = feature["geometry"]?.object?["coordinates"]?.array, numbers.count >= 2, let longitude = numbers[0].number,
      let latitude = numbers[1].number
    else { return nil }
    let coordinate = LocationCoordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { return nil }
    func text(_ key: String) -> String { properties[key]?.string.map { OutsideText.cleaned($0) } ?? "" }
    var parts = AddressParts()
    let type = text("type")
    parts.street = type == "street" ? text("name") : text("street")
    parts.number = text("housenumber")
    parts.district = text("district")
    parts.locality = text("city").isEmpty ? text("locality") : text("city")
    parts.state = text("state")
    parts.postcode = text("postcode")
    parts.country = text("country")
    parts.countryCode = text("countrycode").uppercased()
    let thing = ["house", "street", "other", ""].contains(type) ? text("osm_value") : type
    let kind = type == "street" ? "street" : thing.isEmpty || thing == "yes" ? (parts.number.isEmpty ? "place" : "house") : thing
    parts.isArea = PlaceKinds.isArea(kind)
    let address = parts.address(at: coordinate, language: "en")
    let sides = properties["extent"]?.array?.compactMap(\.number) ?? []
    let extent = sides.count == 4 ? bounds(south: sides[3], north: sides[1], west: sides[0], east: sides[2]) : nil
    return PlaceResult(
      name: text("name").isEmpty ? address.thoroughfare ?? address.lines.first ?? kind : text("name"), kind: kind,
      coordinate: coordinate, bounds: extent ?? ResultFormatter.around(coordinate, kind), address: address, score: score,
      source: host, placeID: identifier(properties["osm_type"], properties["osm_id"]))
  }
}
