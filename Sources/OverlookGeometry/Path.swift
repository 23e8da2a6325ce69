/// A collection of coordinates: `Path`, which stays as it is, or `MutablePath`. Indices are 0 ..< `count`.
public protocol PathProtocol: RandomAccessCollection, Sendable where Element == LocationCoordinate, Index == Int {
  /// The coordinates in order.
  var coordinates: [LocationCoordinate] { get }
}

/// An immutable collection of coordinates.
public struct Path: PathProtocol, Hashable, Codable, ExpressibleByArrayLiteral {
  /// The coordinates in order.
  public let coordinates: [LocationCoordinate]

  /// The empty path.
  public init() {
    coordinates = []
  }

  /// A path through `coordinates`; invalid ones are kept, and skipped by whatever measures or draws.
  public init(_ coordinates: [LocationCoordinate]) {
    self.coordinates = coordinates
  }

  /// A path through the coordinates of any sequence, such as a part of another path.
  public init(_ coordinates: some Sequence<LocationCoordinate>) {
    self.coordinates = Array(coordinates)
  }

  /// A path through the coordinates that are listed.
  public init(arrayLiteral coordinates: LocationCoordinate...) {
    self.coordinates = coordinates
  }

  /// A path of a list of coordinates, as `encode(to:)` writes it.
  public init(from decoder: any Decoder) throws {
    coordinates = try [LocationCoordinate](from: decoder)
  }

  /// Writes the list of coordinates.
  public func encode(to encoder: any Encoder) throws {
    try coordinates.encode(to: encoder)
  }

  /// A copy of another path.
  public init(path: some PathProtocol) {
    coordinates = path.coordinates
  }

  /// Decodes a polyline; nil when a character is not of the alphabet, a number is cut off or too large, a latitude has no
  /// longitude or a coordinate lies outside of the Earth's ranges.
  public init?(encodedPath: String, precision: PolylinePrecision = .five) {
    guard let coordinates = PolylineCodec.decode(encodedPath, precision: precision) else { return nil }
    self.coordinates = coordinates
  }
}

/// A path that can be changed; a value, so that a copy does not change with it.
public struct MutablePath: PathProtocol, Hashable {
  /// The coordinates in order.
  public private(set) var coordinates: [LocationCoordinate]

  /// How long `replace(at:with:)` and `insert(_:at:)` let a path grow through an index past its end.
  public static let maximumIndex = 1 << 24

  /// The empty path.
  public init() {
    coordinates = []
  }

  /// A path through `coordinates`.
  public init(_ coordinates: [LocationCoordinate]) {
    self.coordinates = coordinates
  }

  /// A copy of another path.
  public init(path: some PathProtocol) {
    coordinates = path.coordinates
  }

  /// Decodes a polyline; nil in the cases of `Path.init(encodedPath:precision:)`.
  public init?(encodedPath: String, precision: PolylinePrecision = .five) {
    guard let coordinates = PolylineCodec.decode(encodedPath, precision: precision) else { return nil }
    self.coordinates = coordinates
  }

  /// Appends `coordinate`.
  public mutating func add(_ coordinate: LocationCoordinate) {
    coordinates.append(coordinate)
  }

  /// Appends a coordinate given in degrees.
  public mutating func add(latitude: Double, longitude: Double) {
    coordinates.append(LocationCoordinate(latitude: latitude, longitude: longitude))
  }

  /// Inserts `coordinate` before the one at `index`; past the end it does what `replace(at:with:)` does. A negative index is
  /// ignored.
  public mutating func insert(_ coordinate: LocationCoordinate, at index: Int) {
    guard index >= 0 else { return }
    if index < coordinates.count {
      coordinates.insert(coordinate, at: index)
    } else {
      replace(at: index, with: coordinate)
    }
  }

  /// Puts `coordinate` in place of the one at `index`. Past the end the path grows, with invalid coordinates in between. An index
  /// that is negative, or past both the end and `maximumIndex`, is ignored.
  public mutating func replace(at index: Int, with coordinate: LocationCoordinate) {
    guard index >= 0, index <= Swift.max(coordinates.count, Self.maximumIndex) else { return }
    while coordinates.count <= index { coordinates.append(.invalid) }
    coordinates[index] = coordinate
  }

  /// Removes the coordinate at `index`; nothing happens when there is none.
  public mutating func remove(at index: Int) {
    guard coordinates.indices.contains(index) else { return }
    coordinates.remove(at: index)
  }

  /// Removes the last coordinate; nothing happens when there is none.
  public mutating func removeLast() {
    _ = coordinates.popLast()
  }

  /// Removes every coordinate.
  public mutating func removeAll() {
    coordinates.removeAll()
  }
}

extension PathProtocol {
  /// The index of the first coordinate, 0.
  public var startIndex: Int { 0 }

  /// The index after the last coordinate.
  public var endIndex: Int { coordinates.count }

  /// The coordinate at `position`, which must be one of `indices`; `coordinate(at:)` takes any.
  public subscript(position: Int) -> LocationCoordinate { coordinates[position] }

  /// The coordinate at `index`, or `LocationCoordinate.invalid` when there is none.
  public func coordinate(at index: Int) -> LocationCoordinate {
    coordinates.indices.contains(index) ? coordinates[index] : .invalid
  }

  /// The path as an encoded polyline; invalid coordinates are left out.
  public func encodedPath(precision: PolylinePrecision = .five) -> String {
    PolylineCodec.encode(coordinates, precision: precision)
  }

  /// A path with the degrees added to every coordinate; latitudes stop at the poles. Degrees that are not finite count as 0.
  public func offset(byLatitude latitude: Double, longitude: Double) -> Path {
    let (north, east) = (latitude.isFinite ? latitude : 0, longitude.isFinite ? longitude : 0)
    return Path(
      coordinates.map { place in
        guard place.isValid else { return place }
        return LocationCoordinate(
          latitude: Swift.min(Swift.max(place.latitude + north, -90), 90), longitude: place.longitude + east)
      })
  }
}

extension CoordinateBounds {
  /// The smallest bounds that hold every coordinate of `path`.
  public init(path: some PathProtocol) {
    self.init(path.coordinates)
  }

  /// The bounds grown to hold every coordinate of `path` too.
  public func including(_ path: some PathProtocol) -> CoordinateBounds {
    including(CoordinateBounds(path: path))
  }
}
