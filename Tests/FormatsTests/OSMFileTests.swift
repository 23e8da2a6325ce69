import Foundation
import OverlookFormats
import OverlookGeometry
import Testing

/// Files put together by hand after wiki.openstreetmap.org/wiki/PBF_Format.
@Suite struct OSMFileTests {
  /// A protocol buffer message.
  private struct Message {
    var writer = ByteWriter()

    static func make(_ body: (inout Message) -> Void) -> [UInt8] {
      var message = Message()
      body(&message)
      return message.writer.bytes
    }

    mutating func number(_ field: UInt64, _ value: UInt64) {
      writer.writeVarint(field << 3)
      writer.writeVarint(value)
    }

    mutating func part(_ field: UInt64, _ bytes: [UInt8]) {
      writer.writeVarint(field << 3 | 2)
      writer.writeVarint(UInt64(bytes.count))
      writer.write(contentsOf: bytes)
    }

    mutating func packed(_ field: UInt64, _ values: [UInt64]) {
      part(field, Message.make { message in for value in values { message.writer.writeVarint(value) } })
    }

    /// Signed, each as the difference to the one before.
    mutating func deltas(_ field: UInt64, _ values: [Int64]) {
      let previous = [0] + values
      packed(field, zip(values, previous).map { value, last in zigzag(value - last) })
    }
  }

  private static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

  private static func blob(_ kind: String, _ content: [UInt8], field: UInt64 = 1, claimed: Int? = nil) -> [UInt8] {
    let body = Message.make { message in
      if let claimed { message.number(2, UInt64(claimed)) }
      message.part(field, content)
    }
    let header = Message.make { message in
      message.part(1, Array(kind.utf8))
      message.number(3, UInt64(body.count))
    }
    let size = UInt32(header.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * $0)) } + header + body
  }

  private static let header = blob(
    "OSMHeader",
    Message.make { message in
      message.part(
        1,
        Message.make { box in
          for (field, value) in [(1, 24_900_000_000), (2, 25_000_000_000), (3, 60_200_000_000), (4, 60_100_000_000)]
            as [(UInt64, Int64)]
          {
            box.number(field, zigzag(value))
          }
        })
      message.part(4, Array("OsmSchema-V0.6".utf8))
      message.part(4, Array("DenseNodes".utf8))
    })

  /// Three nodes, of which the second has a tag, a way through them, and a relation of that way.
  private static func block(tag: UInt64 = 2) -> [UInt8] {
    Message.make { message in
      message.part(
        1, Message.make { table in for text in ["", "name", "Kappeli", "outer"] { table.part(1, Array(text.utf8)) } })
      message.part(
        2,
        Message.make { group in
          group.part(
            2,
            Message.make { dense in
              dense.deltas(1, [10, 12, 11])
              dense.deltas(8, [601_000_000, 601_000_100, 601_000_200])
              dense.deltas(9, [249_000_000, -1_000, 249_000_050])
              dense.packed(10, [0, 1, 2, 0, 0])
            })
          group.part(
            3,
            Message.make { way in
              way.number(1, 77)
              way.packed(2, [1])
              way.packed(3, [tag])
              way.deltas(8, [10, 11, 12])
            })
          group.part(
            4,
            Message.make { relation in
              relation.number(1, 5)
              relation.packed(8, [3])
              relation.deltas(9, [77])
              relation.packed(10, [1])
            })
        })
    }
  }

  private func read(_ bytes: [UInt8]) throws -> OSMData {
    let path = NSTemporaryDirectory() + "/overlook-osm-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try OSMFile.read(path: path)
  }

  @Test func readsNodesWaysAndRelations() throws {
    let data = try read(Self.header + Self.blob("OSMData", Self.block()))
    #expect(data.nodeCount == 3)
    #expect(data.bounds == OSMData.Bounds(west: 24.9, south: 60.1, east: 25, north: 60.2))
    // 601 000 100 units of 100 nanodegrees.
    #expect(data.location(ofNode: 12)?.latitude == 60.10001)
    #expect(data.location(ofNode: 12)?.longitude == -0.0001)
    #expect(data.location(ofNode: 13) == nil)
    #expect(data.nodes.map(\.id) == [12])
    #expect(data.tags(data.nodes[0].tags)["name"] == "Kappeli")
    #expect(Array(data.references[data.ways[0].references]) == [10, 11, 12])
    #expect(data.tags(data.ways[0].tags)["name"] == "Kappeli")
    #expect(data.members.first?.id == 77 && data.members.first?.kind == .way)
    #expect(data.strings[Int(data.members[0].role)] == "outer")
  }

  @Test func readsCompressedBlobs() throws {
    let deflated = PNGBuilder.zlib(Self.block())
    let data = try read(Self.header + Self.blob("OSMData", deflated, field: 3))
    #expect(data.nodeCount == 3)
  }

  /// Blobs that say how much comes out of them, as nearly all do.
  @Test func aBlobHoldsWhatItSays() throws {
    let block = Self.block()
    let deflated = PNGBuilder.zlib(block)
    func read(_ bytes: [UInt8], claimed: Int) -> String {
      do {
        return "\(try self.read(Self.header + Self.blob("OSMData", bytes, field: 3, claimed: claimed)).nodeCount)"
      } catch { return "\(error)" }
    }
    #expect(read(deflated, claimed: block.count) == "3")
    for count in [1, block.count - 1, block.count + 1] {
      #expect(read(deflated, claimed: count).contains("OSM data is damaged: a blob of another size than it says"), "\(count)")
    }
    // zlib makes 1032 bytes of one at most.
    #expect(read(deflated, claimed: 1100 * (deflated.count + 1)).contains("a size that cannot be"))
    #expect(read(deflated, claimed: 33 << 20).contains("\(33 << 20) bytes"))
    #expect(read([1, 2, 3, 4], claimed: 100).contains("OSM data is damaged: compressed data"))
  }

  /// What the file says of its age goes before the newest time of its elements; differences count in `granularity` milliseconds.
  @Test func aFileIsAsOldAsItsNewestElement() throws {
    func block(_ times: [Int64], granularity: UInt64?) -> [UInt8] {
      Self.blob(
        "OSMData",
        Message.make { message in
          message.part(1, Message.make { $0.part(1, []) })
          if let granularity { message.number(18, granularity) }
          message.part(
            2,
            Message.make { group in
              group.part(
                2,
                Message.make { dense in
                  dense.deltas(1, [1, 2, 3])
                  dense.part(
                    5,
                    Message.make { info in
                      info.packed(1, [1, 1, 1])
                      info.deltas(2, times)
                    })
                  dense.deltas(8, [0, 0, 0])
                  dense.deltas(9, [0, 0, 0])
                })
            })
        })
    }
    let seconds = block([1_500_000_000, 1_600_000_000, 1_400_000_000], granularity: nil)
    #expect(try read(Self.header + seconds).date == 1_600_000_000)
    #expect(try read(Self.header + block([150_000_000, 160_000_000, 0], granularity: 10_000)).date == 1_600_000_000)
    // A time before the project is none.
    #expect(try read(Self.header + block([5, 6, 7], granularity: nil)).date == nil)
    let dated = Self.blob("OSMHeader", Message.make { $0.number(32, 1_450_000_000) })
    #expect(try read(dated + seconds).date == 1_450_000_000)
  }

  /// Degrees are units of `granularity` billionths beside offsets.
  @Test func placesCountFromAnOffset() throws {
    let block = Message.make { message in
      message.part(1, Message.make { $0.part(1, []) })
      message.number(17, 1000)
      message.number(19, 5_000_000_000)
      message.number(20, UInt64(bitPattern: -7_000_000_000))
      message.part(
        2,
        Message.make { group in
          group.part(
            2,
            Message.make { dense in
              dense.deltas(1, [1, 2])
              dense.deltas(8, [1_000_000, Int64.max / 4])
              dense.deltas(9, [2_500_000, 0])
            })
        })
    }
    let data = try read(Self.header + Self.blob("OSMData", block))
    // 10^6 units of 1000 billionths are a degree; the second node lies off the globe.
    #expect(data.location(ofNode: 1) == LocationCoordinate(latitude: 6, longitude: -4.5) && data.nodeCount == 1)
  }

  @Test func elementsThatAreNotWholeAreNamed() {
    func fault(_ field: UInt64, _ body: (inout Message) -> Void) -> String {
      let block = Message.make { message in
        message.part(1, Message.make { table in for text in ["", "a"] { table.part(1, Array(text.utf8)) } })
        message.part(2, Message.make { $0.part(field, Message.make(body)) })
      }
      do {
        _ = try read(Self.header + Self.blob("OSMData", block))
        return ""
      } catch { return "\(error)" }
    }
    #expect(fault(4) { ($0.packed(8, [1]), $0.deltas(9, [7]), $0.packed(10, [3])) }.contains("a member of an unknown kind"))
    #expect(fault(4) { ($0.packed(8, [1]), $0.deltas(9, [7])) }.contains("members that lack something"))
    #expect(fault(4) { ($0.packed(8, [1, 1]), $0.deltas(9, [7]), $0.packed(10, [1])) }.contains("members that lack something"))
    #expect(fault(3) { $0.packed(2, [1]) }.contains("a tag without a value"))
    #expect(fault(3) { $0.packed(3, [1]) }.contains("a value without a tag"))
    #expect(fault(2) { ($0.deltas(1, [1]), $0.deltas(8, [1, 2]), $0.deltas(9, [1])) }.contains("places without nodes"))
  }

  @Test func tellsItsFilesByTheirFirstBytes() throws {
    let folder = NSTemporaryDirectory() + "/overlook-osm-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let xml = Array("\u{FEFF}<?xml version='1.0'?>\n<!-- x --><osm version='0.6'></osm>".utf8)
    let files: [(bytes: [UInt8], isData: Bool)] = [
      (Self.header, true), (xml, true), (try Gzip.deflate(xml), true), (Array("<osmChange/>".utf8), false),
      (Array("<html/>".utf8), false), (try Gzip.deflate(Array("osm".utf8)), false), ([0x1F, 0x8B], false),
      (Array("BZh9x".utf8), false),
      ([], false),
    ]
    for (number, file) in files.enumerated() {
      let path = "\(folder)/\(number)"
      try Data(file.bytes).write(to: URL(fileURLWithPath: path))
      #expect(OSMFile.isLikely(path: path) == file.isData, "\(number)")
    }
    #expect(!OSMFile.isLikely(path: "\(folder)/none") && !OSMFile.isLikely(path: folder))
    do {
      _ = try read([0xFF, 0xE0, 4, 0x6F, 0x35, 0x6D, 0x32])
      Issue.record("o5m is read")
    } catch { #expect("\(error)".contains("O5M")) }
  }

  @Test func refusesDamage() throws {
    let block = Self.block()
    let whole = Self.header + Self.blob("OSMData", block)
    for count in [0, 3, 4, 20, Self.header.count + 9, whole.count - 1] {
      #expect(throws: FormatError.self) { try read(Array(whole.prefix(count))) }
    }
    #expect(throws: FormatError.self) { try read(Self.header + Self.blob("OSMData", Self.block(tag: 99))) }
    #expect(throws: FormatError.self) { try read(Self.header + Self.blob("OSMData", block, field: 4)) }
    #expect(throws: FormatError.self) { try read(Array("PK\u{3}\u{4} no map at all".utf8)) }
    let future = Self.blob("OSMHeader", Message.make { $0.part(4, Array("HistoricalInformation".utf8)) })
    #expect(throws: FormatError.self) { try read(future) }
    #expect(throws: FormatError.self) { try OSMFile.read(path: "/nowhere/at/all.osm.pbf") }
  }

  /// Bytes turned over one after the other: errors, perhaps, and nothing else.
  @Test func survivesFlippedBytes() throws {
    let whole = Self.header + Self.blob("OSMData", Self.block())
    var faults = 0
    for index in whole.indices {
      var broken = whole
      broken[index] ^= 0xFF
      do { _ = try read(broken) } catch { faults += 1 }
    }
    #expect(faults > 0)
  }
}
