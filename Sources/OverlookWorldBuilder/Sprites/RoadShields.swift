/// The signs that road numbers are written on, by the network of the road: each stretches with its text.
enum RoadShields {
  private enum Form { case plate, hexagon, crest, oval }

  private static let white: UInt32 = 0xFFFFFF
  private static let black: UInt32 = 0x2A2A2A
  private static let blue: UInt32 = 0x1F5FB4
  private static let red: UInt32 = 0xC8332E
  private static let yellow: UInt32 = 0xFFD33A
  private static let green: UInt32 = 0x0B7A43

  private static let signs: [(networks: [String], form: Form, fill: UInt32, line: UInt32)] = [
    (["de-motorway"], .hexagon, blue, white), (["de-federal"], .plate, yellow, black),
    (["fi-main"], .plate, red, white), (["fi-trunk"], .plate, yellow, black), (["fi-regional"], .plate, white, black),
    (["fr-motorway", "fr-national"], .plate, red, white), (["fr-department"], .plate, yellow, black),
    (["ch-motorway"], .crest, red, white), (["ch-main"], .plate, blue, white),
    (["us-interstate"], .crest, blue, white), (["us-highway"], .crest, white, black), (["us-state"], .oval, white, black),
    (["gb-motorway"], .plate, blue, white), (["gb-trunk"], .plate, green, yellow), (["gb-primary"], .plate, white, black),
    (["e-road"], .plate, green, white),
  ]

  static func icons(brightness: Double) -> [IconSheet.Icon] {
    signs.flatMap { sign in
      sign.networks.map { icon("shield-\($0)", sign.form, sign.fill, sign.line, brightness) }
    }
  }

  /// A field with a line along its edge, and a thin rim of its own colour around, as signs have.
  private static func icon(
    _ name: String, _ form: Form, _ fill: UInt32, _ line: UInt32, _ brightness: Double
  ) -> IconSheet.Icon {
    let height = form == .crest ? 19.0 : 17.0
    let (rim, edge, field) = (shape(form, inset: 0.4), shape(form, inset: 1.2), shape(form, inset: 2.2))
    let colors = (fill: MapSprites.dimmed(fill, brightness), line: MapSprites.dimmed(line, brightness))
    var icon = IconSheet.Icon(name: name, width: 24, height: height) { x, y in
      if field.contains(x, y) { return (colors.fill, 1) }
      if edge.contains(x, y) { return (colors.line, 1) }
      // White signs have a dark line alone.
      return rim.contains(x, y) ? (fill == white ? colors.line : colors.fill, 1) : (0, 0)
    }
    icon.stretch = ((8, 16), (7, 10), form == .crest ? [5, 3, 19, 15] : [4.5, 2.5, 19.5, 14.5])
    return icon
  }

  private static func shape(_ form: Form, inset: Double) -> Pictogram {
    let (left, top, right) = (inset, inset, 24 - inset)
    switch form {
    case .plate:
      return Pictogram(.box(x: left, y: top, width: 24 - 2 * inset, height: 17 - 2 * inset, radius: max(3.4 - inset, 0.8)))
    case .oval:
      return Pictogram(.box(x: left, y: top, width: 24 - 2 * inset, height: 17 - 2 * inset, radius: 8.5 - inset))
    case .hexagon:
      let (slant, bottom) = (3.2, 17 - inset)
      return Pictogram(
        .polygon([
          (left + slant, top), (right - slant, top), (right, 8.5), (right - slant, bottom), (left + slant, bottom), (left, 8.5),
        ]))
    case .crest:
      // Straight above, pointed below.
      let bottom = 19 - inset * 1.2
      return Pictogram(
        .polygon([
          (left + 2, top), (12, top + 0.9), (right - 2, top), (right, 3.6), (right - 0.2, 9.5), (right - 3, 14), (16, 16.6),
          (12, bottom), (8, 16.6), (left + 3, 14), (left + 0.2, 9.5), (left, 3.6),
        ]))
    }
  }
}
