internal import OverlookGeometry
internal import OverlookSupport

/// Capabilities in the form of the Met Office's DataPoint: the member "Layers" with a "BaseUrl" and a list "Layer".
///
/// Layers of observations have "Times", those of forecasts "Timesteps": hours after "@defaultTime". What stands in braces in the
/// base address is replaced by what the layer says of it; `{key}` stays.
enum OfficeCapabilities {
  /// What the pictures cover, which the document does not say.
  private static let bounds = CoordinateBounds(
    southWest: LocationCoordinate(latitude: 48, longitude: -12), northEast: LocationCoordinate(latitude: 61, longitude: 5))

  /// More than this are not listed by any office.
  private static let layerLimit = 1000

  static func series(_ layers: JSONValue, _ addresses: DocumentAddresses) throws(FormatError) -> [PictureSeries] {
    guard let base = layers["BaseUrl"]?["$"]?.string ?? layers["BaseUrl"]?.string else {
      throw .malformed(PictureCatalogue.thing, fault: "it has no BaseUrl")
    }
    var result: [PictureSeries] = []
    for layer in list(layers["Layer"]).prefix(layerLimit) {
      let service = layer["Service"] ?? layer
      guard let name = service["LayerName"]?.string, !name.isEmpty, !result.contains(where: { $0.name == name }) else { continue }
      var series = PictureSeries()
      series.name = name
      series.title = OutsideText.cleaned(layer["@displayName"]?.string ?? name)
      series.bounds = bounds
      let template = base.replacing("{LayerName}", with: PercentEncoding.value(name))
        .replacing("{ImageFormat}", with: PercentEncoding.value(service["ImageFormat"]?.string ?? "png"))
      var unread = 0
      for moment in moments(of: service) {
        guard let time = moment.timeSeconds, let place = place(of: moment, template, addresses) else {
          unread += 1
          continue
        }
        series.steps.append(
          PictureSeries.Step(timeSeconds: time, name: OutsideText.cleaned(moment.name, limit: 60), place: place))
      }
      if unread > 0 { series.warnings.append("\(unread) of its times cannot be read") }
      result.append(series)
    }
    return result
  }

  /// A picture of a layer, as the document tells it.
  private struct Moment {
    /// Nil when it is no time.
    var timeSeconds: Double?
    var name: String
    var values: [(name: String, value: String)]
  }

  private static func moments(of service: JSONValue) -> [Moment] {
    if let steps = service["Timesteps"] {
      let run = steps["@defaultTime"]?.string ?? ""
      let start = ISOTime(run)?.secondsSinceEpoch
      return list(steps["Timestep"] ?? steps).suffix(PictureSeries.stepLimit).map { value in
        let hours = number(value)
        let text = hours.map { JSONWriter.text($0) } ?? ""
        return Moment(
          timeSeconds: start.flatMap { start in hours.map { start + $0 * 3600 } }, name: "\(run) +\(text) h",
          values: [("{DefaultTime}", run), ("{Timestep}", text)])
      }
    }
    return list(service["Times"]?["Time"] ?? service["Times"]).suffix(PictureSeries.stepLimit).map { value in
      let text = value.string ?? ""
      return Moment(timeSeconds: ISOTime(text)?.secondsSinceEpoch, name: text, values: [("{Time}", text)])
    }
  }

  private static func place(of moment: Moment, _ template: String, _ addresses: DocumentAddresses) -> PictureSeries.Place? {
    var address = template
    for (name, value) in moment.values {
      // The template itself says that the time is in UTC.
      let plain = value.hasSuffix("Z") ? String(value.dropLast()) : value
      address = address.replacing(name, with: PercentEncoding.value(plain))
    }
    return addresses.address(address).map { .address($0.text) }
  }

  /// Hours of a forecast, a century of them at most.
  private static func number(_ value: JSONValue) -> Double? {
    guard let hours = value.number ?? value.string.flatMap(DocumentNumber.double), abs(hours) < 876_600 else { return nil }
    return hours
  }

  /// Where the source of such documents has one element only, they have no list.
  private static func list(_ value: JSONValue?) -> [JSONValue] {
    guard let value else { return [] }
    return value.array ?? [value]
  }
}
