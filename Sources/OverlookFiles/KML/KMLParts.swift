import Glibc
import OverlookGeometry
import OverlookSupport

/// The styles of a document, which placemarks name before or after they stand.
struct KMLStyles {
  /// A style, or a pair of them of which the one at rest counts.
  struct Open {
    var id: String?
    var look = FeatureLook()
    var target: String?
    /// Of the pair that is open.
    var key: String?

    init(id: String?) { self.id = id }

    mutating func take(_ element: KMLElement, _ text: String, in path: [KMLElement?]) {
      let number = Float(text).flatMap { $0.isFinite ? $0 : nil }
      // The outermost of the styles of one kind that are open.
      let kind = path.last { [.lineStyle, .polyStyle, .iconStyle, .labelStyle, .balloonStyle].contains($0) } ?? nil
      switch (kind, element) {
      case (.lineStyle, .color): look.strokeColor = HexColor.colorOfKML(text)
      case (.lineStyle, .width): look.strokeWidth = number.map { min(max($0, 0), 100) }
      case (.polyStyle, .color): look.fillColor = HexColor.colorOfKML(text)
      case (.polyStyle, .fill): look.isFilled = text != "0"
      case (.polyStyle, .outline): look.isOutlined = text != "0"
      case (.iconStyle, .color): look.iconColor = HexColor.colorOfKML(text)
      case (.iconStyle, .scale): look.iconScale = number.map { min(max($0, 0), 16) }
      case (.iconStyle, .heading): look.iconHeading = number
      case (.iconStyle, .href): look.iconName = text
      case (.labelStyle, .color): look.labelColor = HexColor.colorOfKML(text)
      case (.labelStyle, .scale): look.labelScale = number.map { min(max($0, 0), 16) }
      case (.balloonStyle, .text): look.balloonText = text
      default: break
      }
    }
  }

  private var looks: [String: FeatureLook] = [:]
  private var targets: [String: String] = [:]
  private var users: [(feature: Int, url: String)] = []

  mutating func add(_ style: Open, _ id: String) {
    looks[id] = style.look
    targets[id] = style.target
  }

  mutating func use(_ url: String?, by feature: Int) {
    if let url { users.append((feature, url)) }
  }

  /// Gives the placemarks the looks that they name, under their own.
  func resolve(_ document: inout FileDocument) {
    var numbers: [FeatureLook: Int32] = [:]
    for (number, look) in document.looks.enumerated() { numbers[look] = Int32(clamping: number) }
    var known: [String: FeatureLook] = [:]
    for (feature, url) in users where feature < document.featureCount {
      if known[url] == nil { known[url] = look(url) }
      let whole = document.look(of: feature).over(known[url] ?? FeatureLook())
      guard whole != FeatureLook() else { continue }
      if numbers[whole] == nil {
        numbers[whole] = Int32(clamping: document.looks.count)
        document.looks.append(whole)
      }
      document.shapes.records.setLook(numbers[whole] ?? -1, of: feature)
    }
  }

  /// Styles of other documents are not looked for; a chain that leads back to itself ends after some steps.
  private func look(_ url: String) -> FeatureLook {
    var id = Self.id(url)
    for _ in 0..<8 {
      guard let target = targets[id].map(Self.id) else { break }
      id = target
    }
    return looks[id] ?? FeatureLook()
  }

  private static func id(_ url: String) -> String { String(url.split(separator: "#", maxSplits: 1).last ?? "") }
}

/// Lists of positions: "lon,lat[,height]" with white space between.
enum KMLCoordinates {
  /// Adds the positions to the open part, and returns how many were none.
  static func add(_ text: [UInt8], to builder: inout FeatureBuilder) -> Int {
    KMLCoordinateScanner.scan(text) { longitude, latitude, height in
      builder.addPosition(longitude, latitude)
      if let height, height != 0 { builder.setHeight(height) }
    }
  }

  static func places(_ text: [UInt8]) -> [LocationCoordinate] {
    var places: [LocationCoordinate] = []
    _ = KMLCoordinateScanner.scan(text) { longitude, latitude, _ in
      places.append(LocationCoordinate(latitude: latitude, longitude: longitude))
    }
    return places
  }
}

/// A track of Google's extensions: times, places and what was measured, each in a list of its own.
struct KMLTrack {
  private var times: [Double] = []
  private var places: [(longitude: Double, latitude: Double, height: Double?)] = []
  private var measures: [String: [Double]] = [:]

  mutating func addTime(_ text: [UInt8]) { times.append(TimeScanner.seconds(text) ?? .nan) }

  mutating func addPlace(_ text: [UInt8]) {
    let numbers = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).map {
      Array($0.utf8).withNumber(0x2E) ?? .nan
    }
    places.append((numbers.first ?? .nan, numbers.count > 1 ? numbers[1] : .nan, numbers.count > 2 ? numbers[2] : nil))
  }

  mutating func addMeasure(_ name: String?, _ text: [UInt8]) {
    guard let name, measures[name] != nil || measures.count < 16 else { return }
    measures[name, default: []].append(text.withNumber(0x2E) ?? .nan)
  }

  /// Adds the places to the open part, and returns how many they were.
  func add(to builder: inout FeatureBuilder) -> Int {
    var count = 0
    let names = measures.keys.sorted()
    for (index, place) in places.enumerated() where abs(place.longitude) <= 540 && abs(place.latitude) <= 90 {
      builder.addPosition(place.longitude, place.latitude)
      if let height = place.height { builder.setHeight(height) }
      if index < times.count, times[index].isFinite { builder.setTime(times[index]) }
      for name in names {
        if let values = measures[name], index < values.count, values[index].isFinite { builder.setMeasure(name, values[index]) }
      }
      count += 1
    }
    return count
  }
}

/// A ground overlay as it is read.
struct KMLOverlay {
  var name = ""
  var picture = ""
  var opacity: Float = 1
  var box: [KMLElement: Double] = [:]
  /// From the lower left, against the clock.
  var corners: [LocationCoordinate] = []

  /// Nil without a picture or a place.
  var groundOverlay: FileGroundOverlay? {
    guard !picture.isEmpty else { return nil }
    if corners.count == 4, corners.allSatisfy({ $0.isValid && abs($0.longitude) <= 540 }) {
      return FileGroundOverlay(name: name, picture: picture, corners: corners, opacity: opacity)
    }
    guard let north = box[.north], let south = box[.south], let west = box[.west], var east = box[.east], abs(north) <= 90,
      abs(south) <= 90, abs(west) <= 360, abs(east) <= 360, south < north
    else { return nil }
    if east < west { east += 360 }
    let corners = [(west, south), (east, south), (east, north), (west, north)].map {
      turned($0.0, $0.1, about: ((west + east) / 2, (south + north) / 2))
    }
    return FileGroundOverlay(name: name, picture: picture, corners: corners, opacity: opacity)
  }

  /// Turned against the clock by the box's rotation, as seen on the ground in the middle.
  private func turned(_ x: Double, _ y: Double, about middle: (x: Double, y: Double)) -> LocationCoordinate {
    let angle = (box[.rotation] ?? 0) * .pi / 180
    guard angle != 0, angle.isFinite else { return LocationCoordinate(latitude: y, longitude: x) }
    let shrink = max(cos(middle.y * .pi / 180), 0.01)
    let (dx, dy) = ((x - middle.x) * shrink, y - middle.y)
    let latitude = middle.y + dx * sin(angle) + dy * cos(angle)
    return LocationCoordinate(
      latitude: min(max(latitude, -90), 90), longitude: middle.x + (dx * cos(angle) - dy * sin(angle)) / shrink)
  }
}

/// A view as it is read.
struct KMLView {
  private var numbers: [KMLElement: Double] = [:]
  var seconds = 0.0
  var last: FileCamera?

  mutating func begin() { numbers = [:] }

  mutating func take(_ element: KMLElement, _ text: String) {
    guard let value = Array(text.utf8).withNumber(0x2E) else { return }
    if element == .duration { seconds = min(max(value, 0), 3600) } else { numbers[element] = value }
  }

  /// Nil without a place. A camera's eye looks at the ground where its tilt and height say.
  func camera(isEye: Bool) -> FileCamera? {
    guard let latitude = numbers[.latitude], let longitude = numbers[.longitude], abs(latitude) <= 90, abs(longitude) <= 540
    else {
      return nil
    }
    let (bearing, tilt) = (numbers[.heading] ?? 0, min(max(numbers[.tilt] ?? 0, 0), 85))
    let eye = LocationCoordinate(latitude: latitude, longitude: longitude)
    guard isEye else { return FileCamera(target: eye, rangeMeters: numbers[.range], bearing: bearing, tilt: tilt) }
    let height = max(numbers[.altitude] ?? 0, 0)
    let away = min(height * tan(tilt * .pi / 180), 1_000_000)
    return FileCamera(
      target: SphericalGeometry.offset(from: eye, distanceMeters: away, headingDegrees: bearing),
      rangeMeters: height / cos(tilt * .pi / 180), bearing: bearing, tilt: tilt)
  }
}
