import Glibc
package import OverlookFormats
import OverlookGeometry

/// Places in the links of map services, and `geo:` addresses. Nothing is asked for: what only a server could resolve is said.
package enum MapLink {
  /// Whether a text is a link to a map, with a place or without.
  package static func isLink(_ text: String) -> Bool {
    isGeo(text) || LinkParts(text).map { link in services.contains { $0.isOf(link) } } == true
  }

  /// The place that a link names; nil for what is no link to a map. Throws for one without a place.
  package static func place(_ text: String) throws(FormatError) -> MapPlace? {
    if isGeo(text) {
      guard let place = geo(text) else { throw .malformed("geo: address", fault: "it is no place such as geo:60.17,24.94?z=15") }
      return place
    }
    guard let link = LinkParts(text), let service = services.first(where: { $0.isOf(link) }) else { return nil }
    if let place = service.place(link) { return place }
    throw .unsupported("link to \(service.name)", fault: service.isShort(link) ? shortFault : "it names no place")
  }

  private static let shortFault = "it is shortened, and only its server knows the place"

  private struct Service: Sendable {
    let name: String
    let isOf: @Sendable (LinkParts) -> Bool
    var isShort: @Sendable (LinkParts) -> Bool = { _ in false }
    let place: @Sendable (LinkParts) -> MapPlace?
  }

  private static let services: [Service] = [
    Service(
      name: "OpenStreetMap", isOf: { ["openstreetmap.org", "osm.org"].contains($0.host) }, place: openStreetMap),
    Service(
      name: "Google Maps",
      isOf: { link in
        let host = link.host
        if host == "goo.gl" { return link.path.first == "maps" }
        return host == "maps.app.goo.gl" || host.hasPrefix("maps.google.")
          || host.hasPrefix("google.") && link.path.first == "maps" || link.scheme == "google.navigation"
      }, isShort: { $0.host.hasSuffix("goo.gl") }, place: google),
    Service(
      name: "Apple Maps", isOf: { $0.host == "maps.apple.com" || $0.scheme == "maps" || $0.host == "maps.apple" },
      isShort: { $0.host == "maps.apple" }, place: apple),
    Service(name: "Bing Maps", isOf: { $0.host == "bing.com" && $0.path.first == "maps" }, place: bing),
    Service(name: "OsmAnd", isOf: { $0.host == "osmand.net" || $0.scheme == "osmand" }, place: osmAnd),
    Service(
      name: "Organic Maps",
      isOf: {
        ["omaps.app", "ge0.me", "comaps.at"].contains($0.host)
          || ["om", "ge0", "mapswithme", "mapsme", "cm"].contains($0.scheme)
      }, place: organicMaps),
    Service(
      name: "HERE WeGo", isOf: { ["wego.here.com", "share.here.com"].contains($0.host) }, place: here),
  ]

  // MARK: geo:

  static func isGeo(_ text: String) -> Bool { text.prefix(4).lowercased() == "geo:" }

  /// `geo:LAT,LON` with an altitude and parameters behind it (RFC 5870), and the parameters `z`, the zoom, and `q`, what the place is
  /// called, which maps on telephones have added. Nil where the text is none, or is in another reference system than WGS 84.
  static func geo(_ text: String) -> MapPlace? {
    guard isGeo(text), text.utf8.count <= PastedText.linkByteCount else { return nil }
    let parts = text.dropFirst(4).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: ";", omittingEmptySubsequences: false)
    for field in fields.dropFirst() where field.lowercased().hasPrefix("crs=") && field.dropFirst(4).lowercased() != "wgs84" {
      return nil
    }
    let query = parts.count > 1 ? LinkParts.pairs(parts[1]) : []
    func value(_ name: String) -> String? { query.last { $0.name == name }?.value }
    // "geo:0,0?q=60.17,24.94(Helsinki)" names the place in its question.
    let asked = value("q").map { $0.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false) }
    let zoom = value("z").flatMap { Double($0) }
    guard let own = MapPlace(pair: fields[0], zoom: zoom) else { return nil }
    let named = asked?.first.flatMap { MapPlace(pair: $0, zoom: zoom) }
    let isAnywhere = own.coordinate.latitude == 0 && own.coordinate.longitude == 0 && asked != nil
    guard let place = named ?? (isAnywhere ? nil : own) else { return nil }
    let label = (asked?.count == 2 ? asked?[1].prefix { $0 != ")" } : nil).map(String.init) ?? (named == nil ? value("q") : nil)
    return MapPlace(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude, zoom: zoom, title: label)
  }

  // MARK: Services

  /// "#map=ZOOM/LAT/LON", a mark in "mlat" and "mlon", and short links.
  private static func openStreetMap(_ link: LinkParts) -> MapPlace? {
    if link.path.first == "go", link.path.count > 1 { return PlaceCodes.openStreetMap(link.path[1]) }
    let view = LinkParts.pairs(link.fragment).first { $0.name == "map" }.flatMap { zoomFirst($0.value) }
    let zoom = view?.zoom ?? link.value("zoom").flatMap { Double($0) }
    if let mark = MapPlace(
      latitude: link.value("mlat").flatMap { Double($0) }, longitude: link.value("mlon").flatMap { Double($0) }, zoom: zoom)
    {
      return mark
    }
    return view
      ?? MapPlace(
        latitude: link.value("lat").flatMap { Double($0) }, longitude: link.value("lon").flatMap { Double($0) }, zoom: zoom)
  }

  /// "12/60.17/24.94", as OpenStreetMap, OsmAnd and many others write views.
  private static func zoomFirst(_ text: String) -> MapPlace? {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count >= 3, let zoom = numbers[0] else { return nil }
    return MapPlace(latitude: numbers[1], longitude: numbers[2], zoom: zoom)
  }

  /// "@LAT,LON,15z" of a view, "!3dLAT!4dLON" of the place itself, and the parameters of Maps URLs.
  private static func google(_ link: LinkParts) -> MapPlace? {
    let view = link.path.first { $0.hasPrefix("@") }.flatMap { googleView($0.dropFirst()) }
    var title: String?
    if let index = link.path.firstIndex(of: "place"), link.path.indices.contains(index + 1) {
      title = link.path[index + 1]
      if title.flatMap({ CoordinateText.place($0) }) != nil { title = nil }
    }
    let data = link.path.first { $0.hasPrefix("data=") } ?? ""
    if let latitude = marked("!3d", in: data), let longitude = marked("!4d", in: data),
      let place = MapPlace(latitude: latitude, longitude: longitude, zoom: view?.zoom, title: title)
    {
      return place
    }
    let zoom = link.value("zoom", "z").flatMap { Double($0) } ?? view?.zoom
    for name in ["query", "q", "destination", "daddr", "center", "ll", "sll", "viewpoint"] {
      if let place = link.value(name).flatMap({ MapPlace(pair: $0, zoom: zoom) }) { return place }
    }
    for name in link.path.reversed() {
      if !name.hasPrefix("@"), let coordinate = CoordinateText.place(name) {
        return MapPlace(latitude: coordinate.latitude, longitude: coordinate.longitude, zoom: zoom)
      }
    }
    return view.flatMap {
      MapPlace(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude, zoom: $0.zoom, title: title)
    }
  }

  /// "60.17,24.94,15z", or how many metres of ground are seen from above: "1500m".
  private static func googleView(_ text: Substring) -> MapPlace? {
    let parts = text.split(separator: ",")
    guard parts.count >= 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
    var zoom: Double?
    for part in parts.dropFirst(2) {
      guard let number = Double(part.dropLast()) else { continue }
      if part.hasSuffix("z") { zoom = number }
      // A window of a thousand points, on a world that is 256 points wide at zoom 0.
      if part.hasSuffix("m"), number > 0 { zoom = log2(40_075_017 * cos(latitude * .pi / 180) * 1000 / (256 * number)) }
    }
    return MapPlace(latitude: latitude, longitude: longitude, zoom: zoom)
  }

  private static func marked(_ mark: String, in text: String) -> Double? {
    // The last: of a route, its end.
    guard let place = text.ranges(of: mark).last else { return nil }
    return Double(text[place.upperBound...].prefix { $0 != "!" })
  }

  private static func apple(_ link: LinkParts) -> MapPlace? {
    let zoom = link.value("z").flatMap { Double($0) }
    let title = link.value("name", "q").flatMap { CoordinateText.place($0) == nil ? $0 : nil }
    for name in ["ll", "coordinate", "center", "daddr", "q", "sll"] {
      if let place = link.value(name).flatMap({ MapPlace(pair: $0, zoom: zoom, title: title) }) { return place }
    }
    return nil
  }

  /// "cp=LAT~LON" of a view and "sp=point.LAT_LON_Title" of a mark.
  private static func bing(_ link: LinkParts) -> MapPlace? {
    let zoom = link.value("lvl").flatMap { Double($0) }
    if let mark = link.value("sp"), mark.hasPrefix("point.") {
      let parts = mark.dropFirst(6).split(separator: "~")[0].split(separator: "_", maxSplits: 3, omittingEmptySubsequences: false)
      if parts.count >= 2,
        let place = MapPlace(
          latitude: Double(parts[0]), longitude: Double(parts[1]), zoom: zoom, title: parts.count > 2 ? String(parts[2]) : nil)
      {
        return place
      }
    }
    return link.value("cp", "where1").flatMap { MapPlace(pair: $0.replacing("~", with: ","), zoom: zoom) }
  }

  private static func osmAnd(_ link: LinkParts) -> MapPlace? {
    let view = zoomFirst(link.fragment)
    let zoom = link.value("z").flatMap { Double($0) } ?? view?.zoom
    let title = link.value("title", "name")
    return link.value("pin", "start", "end").flatMap { MapPlace(pair: $0, zoom: zoom, title: title) }
      ?? MapPlace(
        latitude: link.value("lat").flatMap { Double($0) }, longitude: link.value("lon").flatMap { Double($0) }, zoom: zoom,
        title: title) ?? view
  }

  /// "om://map?ll=LAT,LON&n=Name", and "ge0://CODE/Name" with its forms on the web.
  private static func organicMaps(_ link: LinkParts) -> MapPlace? {
    if let place = link.value("ll", "cll", "dll").flatMap({ pair in
      MapPlace(pair: pair, zoom: link.value("z").flatMap { Double($0) }, title: link.value("n"))
    }) {
      return place
    }
    // Where the scheme is the service's own, the code stands in place of the host.
    let isOnTheWeb = link.scheme == "http" || link.scheme == "https"
    let words = isOnTheWeb ? link.path : [link.authority] + link.path
    guard let place = words.first.flatMap({ PlaceCodes.organicMaps($0) }) else { return nil }
    return MapPlace(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude, zoom: place.zoom,
      title: words.count > 1 ? words[1].replacing("_", with: " ") : nil)
  }

  /// "?map=LAT,LON,ZOOM" of a view and "/l/LAT,LON,Title" of a mark.
  private static func here(_ link: LinkParts) -> MapPlace? {
    if let text = link.value("map") {
      let parts = text.split(separator: ",").map { Double($0) }
      guard parts.count >= 2 else { return nil }
      return MapPlace(latitude: parts[0], longitude: parts[1], zoom: parts.count > 2 ? parts[2] : nil)
    }
    guard let mark = link.path.first(where: { $0.contains(",") }) else { return nil }
    let parts = mark.split(separator: ",", maxSplits: 2)
    guard parts.count >= 2 else { return nil }
    return MapPlace(latitude: Double(parts[0]), longitude: Double(parts[1]), title: parts.count > 2 ? String(parts[2]) : nil)
  }
}
