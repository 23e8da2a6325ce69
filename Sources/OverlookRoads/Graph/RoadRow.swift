/// Attributes that many segments share, as they lie in the graph's column of rows: a run of 32-bit words.
struct RoadRow: Hashable, Sendable {
  static let stride = 21
  /// Kilometres per hour: a byte holds up to 127.5, and nobody drives faster for long.
  static let speedUnit = 0.5

  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt32
    static let toll = Flags(rawValue: 1 << 13)
    static let ferry = Flags(rawValue: 1 << 14)
    static let tunnel = Flags(rawValue: 1 << 15)
    static let bridge = Flags(rawValue: 1 << 16)
    static let roundabout = Flags(rawValue: 1 << 17)
    static let circular = Flags(rawValue: 1 << 18)
    static let link = Flags(rawValue: 1 << 19)
    static let motorroad = Flags(rawValue: 1 << 20)
    static let noHazmat = Flags(rawValue: 1 << 21)
    static let cycleway = Flags(rawValue: 1 << 22)
    static let sidewalk = Flags(rawValue: 1 << 23)
    static let unpaved = Flags(rawValue: 1 << 24)
    static let lit = Flags(rawValue: 1 << 25)
    static let dualCarriageway = Flags(rawValue: 1 << 26)
  }

  var words = [UInt32](repeating: 0, count: RoadRow.stride)

  // Word 0: class, surface, service, flags. Word 1: access. Words 2 ... 4: speeds. 5: limits. 6: lanes.
  // 7 ... 14: texts. 15 ... 17: sizes. 18, 19: conditions. 20: the exit's number.

  mutating func set(roadClass: RoadClass, surface: RoadSurface, service: RoadService, flags: Flags) {
    words[0] = UInt32(roadClass.rawValue) | UInt32(surface.rawValue) << 5 | UInt32(service.rawValue) << 10 | flags.rawValue
  }

  mutating func set(_ access: RoadAccess, _ mode: TravelMode, _ direction: RoadDirection) {
    let shift = UInt32(direction.rawValue * 10 + mode.number * 2)
    words[1] = words[1] & ~(3 << shift) | UInt32(access.rawValue) << shift
  }

  /// Kilometres per hour.
  mutating func set(speed: Double, _ mode: TravelMode, _ direction: RoadDirection) {
    let byte = direction.rawValue * 5 + mode.number
    let value = UInt32(min(max((speed / Self.speedUnit).rounded(), 1), 255))
    let shift = UInt32(byte % 4 * 8)
    words[2 + byte / 4] = words[2 + byte / 4] & ~(255 << shift) | value << shift
  }

  /// Tenths of kilometres per hour; 0 unknown, 65,535 none.
  mutating func set(limits forward: UInt16, _ backward: UInt16) {
    words[5] = UInt32(forward) | UInt32(backward) << 16
  }

  mutating func set(lanes forward: UInt8, _ backward: UInt8, total: UInt8, layer: Int8) {
    words[6] = UInt32(forward) | UInt32(backward) << 8 | UInt32(total) << 16 | UInt32(UInt8(bitPattern: layer)) << 24
  }

  enum Text: Int, CaseIterable {
    case name = 7, ref, destinationForward, destinationBackward, destinationRefForward, destinationRefBackward
    case turnLanesForward, turnLanesBackward
    case exit = 20
  }

  mutating func set(_ text: Text, _ number: UInt32) { words[text.rawValue] = number }

  /// Centimetres, and tens of kilograms; 0 where nothing is said.
  mutating func set(height: UInt16, width: UInt16, length: UInt16, weight: UInt16, axleLoad: UInt16) {
    words[15] = UInt32(height) | UInt32(width) << 16
    words[16] = UInt32(length) | UInt32(weight) << 16
    words[17] = UInt32(axleLoad)
  }

  mutating func set(conditions: Range<Int>) {
    words[18] = UInt32(clamping: conditions.lowerBound)
    words[19] = UInt32(clamping: conditions.count)
  }
}
