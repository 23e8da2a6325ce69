extension ExpressionProgram {
  /// The stops of the ramp by zoom that lie around `zoom` and the next zoom, so that values between them can be mixed from two;
  /// equal ones beyond the ends of the ramp, minus infinity below the first stop of steps. Nil for what has no such ramp.
  package func zoomStops(around zoom: Double) -> ClosedRange<Double>? {
    guard let curve = zoomCurve else { return nil }
    let stops: [Double]
    switch nodes[Int(curve)].operation {
    case .step(let steps): stops = [-Double.infinity] + steps
    case .interpolate(let list, _, _): stops = list
    default: return nil
    }
    guard let first = stops.first, let last = stops.last else { return nil }
    let lower = stops.last { $0 <= zoom } ?? first
    let upper = stops.first { $0 >= zoom + 1 } ?? last
    return lower...max(lower, upper)
  }
}
