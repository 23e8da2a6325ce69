import Glibc
@testable import OverlookLayout
import OverlookStyle
import OverlookSupport
import Testing

@Suite struct FillLayoutTests {
  private static let plain = #"{"id": "a", "type": "fill", "source": "s"}"#

  private func bucket(_ features: FeatureLayer, _ json: String = plain) throws -> FillBucket? {
    let layer = try ShapeFeatures.layer(json)
    return FillLayout.bucket(
      layer, features, selected: features.features.indices.map { Int32($0) }, ShapeFeatures.context)
  }

  /// Twice the area of all triangles.
  private func area(_ bucket: FillBucket) -> Int {
    stride(from: 0, to: bucket.triangles.count, by: 3).reduce(0) { sum, start in
      let p = (0..<3).map { SIMD2<Int>(truncatingIfNeeded: bucket.vertices[Int(bucket.triangles[start + $0])]) }
      let (a, b) = (p[1] &- p[0], p[2] &- p[0])
      return sum + abs(a.x * b.y - a.y * b.x)
    }
  }

  @Test func trianglesCoverAPolygonLessItsHoles() throws {
    let features = ShapeFeatures.features(
      .polygon,
      [
        [
          [(0, 0), (1000, 0), (1000, 1000), (0, 1000)], [(100, 100), (100, 300), (300, 300), (300, 100)],
          [(600, 500), (500, 600), (600, 700), (700, 600)],
        ]
      ])
    let bucket = try #require(try bucket(features))
    // 1000^2 less 200^2 less the diamond of 200 x 200 / 2.
    #expect(area(bucket) == 2 * (1_000_000 - 40_000 - 20_000))
    #expect(bucket.lines.count == 2 * 12)
  }

  @Test func everyRandomPolygonIsCoveredExactlyOnce() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let count = Int.random(in: 3...120, using: &generator)
      // A star around the middle never crosses itself.
      let ring = (0..<count).map { index -> (Int32, Int32) in
        let angle = Double(index) / Double(count) * 2 * .pi
        let radius = Double.random(in: 300...4000, using: &generator)
        return (Int32(4096 + radius * cos(angle)), Int32(4096 + radius * sin(angle)))
      }
      let features = ShapeFeatures.features(.polygon, [[ring]])
      guard let part = features.features.first?.parts.lowerBound else { continue }
      let bucket = try #require(try bucket(features))
      #expect(area(bucket) == Int(features.doubledArea(ofPart: part)), "\(ring)")
    }
  }

  @Test func ringsThatCrossThemselvesOrHaveNoAreaDoNoHarm() throws {
    let features = ShapeFeatures.features(
      .polygon,
      [
        [[(0, 0), (1000, 1000), (1000, 0), (0, 900)]], [[(0, 0), (10, 0), (10, 0), (10, 10), (0, 10), (0, 0)]],
        [[(0, 0), (500, 0), (500, 500), (500, 0), (500, 500), (0, 500)]],
      ])
    let bucket = try #require(try bucket(features))
    #expect(!bucket.triangles.isEmpty && bucket.faultCount == 0)
    #expect(bucket.triangles.allSatisfy { Int($0) < bucket.vertices.count })
  }

  @Test func featuresAreDrawnByTheirSortKeys() throws {
    let boxes: [[[(Int32, Int32)]]] = [
      [[(0, 0), (50, 0), (50, 50)]], [[(100, 0), (150, 0), (150, 50)]], [[(200, 0), (250, 0), (250, 50)]],
    ]
    let features = ShapeFeatures.features(.polygon, boxes, numbers: [2, 3, 1])
    let layout = #""layout": {"fill-sort-key": ["get", "n"]}"#
    let paint = #""paint": {"fill-opacity": ["/", ["get", "n"], 10]}"#
    let bucket = try #require(try bucket(features, #"{"id": "a", "type": "fill", "source": "s", \#(layout), \#(paint)}"#))
    #expect(bucket.rowFeatures == [2, 0, 1])
    let opacities = stride(from: 0, to: bucket.columns.values.count, by: 4).map { bucket.columns.values[$0] }
    #expect(opacities == [0.1, 0.2, 0.3])
  }

  @Test func valuesOfZoomAndFeatureLieThereForTwoZooms() throws {
    let features = ShapeFeatures.features(.polygon, [[[(0, 0), (50, 0), (50, 50)]]], numbers: [0.5])
    let paint = #"{"fill-opacity": ["interpolate", ["linear"], ["zoom"], 4, ["get", "n"], 6, 1]}"#
    let bucket = try #require(try bucket(features, #"{"id": "a", "type": "fill", "source": "s", "paint": \#(paint)}"#))
    #expect(bucket.columns.column(.fillOpacity)?.isComposite == true)
    #expect(Array(bucket.columns.values.prefix(2)) == [0.5, 0.75])
    #expect(bucket.columns.shaderText.contains("mix(texelFetch(u_rows, int(a_row) * 1 + 0).x"))
  }
}
