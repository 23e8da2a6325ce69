internal import OverlookSupport

/// A manifest in the form of RainViewer's: a "host" and, for "radar" and "satellite", lists of frames, each with a "time"
/// (seconds since 1970) and a "path" below which its tiles lie as `/{size}/{z}/{x}/{y}/{color}/{options}.png`.
enum RadarManifest {
  /// The lists by what people call them.
  private static let lists = [
    (name: "radar", title: "Rain radar", group: "radar", parts: ["past", "nowcast"]),
    (name: "satellite", title: "Satellite, infrared", group: "satellite", parts: ["infrared"]),
  ]
  /// Tiles of 256 pixels; the colours of the "universal blue" scheme; smoothed, with snow.
  private static let radarTile = "/256/{z}/{x}/{y}/2/1_1.png"
  private static let satelliteTile = "/256/{z}/{x}/{y}/0/0_0.png"

  static func series(_ manifest: JSONValue, _ addresses: DocumentAddresses) throws(FormatError) -> [PictureSeries] {
    guard let host = manifest["host"]?.string else { throw .malformed(PictureCatalogue.thing, fault: "it has no host") }
    return lists.compactMap { list in
      guard let group = manifest[list.group] else { return nil }
      var series = PictureSeries()
      series.name = list.name
      series.title = list.title
      series.attribution = OutsideText.cleaned(manifest["attribution"]?.string ?? "RainViewer")
      var unread = 0
      for part in list.parts {
        for frame in (group[part]?.array ?? []).suffix(PictureSeries.stepLimit) {
          let tile = list.name == "radar" ? radarTile : satelliteTile
          guard let time = time(frame["time"]), let path = frame["path"]?.string, path.hasPrefix("/"),
            let address = addresses.address(host + path + tile)
          else {
            unread += 1
            continue
          }
          series.steps.append(
            PictureSeries.Step(timeSeconds: time, name: part == "nowcast" ? "forecast" : part, place: .tiles(address.text)))
        }
      }
      if unread > 0 { series.warnings.append("\(unread) of its pictures cannot be read") }
      return series
    }
  }

  /// Of the years 0 to 9999.
  private static func time(_ value: JSONValue?) -> Double? {
    value?.number.flatMap { (-62_167_219_200...253_402_300_799).contains($0) ? $0.rounded() : nil }
  }
}
