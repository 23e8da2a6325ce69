/// The numbers a `RoadGraph` is made of, column by column, as they lie in a file. Nothing is checked here.
struct RoadColumns: Sendable {
  // A node each.

  /// Degrees times ten million.
  var latitudes: [Int32] = []
  var longitudes: [Int32] = []
  var nodeTraits: [UInt32] = []
  /// Into `outArcs`, one more than there are nodes.
  var firstOut: [UInt32] = []
  var outArcs: [UInt32] = []
  /// Metres; empty where nobody gave any.
  var heights: [Int16] = []

  // A named node each: motorway exits and junctions with names, in the order of the nodes.

  var labelNodes: [UInt32] = []
  var labelRefs: [UInt32] = []
  var labelNames: [UInt32] = []

  // A segment each.

  var segmentFrom: [UInt32] = []
  var segmentTo: [UInt32] = []
  /// Which row of attributes.
  var segmentRow: [UInt32] = []
  /// Centimetres.
  var lengths: [UInt32] = []
  /// At the start in the low byte, at the end in the high one, as one goes forward; 256ths of a turn.
  var bearings: [UInt16] = []
  /// What lies between its ends and holds one up (`SegmentStops`).
  var stops: [UInt16] = []
  /// Into `shapeBytes`, one more than there are segments.
  var shapeStart: [UInt32] = []
  var shapeBytes: [UInt8] = []
  /// Ids of OpenStreetMap.
  var ways: [Int64] = []

  /// `RoadRow.stride` words each.
  var rows: [UInt32] = []
  /// Into `textBytes`, one more than there are texts; text 0 is empty.
  var textStart: [UInt32] = [0, 0]
  var textBytes: [UInt8] = []

  /// `RoadCondition.stride` words each.
  var conditions: [UInt32] = []
  /// `RoadTimes.stride` words each.
  var times: [UInt32] = []

  // A restriction each.

  /// Into `restrictionArcs`, one more than there are restrictions.
  var restrictionStart: [UInt32] = [0]
  /// Arcs one after the other that may not be gone so.
  var restrictionArcs: [UInt32] = []
  /// A bit for each mode that it holds for.
  var restrictionModes: [UInt32] = []
  var restrictionTimes: [UInt32] = []
  var restrictionTimeCounts: [UInt32] = []

  /// All arcs, from the last that a hierarchy contracts to the first (`ArcOrder`); empty where nobody made an order.
  var arcOrder: [UInt32] = []

  var nodeCount: Int { latitudes.count }
  var segmentCount: Int { segmentFrom.count }
}

/// What holds a traveller up between the ends of a segment: four bits of signals forward, four of signals backward, four of crossings,
/// two each of signs to give way or stop.
struct SegmentStops {
  var signals: (forward: Int, backward: Int) = (0, 0)
  var crossings = 0
  var signs: (forward: Int, backward: Int) = (0, 0)

  init() {}

  init(_ packed: UInt16) {
    let bits = Int(packed)
    signals = (bits & 15, bits >> 4 & 15)
    crossings = bits >> 8 & 15
    signs = (bits >> 12 & 3, bits >> 14 & 3)
  }

  var packed: UInt16 {
    let bits =
      min(signals.forward, 15) | min(signals.backward, 15) << 4 | min(crossings, 15) << 8 | min(signs.forward, 3) << 12
      | min(signs.backward, 3) << 14
    return UInt16(truncatingIfNeeded: bits)
  }
}

/// What a node is: five bits of modes that may not pass, then what stands there.
struct NodeTraits: Hashable, Sendable {
  var bits: UInt32

  static let signals: UInt32 = 1 << 5
  static let crossing: UInt32 = 1 << 6
  static let stopForAll: UInt32 = 1 << 7
  static let miniRoundabout: UInt32 = 1 << 8
  static let turningCircle: UInt32 = 1 << 9
  static let motorwayJunction: UInt32 = 1 << 10
  static let barrierShift: UInt32 = 12
  static let hasLabel: UInt32 = 1 << 16

  func has(_ bit: UInt32) -> Bool { bits & bit != 0 }
  var barrier: RoadBarrier { RoadBarrier(rawValue: UInt8(bits >> Self.barrierShift & 15)) ?? .other }
  func closes(_ mode: TravelMode) -> Bool { bits & 1 << UInt32(mode.number) != 0 }
}
