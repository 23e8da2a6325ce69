import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// A value of a server's answer, which says where it stands when something is wrong with it.
struct ServerAnswer {
  let value: JSONValue
  /// Of the server and the place in its answer.
  let path: String

  init(_ value: JSONValue, path: String) {
    self.value = value
    self.path = path
  }

  /// A member; nil where it is missing or null.
  subscript(key: String) -> ServerAnswer? {
    guard let member = value[key], member != .null else { return nil }
    return ServerAnswer(member, path: "\(path).\(key)")
  }

  /// A member that has to be there.
  func member(_ key: String) throws(RoutingError) -> ServerAnswer {
    guard let member = self[key] else { throw .unusable("\(path): \(key) is missing") }
    return member
  }

  /// What lies in a member that has to be an array.
  func items(_ key: String) throws(RoutingError) -> [ServerAnswer] {
    let member = try member(key)
    guard let items = member.value.array else { throw member.fault("an array was expected") }
    return items.enumerated().map { ServerAnswer($1, path: "\(member.path)[\($0)]") }
  }

  /// A length or a time: finite, 0 or more.
  func measure(_ key: String) throws(RoutingError) -> Double {
    let member = try member(key)
    guard let number = member.value.number else { throw member.fault("a number was expected") }
    guard number >= 0 else { throw member.fault("\(JSONWriter.text(number)) is below 0") }
    guard number <= Self.largestMeasure else { throw member.fault("\(JSONWriter.text(number)) is beyond all roads") }
    return number
  }

  /// An index or a count: a whole number, 0 or more.
  func count(_ key: String) throws(RoutingError) -> Int {
    let member = try member(key)
    guard let number = member.value.number, number >= 0, let count = Int(exactly: number) else {
      throw member.fault("a whole number was expected")
    }
    return count
  }

  /// A compass bearing; nil where it is missing.
  func bearing(_ key: String) throws(RoutingError) -> Double? {
    guard let member = self[key] else { return nil }
    guard let number = member.value.number, abs(number) <= 720 else { throw member.fault("a bearing in degrees was expected") }
    return Angle.bearingDegrees(number)
  }

  /// A member's text on one line; empty where it is missing or none.
  func text(_ key: String) -> String {
    value[key]?.string.map { OutsideText.cleaned($0) } ?? ""
  }

  func flag(_ key: String) -> Bool { value[key]?.bool ?? false }

  /// Longitude and latitude.
  func place() throws(RoutingError) -> LocationCoordinate {
    guard let numbers = value.array, numbers.count >= 2, let longitude = numbers[0].number, let latitude = numbers[1].number
    else {
      throw fault("a longitude and a latitude were expected")
    }
    let place = LocationCoordinate(latitude: latitude, longitude: longitude)
    guard place.isValid, abs(longitude) <= 720 else { throw fault("it is no place on Earth") }
    return place
  }

  /// The places of an encoded polyline.
  func polyline(_ precision: PolylinePrecision) throws(RoutingError) -> [LocationCoordinate] {
    guard let text = value.string else { throw fault("an encoded polyline was expected") }
    guard let path = Path(encodedPath: text, precision: precision) else {
      throw fault("it is no polyline of \(precision.rawValue) decimals")
    }
    return path.coordinates
  }

  func fault(_ text: String) -> RoutingError { .unusable("\(path): \(text)") }

  /// Some times around the Earth, and a month.
  private static let largestMeasure = 1e9
}
