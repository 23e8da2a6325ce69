internal import OverlookGeometry
internal import OverlookSupport

/// A list of pictures that lie beside it (Documentation/command-line.md describes the form):
///
///     {"bounds": {"west": -12, "south": 48, "east": 5, "north": 61}, "projection": "EPSG:3857",
///      "frames": [{"time": "2024-02-09T00:00:00Z", "image": "20240209T0000.png"}],
///      "unit": "mm/h", "legend": [[0.1, [130, 205, 255, 110]]], "title": "Rain", "source": "credit"}
///
/// Pictures that do not lie north up, as old maps, have "corners" in place of "bounds", or each of its own.
enum PictureFolder {
  static func series(_ list: JSONValue, _ addresses: DocumentAddresses) throws(FormatError) -> PictureSeries {
    var series = PictureSeries()
    series.title = OutsideText.cleaned(list["title"]?.string ?? list["source"]?.string ?? "Pictures")
    series.name = series.title
    series.attribution = (list["attribution"] ?? list["source"])?.string.map { OutsideText.cleaned($0) }
    series.corners = corners(list["corners"])
    guard series.corners != nil || !isGiven(list["corners"]) else {
      throw .malformed(PictureCatalogue.thing, fault: "its \"corners\" are not four of [longitude, latitude]")
    }
    series.bounds = try area(of: list, series.corners)
    series.rows = try rows(list["projection"])
    series.scale = scale(of: list)
    guard let frames = list["frames"]?.array else {
      throw .malformed(PictureCatalogue.thing, fault: "its \"frames\" are no list")
    }
    var (unread, displaced) = (0, 0)
    var outside: [String] = []
    for frame in frames.suffix(PictureSeries.stepLimit) {
      guard let text = frame["time"]?.string, let time = ISOTime(text), let image = frame["image"]?.string else {
        unread += 1
        continue
      }
      let corners = corners(frame["corners"])
      guard corners != nil || !isGiven(frame["corners"]) else {
        displaced += 1
        continue
      }
      guard let place = place(of: image, addresses) else {
        if addresses.base == nil, leadsAway(image) { outside.append(image) } else { unread += 1 }
        continue
      }
      series.steps.append(
        PictureSeries.Step(
          timeSeconds: time.secondsSinceEpoch, name: OutsideText.cleaned(text, limit: 60), place: place,
          corners: corners))
    }
    if unread > 0 { series.warnings.append("\(unread) of its pictures have no time or name that can be used") }
    if displaced > 0 { series.warnings.append("\(displaced) of its pictures have no \"corners\" that can be used") }
    if let first = outside.first {
      series.warnings.append(
        "\(outside.count) of its pictures would lie elsewhere than beside it, and are not read: "
          + OutsideText.cleaned(first, limit: 100) + (outside.count > 1 ? " and others" : ""))
    }
    return series
  }

  /// What all of its pictures cover.
  private static func area(of list: JSONValue, _ corners: [LocationCoordinate]?) throws(FormatError) -> CoordinateBounds {
    if let value = list["bounds"] {
      guard let bounds = bounds(value) else {
        throw .malformed(PictureCatalogue.thing, fault: "its \"bounds\" name no area of the Earth")
      }
      return bounds
    }
    var places = corners ?? []
    for frame in list["frames"]?.array?.suffix(PictureSeries.stepLimit) ?? [] {
      let own = Self.corners(frame["corners"])
      if own == nil, corners == nil, !isGiven(frame["corners"]) {
        throw .malformed(PictureCatalogue.thing, fault: "it has no \"bounds\", and not all of its pictures have \"corners\"")
      }
      places += own ?? []
    }
    guard !places.isEmpty else { throw .malformed(PictureCatalogue.thing, fault: "its \"bounds\" are missing") }
    return CoordinateBounds(places)
  }

  private static func isGiven(_ value: JSONValue?) -> Bool { value != nil && value != .null }

  /// Four of [longitude, latitude], the upper left one of the picture first, clockwise; nil for anything else.
  private static func corners(_ value: JSONValue?) -> [LocationCoordinate]? {
    let places = (value?.array ?? []).prefix(5).compactMap { pair -> LocationCoordinate? in
      guard let numbers = pair.array, numbers.count == 2, let longitude = numbers[0].number, let latitude = numbers[1].number,
        abs(longitude) <= 360
      else { return nil }
      let place = LocationCoordinate(latitude: latitude, longitude: longitude)
      return place.isValid ? place : nil
    }
    return places.count == 4 && value?.array?.count == 4 ? places : nil
  }

  private static func leadsAway(_ image: String) -> Bool {
    image == ".." || image.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
  }

  /// Beside a file only plain names: a list leads nowhere but into its own folder.
  private static func place(of image: String, _ addresses: DocumentAddresses) -> PictureSeries.Place? {
    if addresses.base != nil { return addresses.address(image).map { .address($0.text) } }
    guard !image.isEmpty, image.utf8.count <= 255, image != ".", image != "..",
      !image.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
    else { return nil }
    return .file(image)
  }

  /// {"west", "south", "east", "north"} or [west, south, east, north], in degrees.
  private static func bounds(_ value: JSONValue?) -> CoordinateBounds? {
    let numbers =
      value?.array?.map(\.number) ?? ["west", "south", "east", "north"].map { value?[$0]?.number }
    guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2], let north = numbers[3],
      south < north, west != east, abs(west) <= 360, abs(east) <= 360
    else { return nil }
    let bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: south, longitude: west),
      northEast: LocationCoordinate(latitude: north, longitude: east))
    return bounds.isValid ? bounds : nil
  }

  private static func rows(_ value: JSONValue?) throws(FormatError) -> PictureSeries.Rows {
    guard let name = value?.string else { return .mercator }
    switch WebMercatorGrid.projection(name) {
    case .webMercator: return .mercator
    case .other, .unknown:
      let upper = name.uppercased()
      if upper.hasSuffix("4326") || upper.hasSuffix("CRS84") || upper.hasSuffix("CRS:84") { return .latitude }
      throw .unsupported(
        PictureCatalogue.thing, fault: "pictures in \(OutsideText.cleaned(name, limit: 60)); EPSG:3857 and EPSG:4326 can be shown"
      )
    }
  }

  /// "legend" with its "unit", or "legend_mm_per_h": pairs of a value and a colour of 0 ... 255.
  private static func scale(of list: JSONValue) -> ColorScale? {
    let unit = list["legend"] == nil ? "mm/h" : OutsideText.cleaned(list["unit"]?.string ?? "", limit: 20)
    let entries = (list["legend"] ?? list["legend_mm_per_h"])?.array ?? []
    let stops = entries.prefix(ColorScale.maximumStops).compactMap { entry -> ColorScale.Stop? in
      guard let pair = entry.array, pair.count == 2, let value = pair[0].number,
        let channels = pair[1].array?.compactMap(\.number), (3...4).contains(channels.count)
      else { return nil }
      let shares = channels.map { Float($0 / 255) }
      return ColorScale.Stop(
        value: value, color: Color(red: shares[0], green: shares[1], blue: shares[2], alpha: shares.count > 3 ? shares[3] : 1))
    }
    return ColorScale(name: "As delivered", unit: unit, stops: stops)
  }
}
