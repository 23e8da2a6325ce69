import Glibc
import OverlookAstronomy
import OverlookPanorama

/// A part of a way over the sky that lies above the horizon, as unit vectors (x east, y up, z north). What stands before the sky hides it:
/// there the way goes on as dashes, each of them a part.
struct SkyWayPiece: Sendable {
  var directions: [SIMD3<Double>]
  var isHidden: Bool

  /// Between two marks, ten minutes of a day, it is looked so often: three times a degree.
  private static let steps = 8
  /// Of them, those of a dash.
  private static let dashSteps = 4

  /// Those of a way from mark to mark. `isHidden` tells whether something stands before the sky in a direction.
  static func pieces(of way: [SkyChart.Mark], _ isHidden: (SIMD3<Double>) -> Bool) -> [SkyWayPiece] {
    var pieces: [SkyWayPiece] = []
    var last: SIMD3<Double>?
    // The part that goes on where the next step begins.
    var isOpen = false
    for part in SkyChart.partsAboveHorizon(of: way) {
      (last, isOpen) = (nil, false)
      for mark in part { go(to: Orientation(heading: mark.azimuth, pitch: mark.altitude).direction) }
    }
    return pieces

    func go(to next: SIMD3<Double>) {
      defer { last = next }
      guard let start = last else { return }
      func place(_ step: Int) -> SIMD3<Double> { between(start, next, Double(step) / Double(steps)) }
      let states = (0..<steps).map { isHidden(between(start, next, (Double($0) + 0.5) / Double(steps))) }
      var step = 0
      while step < steps {
        let state = states[step]
        let end = states[step...].prefix { $0 == state }.endIndex
        if state {
          isOpen = false
          // One dash from each mark on.
          if step < dashSteps {
            pieces.append(SkyWayPiece(directions: [place(step), place(min(end, dashSteps))], isHidden: true))
          }
        } else {
          if !isOpen { pieces.append(SkyWayPiece(directions: [place(step)], isHidden: false)) }
          pieces[pieces.count - 1].directions.append(place(end))
          isOpen = true
        }
        step = end
      }
    }
  }

  private static func between(_ start: SIMD3<Double>, _ end: SIMD3<Double>, _ share: Double) -> SIMD3<Double> {
    if share == 0 { return start }
    if share == 1 { return end }
    let middle = start + (end - start) * share
    return middle / (middle * middle).sum().squareRoot()
  }
}
