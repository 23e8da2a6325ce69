import OverlookFormats
import OverlookGeometry

/// What a FlatGeobuf file says of itself at its beginning (flatgeobuf.org, specification 3).
package struct FlatGeobufHeader: Sendable {
  package struct Column: Sendable {
    package var name: String
    var kind: UInt8

    /// As people call it.
    package var type: String {
      switch kind {
      case 2: "boolean"
      case 0, 1, 3...8: "integer"
      case 9, 10: "number"
      case 12: "JSON"
      default: "text"
      }
    }
  }

  package let name: String
  package let featureCount: UInt64
  /// Of the boxes of one node of the index; 0 for a file without an index.
  let nodeSize: Int
  let geometryKind: UInt8
  package let columns: [Column]
  /// "EPSG:25832" or WKT; nil for degrees of WGS 84, and where it says nothing.
  package let crs: String?
  /// From the start of the file.
  let indexOffset: UInt64
  let featuresOffset: UInt64

  static let magic: [UInt8] = [0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62]
  static let byteCountLimit = 10 << 20

  /// From the first bytes of a file; nil when more are needed.
  init?(_ bytes: [UInt8]) throws(FormatError) {
    let thing = "FlatGeobuf"
    guard bytes.count >= 12 else { return nil }
    guard bytes.starts(with: Self.magic) else { throw .unrecognized(thing, found: "data of another kind") }
    guard let size = FlatTable.word(bytes[8...], 0, 4).flatMap({ Int(exactly: $0) }), size <= Self.byteCountLimit else {
      throw .tooLarge(thing, fault: "its header")
    }
    guard bytes.count >= 12 + size else { return nil }
    guard let table = FlatTable(root: bytes[12..<12 + size]) else { throw .malformed(thing, fault: "its header") }
    name = table.text(0) ?? ""
    geometryKind = table.byte(2) ?? 0
    columns = table.tables(7).map { Column(name: $0.text(0) ?? "", kind: $0.byte(1) ?? 11) }
    featureCount = table.uint64(8) ?? 0
    nodeSize = Int(table.uint16(9) ?? 16)
    crs = Self.crs(table.table(10))
    indexOffset = UInt64(12 + size)
    guard let indexByteCount = PackedIndex.byteCount(featureCount: featureCount, nodeSize: nodeSize) else {
      throw .malformed(thing, fault: "an index of \(featureCount) features, \(nodeSize) in a node")
    }
    featuresOffset = indexOffset + indexByteCount
  }

  private static func crs(_ table: FlatTable?) -> String? {
    guard let table else { return nil }
    if let code = table.int32(1), code > 0 { return code == 4326 ? nil : "\(table.text(0) ?? "EPSG"):\(code)" }
    return table.text(4) ?? table.text(5)
  }
}

/// The packed Hilbert R-tree of a FlatGeobuf file.
enum PackedIndex {
  static let nodeByteCount: UInt64 = 40

  /// Numbers of nodes of each level, the leaves first.
  static func levels(featureCount: UInt64, nodeSize: Int) -> [UInt64]? {
    guard nodeSize >= 2, featureCount > 0, featureCount < 1 << 40 else { return nil }
    var levels = [featureCount]
    var count = featureCount
    repeat {
      count = (count + UInt64(nodeSize) - 1) / UInt64(nodeSize)
      levels.append(count)
    } while count > 1
    return levels
  }

  /// The root comes first in the file: where each level begins, the leaves first.
  static func starts(of counts: [UInt64]) -> [UInt64] {
    var starts: [UInt64] = []
    var start: UInt64 = 0
    for count in counts.reversed() {
      starts.append(start)
      start += count
    }
    return starts.reversed()
  }

  /// 0 for a file without an index; nil for one that cannot be.
  static func byteCount(featureCount: UInt64, nodeSize: Int) -> UInt64? {
    if nodeSize == 0 || featureCount == 0 { return 0 }
    return levels(featureCount: featureCount, nodeSize: nodeSize).map { $0.reduce(0, +) * nodeByteCount }
  }
}
