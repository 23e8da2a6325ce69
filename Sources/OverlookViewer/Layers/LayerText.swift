import Overlook
import OverlookSupport

/// Words about layers.
@MainActor enum LayerText {
  /// "60.1000, 24.5000 – 60.3000, 25.1000".
  static func bounds(_ bounds: CoordinateBounds) -> String {
    "\(place(bounds.southWest)) – \(place(bounds.northEast))"
  }

  /// Latitude and longitude in degrees.
  static func place(_ place: LocationCoordinate, digits: Int = 4) -> String {
    [place.latitude, place.longitude].map { NumberFormat.english.text($0, decimals: digits) }.joined(separator: ", ")
  }

  /// "768 of 300,000: zoom in for more", of features of which those in view are read, and not all of these.
  static func share(_ shown: Int, of count: Int) -> String {
    let numbers = NumberFormat.current
    return localized(
      "{shown} of {count}: zoom in for more", ["shown": numbers.text(shown), "count": numbers.text(count)])
  }

  /// "3.4 MB".
  static func bytes(_ count: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(max(count, 0)), 0)
    while value >= 1000, unit + 1 < units.count { (value, unit) = (value / 1000, unit + 1) }
    return (unit == 0 ? "\(max(count, 0))" : NumberFormat.current.text(value, decimals: 1)) + " " + units[unit]
  }

  /// What is known of a source of tiles, as `overlook info` tells it.
  static func facts(of source: TileSource, at location: String) -> [FactTable.Fact] {
    var facts = [
      FactTable.Fact(
        source.isRemote ? localized("Server") : localized("File"),
        OutsideText.cleaned(TileSource.displayName(of: location), limit: 1000)),
      FactTable.Fact(localized("Format"), source.kind.rawValue),
      FactTable.Fact(localized("Zoom levels"), "\(source.minimumZoom) – \(source.maximumZoom)"),
      FactTable.Fact(localized("Bounds"), bounds(source.bounds)),
      FactTable.Fact(localized("Tiles"), "\(source.tileFormat.rawValue), \(source.tilePixels) px"),
    ]
    if let details = source.details { facts.append(FactTable.Fact(localized("Details"), OutsideText.cleaned(details))) }
    if let count = source.tileCount { facts.append(FactTable.Fact(localized("Number of tiles"), "\(count)")) }
    if let count = source.byteCount { facts.append(FactTable.Fact(localized("Size"), bytes(count))) }
    if let credit = source.attribution { facts.append(FactTable.Fact(localized("Credits"), OutsideText.cleaned(credit))) }
    if !source.layers.isEmpty {
      let names = source.layers.prefix(20).map { OutsideText.cleaned($0.name, limit: 60) }
      facts.append(FactTable.Fact(localized("Layers"), names.joined(separator: ", ")))
    }
    for warning in source.warnings.prefix(8) { facts.append(FactTable.Fact(localized("Note"), OutsideText.cleaned(warning))) }
    return facts
  }
}
