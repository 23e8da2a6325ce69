import Foundation
import OverlookFiles
import OverlookFormats
import OverlookSupport
import Testing

/// What no input may do: end the process, take long, or make a document whose parts do not fit.
@Suite struct HostileFilesTests {
  private static let names = ["a.geojson", "a.gpx", "a.kml", "a.kmz", "a.csv", "a.shp", "a.fgb", "a.nmea", "a.tsv"]

  /// Inputs of the fuzzer, without the byte that chooses the reader.
  private static let seeds: [(name: String, bytes: [UInt8])] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpora/Files").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
    return files.compactMap { file in
      guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)"), let first = bytes.first else { return nil }
      return (names[Int(first) % names.count], Array(bytes.dropFirst()))
    }
  }()

  private func check(_ document: FileDocument) {
    let shapes = document.shapes
    #expect(shapes.coordinates.allSatisfy { abs($0) <= 540 } && shapes.coordinates.count % 2 == 0)
    #expect(shapes.partStarts.last.map(Int.init) == shapes.positionCount)
    #expect(shapes.heights.isEmpty || shapes.heights.count == shapes.positionCount)
    #expect(shapes.times.isEmpty || shapes.times.count == shapes.positionCount)
    #expect(shapes.measures.allSatisfy { $0.values.count == shapes.positionCount })
    for feature in 0..<document.featureCount {
      _ = document.properties.values(of: feature)
      for shape in shapes.shapes(of: feature) {
        #expect(shapes.parts(of: shape).allSatisfy { !shapes.positions(of: $0).isEmpty })
      }
    }
  }

  @Test func seedsAreRead() throws {
    #expect(Self.seeds.count >= 9)
    for (name, bytes) in Self.seeds {
      let document = try FileFormats.read(FileInput(name: name, bytes: bytes))
      #expect(document.shapes.positionCount > 0, "\(name)")
    }
  }

  @Test func changedBytesBreakNothing() {
    var generator = SeededGenerator(seed: 11)
    for (name, seed) in Self.seeds {
      for _ in 0..<1500 {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let index = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
          case 1: bytes.remove(at: index)
          case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: index)
          default: bytes.removeSubrange(index..<min(index + 9, bytes.count))
          }
          if bytes.isEmpty { break }
        }
        if let document = try? FileFormats.read(FileInput(name: name, bytes: bytes)) { check(document) }
      }
    }
  }

  @Test func cutsBreakNothing() {
    for (name, seed) in Self.seeds {
      for count in 0..<seed.count {
        if let document = try? FileFormats.read(FileInput(name: name, bytes: Array(seed[..<count]))) { check(document) }
      }
    }
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      ("a.geojson", "{\"type\":\"FeatureCollection\",\"features\":" + String(repeating: "[", count: 1_000_000)),
      (
        "a.geojson",
        "{\"type\":\"Feature\",\"geometry\":"
          + String(repeating: "{\"type\":\"GeometryCollection\",\"geometries\":[", count: 100_000)
      ),
      ("a.kml", "<kml>" + String(repeating: "<Folder>", count: 100_000)),
      ("a.kml", "<!DOCTYPE kml [<!ENTITY a \"x\"><!ENTITY b \"&a;&a;\">]><kml><name>&b;</name></kml>"),
      ("a.csv", "wkt,n\n\"" + String(repeating: "GEOMETRYCOLLECTION(", count: 100_000) + "\",1\n"),
      ("a.csv", "lat,lon\n\"" + String(repeating: "1", count: 3_000_000)),
      ("a.gpx", "\0\0\0\0"), ("a.geojson", "{\"type\":\"Point\",\"coordinates\":[NaN,Infinity]}"),
      ("a.geojson", "{\"type\":\"Point\",\"coordinates\":[1e999,-1e-999]}"), ("a.kmz", "PK\u{3}\u{4}"), ("a.shp", "\0\0\u{27}\n"),
    ])
  func hostileFilesEndQuickly(_ name: String, _ text: String) {
    if let document = try? FileFormats.read(FileInput(name: name, bytes: Array(text.utf8))) { check(document) }
  }
}
