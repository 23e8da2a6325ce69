/// The icons of what hinders traffic.
enum IncidentSprites {
  private static let red: UInt32 = 0xD8352F
  private static let orange: UInt32 = 0xEF8A17
  private static let blue: UInt32 = 0x3F73C8
  private static let violet: UInt32 = 0x8657B8
  private static let grey: UInt32 = 0x6B7687
  private static let white: UInt32 = 0xFFFFFF

  static func sheet() -> IconSheet {
    IconSheet([
      sign("accident", red, Pictograms.crash),
      sign("closure", red, Pictogram(.box(x: 4, y: 9.4, width: 16, height: 5.2, radius: 1))),
      sign("construction", orange, Pictograms.cone), sign("congestion", orange, Pictograms.queue),
      sign("hazard", orange, Pictograms.exclamation, isTriangle: true), sign("weather", blue, Pictograms.snowflake),
      sign("event", violet, Pictograms.flag), sign("other", grey, Pictograms.exclamation),
    ])
  }

  /// A disc or a triangle with a white rim and a thin dark edge, 26 points wide: larger than a place, and seen on any road.
  private static func sign(
    _ name: String, _ color: UInt32, _ picture: Pictogram, isTriangle: Bool = false
  ) -> IconSheet.Icon {
    func field(_ inset: Double) -> Pictogram {
      if !isTriangle { return Pictogram(.disc(x: 13, y: 13, radius: 12.6 - inset)) }
      // Round corners of a radius that shrinks with the inset.
      let corners = [(13.0, 4.8), (21.8, 20.4), (4.2, 20.4), (13.0, 4.8)]
      return Pictogram(.polygon(corners), .stroke(corners, width: 2 * (4 - inset)))
    }
    let (edge, rim, inside) = (field(0), field(0.7), field(2.4))
    // 14.5 points for the 24 units of a pictogram; 12 in a triangle, which is widest below its middle.
    let (scale, middle) = isTriangle ? (24 / 12.0, 15.2) : (24 / 14.5, 13)
    return IconSheet.Icon(name: name, width: 26, height: 26) { x, y in
      if !edge.contains(x, y) { return (0, 0) }
      if !rim.contains(x, y) { return (0x30363F, 0.45) }
      if !inside.contains(x, y) { return (white, 1) }
      return picture.contains((x - 13) * scale + 12, (y - middle) * scale + 12) ? (white, 1) : (color, 1)
    }
  }
}

extension Pictograms {
  /// A car that has hit something.
  fileprivate static let crash = Pictogram(
    .polygon([(5.2, 12.4), (7, 7.6), (14.4, 7.6), (16.6, 12.4)]), .box(x: 2.4, y: 11.6, width: 15.4, height: 5.6, radius: 1.8),
    .box(x: 3.4, y: 16, width: 3.2, height: 3.6, radius: 1.1), .box(x: 13.2, y: 16, width: 3.2, height: 3.6, radius: 1.1)
  )
  .cutting(.polygon([(7.2, 11.4), (8.2, 9.2), (13.2, 9.2), (14.3, 11.4)]))
  .adding(
    .stroke([(18.2, 8.2), (20.4, 4.4)], width: 1.7), .stroke([(19.8, 11), (23, 9.2)], width: 1.7),
    .stroke([(15.8, 6.2), (15.8, 3)], width: 1.7))
  fileprivate static let cone = Pictogram(
    .polygon([(10.6, 3), (13.4, 3), (18, 18), (6, 18)]), .box(x: 3, y: 17.6, width: 18, height: 3, radius: 1)
  )
  .cutting(
    .polygon([(9.2, 8.4), (14.8, 8.4), (15.5, 10.6), (8.5, 10.6)]), .polygon([(7.9, 13), (16.1, 13), (16.8, 15.2), (7.2, 15.2)]))
  /// Cars one behind the other, from above.
  fileprivate static let queue = Pictogram(
    .box(x: 8.6, y: 1.6, width: 6.8, height: 6, radius: 1.8), .box(x: 8.6, y: 9, width: 6.8, height: 6, radius: 1.8),
    .box(x: 8.6, y: 16.4, width: 6.8, height: 6, radius: 1.8)
  )
  .cutting(
    .box(x: 9.9, y: 3.2, width: 4.2, height: 1.5, radius: 0.5), .box(x: 9.9, y: 10.6, width: 4.2, height: 1.5, radius: 0.5),
    .box(x: 9.9, y: 18, width: 4.2, height: 1.5, radius: 0.5))
  fileprivate static let exclamation = Pictogram(
    .polygon([(10.2, 3.6), (13.8, 3.6), (13.2, 14.6), (10.8, 14.6)]), .disc(x: 12, y: 18.6, radius: 2.1))
  fileprivate static let snowflake = Pictogram(
    .stroke([(12, 2.6), (12, 21.4)], width: 1.8), .stroke([(3.9, 7.3), (20.1, 16.7)], width: 1.8),
    .stroke([(3.9, 16.7), (20.1, 7.3)], width: 1.8), .stroke([(9.2, 3.8), (12, 6.6), (14.8, 3.8)], width: 1.5),
    .stroke([(9.2, 20.2), (12, 17.4), (14.8, 20.2)], width: 1.5), .stroke([(3.5, 10.7), (7.3, 9.3), (6.3, 5.5)], width: 1.5),
    .stroke([(20.5, 13.3), (16.7, 14.7), (17.7, 18.5)], width: 1.5),
    .stroke([(3.5, 13.3), (7.3, 14.7), (6.3, 18.5)], width: 1.5),
    .stroke([(20.5, 10.7), (16.7, 9.3), (17.7, 5.5)], width: 1.5))
}
