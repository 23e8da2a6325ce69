// What is between the values of a zoom ramp, for those who keep values of two zooms and mix them while the zoom changes.
extension ExpressionProgram {
  /// How far `zoom` lies on the way from one zoom to another, as the ramp that decides the value sees it: 0 ... 1. Steps stay at
  /// the first one.
  package func zoomFraction(_ zoom: Double, from lower: Double, to upper: Double) -> Double {
    guard let curve = zoomCurve, case .interpolate(_, let shape, _) = nodes[Int(curve)].operation else { return 0 }
    let fraction = ExpressionEvaluator.fraction(zoom, lower, upper, shape)
    return fraction.isFinite ? min(max(fraction, 0), 1) : 0
  }
}

extension StyleValue {
  /// What lies between two values of one kind; nil where nothing does.
  package func interpolated(to other: StyleValue, _ t: Double) -> StyleValue? {
    try? ExpressionEvaluator.between(self, other, t, .rgb)
  }
}

extension ExpressionProgram {
  /// Whether the other one was made of the same text. Not quick, and may deny it of two large tables; for changes of the style.
  package func isSame(as other: ExpressionProgram) -> Bool {
    nodes.count == other.nodes.count && operands == other.operands && root == other.root
      && zip(nodes, other.nodes).allSatisfy { String(describing: $0.operation) == String(describing: $1.operation) }
  }
}

extension ExpressionProgram {
  /// The inputs at which the ramp that is the whole expression has values of its own; empty for anything but a ramp.
  package var rampStops: [Double] {
    guard case .interpolate(let stops, _, _) = nodes[Int(root)].operation else { return [] }
    return stops
  }

  /// Whether the value changes in steps rather than gradually.
  package var isStepped: Bool {
    if case .step = nodes[Int(root)].operation { return true }
    return false
  }
}
