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
    guard let type = object["type"]?.string else {
      faults.error("\(path).type", "it is missing")
      return nil
    }
    let kind: StyleSource.Kind?
    switch type {
    case "vector": kind = tiles(object, path, size: 512).map(StyleSource.Kind.vector)
    case "raster": kind = tiles(object, path, size: 512).map(StyleSource.Kind.raster)
    case "raster-dem": kind = tiles(object, path, size: 512).map { .rasterDEM($0, encoding(object, path)) }
    case "geojson": kind = geoJSON(object, path).map(StyleSource.Kind.geoJSON)
    case "image": kind = image(object, path)
    default:
      faults.warning("\(path).type", "the source type \"\(OutsideText.cleaned(type, limit: 40))\" is not supported")
      kind = nil
    }
    let attribution = object["attribution"]?.string.map { OutsideText.plainText(fromHTML: $0) }
    return kind.map { StyleSource(id: id, kind: $0, attribution: attribution) }
  }

  // MARK: Tiles

  private mutating func tiles(_ object: JSONObject, _ path: String, size: Int) -> StyleSource.Tiles? {
    var tiles = StyleSource.Tiles()
    tiles.url = object["url"]?.string
    tiles.templates = (object["tiles"]?.array ?? []).compactMap(\.string)
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
    tiles.isTMS = object["scheme"]?.string == "tms"
    if let bounds = object["bounds"]?.array?.compactMap(\.number) {
      if bounds.count == 4 { tiles.bounds = bounds } else { faults.error("\(path).bounds", "four numbers were expected") }
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

  private mutating func whole(_ object: JSONObject, _ key: String, _ path: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = object[key] else { return nil }
    guard let number = value.number, let whole = Int(exactly: number.rounded(.down)), range.contains(whole) else {
      faults.error("\(path).\(key)", "a number of \(range.lowerBound) to \(range.upperBound) was expected")
      return nil
    }
    return whole
  }

  private mutating func encoding(_ object: JSONObject, _ path: String) -> StyleSource.DEMEncoding {
    switch object["encoding"]?.string {
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
    var options = StyleSource.GeoJSONOptions(content: content)
    let number = { (key: String, fallback: Double) in object[key]?.number ?? fallback }
    options.maximumZoom = min(max(number("maxzoom", 18), 0), 24)
    options.buffer = min(max(number("buffer", 128), 0), 512)
    options.tolerance = min(max(number("tolerance", 0.375), 0), 512)
    options.isClustered = object["cluster"]?.bool ?? false
    options.clusterRadius = min(max(number("clusterRadius", 50), 0), 4096)
    options.clusterMaximumZoom = object["clusterMaxZoom"]?.number
    options.clusterMinimumPoints = Int(min(max(number("clusterMinPoints", 2), 1), 1e6))
    options.clusterProperties = object["clusterProperties"]?.object ?? JSONObject()
    if let filter = object["filter"] { options.filter = self.filter(filter, "\(path).filter") }
    options.hasLineMetrics = object["lineMetrics"]?.bool ?? false
    options.generatesIDs = object["generateId"]?.bool ?? false
    options.promotedID = object["promoteId"]?.string
    return options
  }

  private mutating func image(_ object: JSONObject, _ path: String) -> StyleSource.Kind? {
    guard let url = object["url"]?.string else {
      faults.error("\(path).url", "it is missing")
      return nil
    }
    let corners = (object["coordinates"]?.array ?? []).compactMap(Self.coordinate)
    guard corners.count == 4 else {
      faults.error("\(path).coordinates", "four places were expected")
      return nil
    }
    return .image(url: url, corners: corners)
  }
}
