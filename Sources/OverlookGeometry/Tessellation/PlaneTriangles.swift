/// Cuts outlines of a plane, such as metres about a house, into triangles.
package enum PlaneTriangles {
  package typealias Place = SIMD2<Double>

  /// Steps that one outline may take.
  private static let stepBudget = 2_000_000

  /// Those of an outline with holes, as `Triangulator` gives them: both windings occur. None where it took too many steps.
  package static func triangles(of rings: [[Place]]) -> [(Place, Place, Place)] {
    var points: [WorldPoint] = []
    var starts: [Int] = []
    for ring in rings {
      starts.append(points.count)
      points += ring.map { WorldPoint(x: $0.x, y: $0.y) }
    }
    let result = Triangulator.triangulation(of: points, ringStarts: starts, stepBudget: stepBudget)
    let all = (points + result.addedPoints).map { Place($0.x, $0.y) }
    return stride(from: 0, to: result.indices.count - 2, by: 3).compactMap { index in
      let corners = (0..<3).map { Int(result.indices[index + $0]) }
      guard corners.allSatisfy(all.indices.contains) else { return nil }
      return (all[corners[0]], all[corners[1]], all[corners[2]])
    }
  }
}
