internal import OverlookFormats
internal import OverlookGeometry
internal import OverlookSupport

extension StyleReader {
  mutating func sources() -> [StyleSource] {
    guard let value = root["sources"] else {
      faults.error("sources", "it is missing")
      return []
    }
    guard let object = value.object else {
      faults.error("sources", "object expected, \(value.kindName) found")
      return []
    }
    var sources: [StyleSource] = []
    for (id, json) in object.members {
      guard sources.count < Self.maximumSources else {
        faults.error("sources", "there are more than \(Self.maximumSources)")
        break
      }
      if let source = source(id, json) { sources.append(source) }
    }
    return sources
  }

  private mutating func source(_ id: String, _ json: JSONValue) -> StyleSource? {
    let path = "sources.\(id)"
    guard let object = json.object else {
      faults.error(path, "object expected, \(json.kindName) found")
      return nil
    }
    guard let type = required("type", of: object, at: path) else { return nil }
    let kind: StyleSource.Kind?
    switch type {
    case "vector":
      checkTileEncoding(object, path)
      kind = tiles(object, path, size: 512).map(StyleSource.Kind.vector)
    case "raster": kind = tiles(object, path, size: 512).map(StyleSource.Kind.raster)
    case "raster-dem": kind = tiles(object, path, size: 512).map { .rasterDEM($0, encoding(object, path)) }
    case "geojson": kind = geoJSON(object, path).map(StyleSource.Kind.geoJSON)
    case "image": kind = image(object, path)
    case "video":
      faults.warning("\(path).type", "sources of videos are not supported")
      kind = nil
    default:
      faults.error("\(path).type", "there is no source type \"\(OutsideText.cleaned(type, limit: 40))\"")
      kind = nil
    }
    let attribution = member("attribution", of: object, at: path, "string", \.string).map { OutsideText.plainText(fromHTML: $0) }
    return kind.map { StyleSource(id: id, kind: $0, attribution: attribution) }
  }

  // MARK: Tiles

  private mutating func tiles(_ object: JSONObject, _ path: String, size: Int) -> StyleSource.Tiles? {
    var tiles = StyleSource.Tiles()
    tiles.url = member("url", of: object, at: path, "string", \.string)
    tiles.templates = templates(object, path)
    guard tiles.url != nil || !tiles.templates.isEmpty else {
      faults.error(path, "neither url nor tiles are there")
      return nil
    }
    tiles.minimumZoom = whole(object, "minzoom", path, in: 0...30) ?? tiles.minimumZoom
    tiles.maximumZoom = whole(object, "maxzoom", path, in: 0...30) ?? tiles.maximumZoom
    if tiles.minimumZoom > tiles.maximumZoom {
      faults.error("\(path).minzoom", "it is above maxzoom")
      tiles.minimumZoom = tiles.maximumZoom
    }
    tiles.tileSize = whole(object, "tileSize", path, in: 1...4096) ?? size
    let scheme = member("scheme", of: object, at: path, "string", \.string) ?? "xyz"
    tiles.isTMS = scheme == "tms"
    if !tiles.isTMS && scheme != "xyz" {
      faults.error("\(path).scheme", "expected one of [xyz, tms], \"\(OutsideText.cleaned(scheme, limit: 60))\" found")
    }
    if let bounds = object["bounds"] {
      let numbers = (bounds.array ?? []).compactMap(\.number)
      if numbers.count == 4 { tiles.bounds = numbers } else { faults.error("\(path).bounds", "four numbers were expected") }
    }
    switch object["promoteId"] {
    case .string(let name)?: tiles.promotedIDs.ofAll = name
    case .object(let names)?:
      for (layer, name) in names.members { tiles.promotedIDs.byLayer[layer] = name.string }
    case nil: break
    case let other?: faults.error("\(path).promoteId", "string or object expected, \(other.kindName) found")
    }
    return tiles
  }

  private mutating func templates(_ object: JSONObject, _ path: String) -> [String] {
    let items = member("tiles", of: object, at: path, "array", \.array) ?? []
    for (index, item) in items.enumerated() where item.string == nil {
      faults.error("\(path).tiles[\(index)]", "string expected, \(item.kindName) found")
    }
    return items.compactMap(\.string)
  }

  private mutating func checkTileEncoding(_ object: JSONObject, _ path: String) {
    guard let encoding = member("encoding", of: object, at: path, "string", \.string), encoding != "mvt" else { return }
    faults.error("\(path).encoding", "tiles of the encoding \"\(OutsideText.cleaned(encoding, limit: 40))\" are not supported")
  }

  private mutating func whole(_ object: JSONObject, _ key: String, _ path: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = object[key] else { return nil }
    guard let number = value.number, let whole = Int(exactly: number.rounded(.down)), range.contains(whole) else {
      faults.error("\(path).\(key)", "a number of \(range.lowerBound) to \(range.upperBound) was expected")
      return nil
    }
    return whole
  }

  /// Of kinds of sources that take nothing else.
  private mutating func checkMembers(of object: JSONObject, _ known: Set<String>, _ path: String) {
    for key in object.keys where !known.contains(key) {
      faults.error("\(path).\(OutsideText.cleaned(key, limit: 60))", "unknown property")
    }
  }

  private static let heightMembers: Set<String> = [
    "type", "url", "tiles", "bounds", "scheme", "minzoom", "maxzoom", "tileSize", "attribution", "encoding", "redFactor",
    "greenFactor", "blueFactor", "baseShift", "volatile",
  ]

  private mutating func encoding(_ object: JSONObject, _ path: String) -> StyleSource.DEMEncoding {
    checkMembers(of: object, Self.heightMembers, path)
    switch member("encoding", of: object, at: path, "string", \.string) {
    case nil, "mapbox": return .mapbox
    case "terrarium": return .terrarium
    case "custom":
      let factor = { (key: String) in object[key]?.number ?? 1 }
      return .custom(
        red: factor("redFactor"), green: factor("greenFactor"), blue: factor("blueFactor"), base: object["baseShift"]?.number ?? 0
      )
    default:
      faults.error("\(path).encoding", "expected one of [terrarium, mapbox, custom]")
      return .mapbox
    }
  }

  // MARK: GeoJSON and pictures

  private mutating func geoJSON(_ object: JSONObject, _ path: String) -> StyleSource.GeoJSONOptions? {
    let content: StyleSource.GeoJSONOptions.Content
    switch object["data"] {
    case .string(let url)?: content = .url(url)
    case .object(let data)?: content = .inline(.object(data))
    case nil:
      faults.error("\(path).data", "it is missing")
      return nil
    case let other?:
      faults.error("\(path).data", "string or object expected, \(other.kindName) found")
      return nil
    }
    checkMembers(of: object, Self.geoJSONMembers, path)
    var options = StyleSource.GeoJSONOptions(content: content)
    options.maximumZoom = number(object, "maxzoom", path, in: 0...24) ?? options.maximumZoom
    options.buffer = number(object, "buffer", path, in: 0...512) ?? options.buffer
    options.tolerance = number(object, "tolerance", path, in: 0...512) ?? options.tolerance
    options.isClustered = flag(object, "cluster", path)
    options.clusterRadius = number(object, "clusterRadius", path, in: 0...4096) ?? options.clusterRadius
    options.clusterMaximumZoom = number(object, "clusterMaxZoom", path, in: -1e6...1e6)
    options.clusterMinimumPoints =
      number(object, "clusterMinPoints", path, in: 1...1e6).map { Int($0) } ?? options.clusterMinimumPoints
    if let properties = member("clusterProperties", of: object, at: path, "object", \.object) {
      options.clusterProperties = clusterProperties(properties, "\(path).clusterProperties")
    }
    if let filter = object["filter"] { options.filter = self.filter(filter, "\(path).filter") }
    options.hasLineMetrics = flag(object, "lineMetrics", path)
    options.generatesIDs = flag(object, "generateId", path)
    options.promotedID = member("promoteId", of: object, at: path, "string", \.string)
    return options
  }

  private static let geoJSONMembers: Set<String> = [
    "type", "data", "attribution", "maxzoom", "buffer", "tolerance", "cluster", "clusterRadius", "clusterMaxZoom",
    "clusterMinPoints",
    "clusterProperties", "filter", "lineMetrics", "generateId", "promoteId",
  ]

  private mutating func flag(_ object: JSONObject, _ key: String, _ path: String) -> Bool {
    member(key, of: object, at: path, "boolean", \.bool) ?? false
  }

  /// Of numbers out of range the nearest in it is taken.
  private mutating func number(_ object: JSONObject, _ key: String, _ path: String, in range: ClosedRange<Double>) -> Double? {
    guard let number = member(key, of: object, at: path, "number", \.number) else { return nil }
    if !range.contains(number) {
      let bounds = [range.lowerBound, range.upperBound].map { StyleValue.number($0).text }
      faults.error("\(path).\(key)", "a number of \(bounds[0]) to \(bounds[1]) was expected")
    }
    return min(max(number, range.lowerBound), range.upperBound)
  }

  private mutating func image(_ object: JSONObject, _ path: String) -> StyleSource.Kind? {
    guard let url = required("url", of: object, at: path) else { return nil }
    let places = object["coordinates"]?.array ?? []
    let corners = places.compactMap(Self.coordinate)
    guard places.count == 4, corners.count == 4 else {
      faults.error("\(path).coordinates", "four places were expected")
      return nil
    }
    return .image(url: url, corners: corners)
  }
}
