/// A point of an outline: on it, or one that a curve bends towards.
struct OutlineNode {
  enum Kind {
    case on, conic, cubic
  }

  var point: SIMD2<Float>
  var kind: Kind

  private static let stepsPerCurve = 8

  /// The closed line that runs along the outline.
  static func flattened(_ nodes: [OutlineNode]) -> [SIMD2<Float>] {
    guard !nodes.isEmpty else { return [] }
    // Begin on the outline; between two conic points there is one in the middle.
    var ring = nodes
    if let on = ring.firstIndex(where: { $0.kind == .on }) {
      ring = Array(ring[on...] + ring[..<on])
    } else {
      let middle = (ring[0].point + ring[ring.count - 1].point) / 2
      ring.insert(OutlineNode(point: middle, kind: .on), at: 0)
    }
    var line = [ring[0].point]
    var controls: [OutlineNode] = []
    for node in ring.dropFirst() + [ring[0]] {
      switch node.kind {
      case .on:
        append(controls, to: node.point, &line)
        controls = []
      case .conic:
        if let last = controls.last, last.kind == .conic {
          append(controls, to: (last.point + node.point) / 2, &line)
          controls = []
        }
        controls.append(node)
      case .cubic: controls.append(node)
      }
    }
    return line
  }

  private static func append(_ controls: [OutlineNode], to end: SIMD2<Float>, _ line: inout [SIMD2<Float>]) {
    guard let start = line.last, !controls.isEmpty else {
      line.append(end)
      return
    }
    for step in 1...stepsPerCurve {
      let t = Float(step) / Float(stepsPerCurve)
      let u = 1 - t
      if controls.count >= 2 {
        let (b, c) = (controls[0].point, controls[1].point)
        line.append(start * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + end * (t * t * t))
      } else {
        line.append(start * (u * u) + controls[0].point * (2 * u * t) + end * (t * t))
      }
    }
  }
}
