import OverlookGeometry

extension LocationSource {
  /// The forms that `init(text:)` reads, for help and errors.
  package static let forms =
    "gpsd[:HOST[:PORT]], geoclue, nmea:FILE, serial:DEVICE[@SPEED], tcp:HOST:PORT, LAT,LON, or a file with a recorded track"

  /// A source as people write it on a command line, in one of the `forms`; nil for what is none of them. Files are not looked for.
  ///
  /// - Parameter speed: How fast a recorded track is played.
  public init?(text: String, speed: Double = 1) {
    let (kind, rest) = Self.parts(text)
    switch (kind, rest) {
    case ("gpsd", nil): self = .gpsd()
    case ("gpsd", let rest?):
      guard let (host, port) = Self.address(rest, usualPort: 2947) else { return nil }
      self = .gpsd(host: host, port: port)
    case ("geoclue", nil): self = .geoClue
    case ("nmea", let path?) where !path.isEmpty: self = .nmeaFile(path)
    case ("serial", let rest?) where !rest.isEmpty:
      guard let mark = rest.lastIndex(of: "@") else {
        self = .serial(rest)
        return
      }
      guard mark > rest.startIndex, let speed = Int(rest[rest.index(after: mark)...]), speed > 0 else { return nil }
      self = .serial(String(rest[..<mark]), speed: speed)
    case ("tcp", let rest?):
      guard let (host, port) = Self.address(rest, usualPort: nil) else { return nil }
      self = .nmeaServer(host: host, port: port)
    default:
      guard !text.isEmpty else { return nil }
      self = Self.place(text).map { .fixed($0) } ?? .replay(text, speed: speed)
    }
  }

  private static func parts(_ text: String) -> (kind: String, rest: String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  /// "host", "host:port", "[::1]:port".
  private static func address(_ text: String, usualPort: Int?) -> (host: String, port: Int)? {
    let afterHost = text.lastIndex(of: "]").map { text.index(after: $0) } ?? text.firstIndex(of: ":") ?? text.endIndex
    let host = text[..<afterHost].filter { $0 != "[" && $0 != "]" }
    let rest = text[afterHost...]
    let port = rest.isEmpty ? usualPort : rest.first == ":" ? Int(rest.dropFirst()) : nil
    guard !host.isEmpty, let port, (1...65_535).contains(port) else { return nil }
    return (host, port)
  }

  private static func place(_ text: String) -> LocationCoordinate? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
    let place = LocationCoordinate(latitude: latitude, longitude: longitude)
    return place.isValid && abs(longitude) <= 180 ? place : nil
  }
}
