extension Plane {
  /// Removes the step where two surveys of the sea floor meet along a parallel, by a ramp on both sides of it.
  ///
  /// - Parameters:
  ///   - latitude: Degrees; the line between two rows.
  ///   - level: Only columns whose values around the line all lie below it are touched.
  mutating func stitch(atLatitude latitude: Double, below level: Float) {
    let line = Int(((90 - latitude) / 180 * Double(height)).rounded())
    let reach = 80
    let sampleRows = 6
    var step = Plane(width: width, height: 1)
    var weight = Plane(width: width, height: 1)
    for x in 0..<width {
      let above = (1...sampleRows).map { values[(line - $0) * width + x] }
      let below = (0..<sampleRows).map { values[(line + $0) * width + x] }
      guard (above + below).allSatisfy({ $0 < level }) else { continue }
      step.values[x] = (below.reduce(0, +) - above.reduce(0, +)) / Float(sampleRows)
      weight.values[x] = 1
    }
    step = step.blurred(radius: 12)
    weight = weight.blurred(radius: 12)
    for x in 0..<width where weight.values[x] > 0.05 {
      let half = step.values[x] / weight.values[x] / 2
      // The ramp stays in the sea: it ends at the first value of land on its way.
      for direction in [-1, 1] {
        for distance in 0..<reach {
          let row = direction < 0 ? line - 1 - distance : line + distance
          guard values[row * width + x] < level else { break }
          let fade = 1 - Float(distance) / Float(reach)
          values[row * width + x] -= Float(direction) * half * fade * fade
        }
      }
    }
  }
}
