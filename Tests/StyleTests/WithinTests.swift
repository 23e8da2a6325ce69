import OverlookFormats
import Testing

@testable import OverlookStyle

/// `within`, as the reference implementation's own cases have it.
@Suite struct WithinTests {
  private func isWithin(
    _ area: String, _ type: String, _ coordinates: String, tile: (z: Int, x: Int, y: Int)? = (0, 0, 0)
  ) throws -> String {
    let surroundings = tile.map { #"{"zoom": \#($0.z), "canonicalID": {"z": \#($0.z), "x": \#($0.x), "y": \#($0.y)}}"# } ?? "{}"
    let feature = #"{"geometry": {"type": "\#(type)", "coordinates": \#(coordinates)}}"#
    let text = #"{"expression": ["within", \#(area)], "inputs": [[\#(surroundings), \#(feature)]]}"#
    return ExpressionDocument.evaluate(try JSONParser.parse(Array(text.utf8)))["outputs"]?.array?.first.map(JSONWriter.text) ?? ""
  }

  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> String {
    "[[[\(west), \(south)], [\(east), \(south)], [\(east), \(north)], [\(west), \(north)], [\(west), \(south)]]]"
  }

  private static func polygon(_ coordinates: String) -> String {
    #"{"type": "Polygon", "coordinates": \#(coordinates)}"#
  }

  @Test func areasAndFeaturesMayCountOnBeyondTheAntimeridian() throws {
    let west = Self.polygon(Self.box(-185, 60, -175, 65))
    #expect(try isWithin(west, "MultiPoint", "[[-183, 62], [-179, 63]]") == "true")
    #expect(try isWithin(west, "MultiPoint", "[[-183, 62], [181, 63]]") == "true")
    #expect(try isWithin(west, "Point", "[177, 62.5]", tile: (3, 7, 2)) == "true")
    #expect(try isWithin(west, "Point", "[170, 62.5]", tile: (3, 7, 2)) == "false")
    let line = Self.polygon(Self.box(-190, 0, -178, 10))
    #expect(try isWithin(line, "LineString", "[[-183, 5], [-179, 1]]") == "true")
    #expect(try isWithin(line, "LineString", "[[177, 5], [179, 1]]") == "true")
    // As wide as the world: where it runs is not known.
    #expect(try isWithin(line, "LineString", "[[-183, 5], [181, 1]]") == "false")
  }

  @Test func aLineBetweenTwoAreasIsInNeither() throws {
    let two = #"{"type": "MultiPolygon", "coordinates": [\#(Self.box(0, 0, 10, 10)), \#(Self.box(10, 0, 20, 10))]}"#
    #expect(try isWithin(two, "LineString", "[[5, 5], [15, 5]]") == "false")
    #expect(try isWithin(two, "MultiLineString", "[[[2, 5], [8, 5]], [[12, 5], [18, 5]]]") == "true")
    #expect(try isWithin(two, "MultiPoint", "[[5, 5], [15, 5]]") == "true")
    // Where two overlap, a place lies in both: it is no hole.
    let over = #"{"type": "MultiPolygon", "coordinates": [\#(Self.box(0, 0, 10, 10)), \#(Self.box(5, 0, 20, 10))]}"#
    #expect(try isWithin(over, "Point", "[7, 5]") == "true")
  }

  @Test(arguments: 0...18)
  func theCornerIsOutsideAtEveryLevel(zoom: Int) throws {
    let area = Self.polygon(Self.box(-10, -10, 10, 10))
    #expect(try isWithin(area, "Point", "[10, -10]", tile: (zoom, 0, 0)) == "false")
    #expect(try isWithin(area, "Point", "[10, 3]", tile: (zoom, 0, 0)) == "false")
    #expect(try isWithin(area, "Point", "[9, -9]", tile: (zoom, 0, 0)) == "true")
  }

  @Test func placesOfNoTileAreTakenAsTheyAre() throws {
    let area = Self.polygon(Self.box(-10, -10, 10, 10))
    #expect(try isWithin(area, "Point", "[9.9999999, 0]", tile: nil) == "true")
    #expect(try isWithin(area, "Point", "[9.9999999, 0]") == "false")
    #expect(try isWithin(area, "LineString", "[[0, 0], [9, 9]]", tile: nil) == "true")
    #expect(try isWithin(area, "LineString", "[]", tile: nil) == "false")
    #expect(try isWithin(area, "Polygon", Self.box(1, 1, 2, 2), tile: nil) == "false")
  }
}
