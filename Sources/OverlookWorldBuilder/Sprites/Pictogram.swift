import Foundation
import OverlookGeometry

/// A picture of one colour, made of shapes on a square of 24 units; later shapes add to or cut from what is there.
struct Pictogram {
  enum Shape {
    case polygon([(Double, Double)])
    case disc(x: Double, y: Double, radius: Double)
    /// With round corners.
    case box(x: Double, y: Double, width: Double, height: Double, radius: Double)
    /// With round ends and joins.
    case stroke([(Double, Double)], width: Double)
    /// Part of a circle's line, angles in degrees clockwise from east, with round ends.
    case arc(x: Double, y: Double, radius: Double, from: Double, to: Double, width: Double)
  }

  private var parts: [(shape: Shape, isAdded: Bool)] = []

  init(_ shapes: Shape...) { parts = shapes.map { ($0, true) } }

  func adding(_ shapes: Shape...) -> Pictogram {
    var result = self
    result.parts += shapes.map { ($0, true) }
    return result
  }

  func cutting(_ shapes: Shape...) -> Pictogram {
    var result = self
    result.parts += shapes.map { ($0, false) }
    return result
  }

  func contains(_ x: Double, _ y: Double) -> Bool {
    var isInside = false
    for part in parts where part.shape.contains(x, y) { isInside = part.isAdded }
    return isInside
  }
}

extension Pictogram.Shape {
  func contains(_ x: Double, _ y: Double) -> Bool {
    switch self {
    case .polygon(let corners):
      var isInside = false
      guard var a = corners.last else { return false }
      for b in corners {
        if (b.1 > y) != (a.1 > y), x < (a.0 - b.0) * (y - b.1) / (a.1 - b.1) + b.0 { isInside.toggle() }
        a = b
      }
      return isInside
    case .disc(let centerX, let centerY, let radius):
      return Self.square(x - centerX, y - centerY) <= radius * radius
    case .box(let left, let top, let width, let height, let radius):
      let dx = max(abs(x - left - width / 2) - width / 2 + radius, 0)
      let dy = max(abs(y - top - height / 2) - height / 2 + radius, 0)
      return radius > 0 ? Self.square(dx, dy) <= radius * radius : dx == 0 && dy == 0
    case .stroke(let points, let width):
      return zip(points, points.dropFirst()).contains { Self.distance(x, y, $0, $1) <= width / 2 }
    case .arc(let centerX, let centerY, let radius, let from, let to, let width):
      let points = (0...24).map { step -> (Double, Double) in
        let angle = (from + (to - from) * Double(step) / 24) * Angle.radiansPerDegree
        return (centerX + radius * cos(angle), centerY + radius * sin(angle))
      }
      return zip(points, points.dropFirst()).contains { Self.distance(x, y, $0, $1) <= width / 2 }
    }
  }

  private static func square(_ x: Double, _ y: Double) -> Double { x * x + y * y }

  private static func distance(_ x: Double, _ y: Double, _ a: (Double, Double), _ b: (Double, Double)) -> Double {
    let dx = b.0 - a.0
    let dy = b.1 - a.1
    let length = square(dx, dy)
    let t = length > 0 ? min(max(((x - a.0) * dx + (y - a.1) * dy) / length, 0), 1) : 0
    return square(x - a.0 - t * dx, y - a.1 - t * dy).squareRoot()
  }
}
