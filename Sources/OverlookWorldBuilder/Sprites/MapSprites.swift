/// The icons of the embedded styles.
enum MapSprites {
  /// The colours of a theme.
  struct Theme {
    var rim: UInt32
    var glyph: UInt32
    /// How bright the discs are, 1 for as they are listed.
    var brightness: Double
    var shieldFill: UInt32
    var shieldEdge: UInt32
    var arrow: UInt32
    var place: UInt32
    var placeRim: UInt32
  }

  static let day = Theme(
    rim: 0xFFFFFF, glyph: 0xFFFFFF, brightness: 1, shieldFill: 0xFFFFFF, shieldEdge: 0x9AA3AD, arrow: 0x8C96A3, place: 0x5B6470,
    placeRim: 0xFFFFFF)
  static let night = Theme(
    rim: 0x1B2430, glyph: 0xF1F4F8, brightness: 0.72, shieldFill: 0x2B3645, shieldEdge: 0x66768A, arrow: 0x7F8DA0,
    place: 0xC4CEDA,
    placeRim: 0x18202B)

  private static let food: UInt32 = 0xEE8B36
  private static let shops: UInt32 = 0x4C86E8
  private static let lodging: UInt32 = 0xD9629A
  private static let culture: UInt32 = 0x1AA79B
  private static let health: UInt32 = 0xE0564F
  private static let transit: UInt32 = 0x3F73C8
  private static let nature: UInt32 = 0x4FA55B
  private static let civic: UInt32 = 0x7A86A0
  private static let learning: UInt32 = 0x93755A

  /// By the class of a point of interest.
  private static let kinds: [(names: [String], picture: Pictogram, color: UInt32)] = [
    (["restaurant", "biergarten"], Pictograms.fork, food), (["cafe"], Pictograms.cup, food), (["bar"], Pictograms.glass, food),
    (["fast_food"], Pictograms.burger, food), (["ice_cream"], Pictograms.scoop, food),
    (["shop", "marketplace"], Pictograms.bag, shops), (["grocery"], Pictograms.cart, shops),
    (["lodging"], Pictograms.bed, lodging),
    (["museum", "castle"], Pictograms.columns, culture), (["art_gallery"], Pictograms.frame, culture),
    (["theatre"], Pictograms.mask, culture),
    (["attraction", "zoo"], Pictograms.star, culture), (["viewpoint"], Pictograms.mountains, culture),
    (["monument", "memorial"], Pictograms.obelisk, culture),
    (["hospital"], Pictograms.cross, health), (["pharmacy"], Pictograms.cross, 0x43A36B),
    (["school", "college"], Pictograms.cap, learning), (["library"], Pictograms.book, learning),
    (["place_of_worship"], Pictograms.spire, civic), (["town_hall"], Pictograms.columns, civic),
    (["railway"], Pictograms.train, transit), (["tram"], Pictograms.tram, transit), (["bus"], Pictograms.bus, transit),
    (["subway", "entrance"], Pictograms.metro, 0xE8742C),
    (["ferry_terminal"], Pictograms.ferry, transit), (["parking"], Pictograms.parking, transit),
    (["taxi"], Pictograms.car, 0xC99A1E),
    (["charging_station"], Pictograms.bolt, 0x43A36B), (["fuel"], Pictograms.pump, transit),
    (["bicycle_parking", "bicycle_rental"], Pictograms.bicycle, 0x43A36B), (["bank", "atm"], Pictograms.euro, civic),
    (["post_office", "post_box"], Pictograms.envelope, 0xD9902A), (["police"], Pictograms.shield, civic),
    (["fire_station"], Pictograms.flame, health), (["embassy"], Pictograms.flag, civic),
    (["office"], Pictograms.briefcase, civic),
    (["park"], Pictograms.tree, nature), (["stadium"], Pictograms.ball, nature), (["playground"], Pictograms.swing, nature),
    (["marina"], Pictograms.anchor, transit), (["swimming_pool", "drinking_water", "fountain"], Pictograms.drop, 0x3E9BD0),
    (["toilets"], Pictograms.people, civic), (["stairs"], Pictograms.stairs, civic), (["lift"], Pictograms.lift, civic),
    (["information"], Pictograms.info, transit), (["other"], Pictograms.dot, civic),
  ]

  static func sheet(_ theme: Theme) -> IconSheet {
    var icons: [IconSheet.Icon] = []
    for kind in kinds {
      for name in kind.names {
        icons.append(disc("poi-\(name)", kind.picture, dimmed(kind.color, theme.brightness), theme))
      }
    }
    icons.append(shield(theme))
    icons += RoadShields.icons(brightness: theme.brightness)
    icons.append(arrow(theme))
    icons.append(ring("place-town", side: 8, outer: 3, inner: 0, theme))
    icons.append(ring("place-city", side: 10, outer: 4, inner: 1.8, theme))
    icons.append(ring("place-capital", side: 14, outer: 5.6, inner: 3.8, theme, core: 2.2))
    return IconSheet(icons)
  }

  // MARK: Icons

  /// A pictogram on a disc of 20 points with a rim.
  private static func disc(_ name: String, _ picture: Pictogram, _ color: UInt32, _ theme: Theme) -> IconSheet.Icon {
    IconSheet.Icon(name: name, width: 22, height: 22) { x, y in
      let (dx, dy) = (x - 11, y - 11)
      let distance = (dx * dx + dy * dy).squareRoot()
      if distance > 10.5 { return (0, 0) }
      if distance > 9.3 { return (theme.rim, 1) }
      // 12 points for the 24 units of a pictogram.
      return picture.contains(dx * 2 + 12, dy * 2 + 12) ? (theme.glyph, 1) : (color, 1)
    }
  }

  private static func shield(_ theme: Theme) -> IconSheet.Icon {
    let outer = Pictogram(.box(x: 0.5, y: 0.5, width: 21, height: 15, radius: 4))
    let inner = Pictogram(.box(x: 1.5, y: 1.5, width: 19, height: 13, radius: 3))
    var icon = IconSheet.Icon(name: "shield", width: 22, height: 16) { x, y in
      if inner.contains(x, y) { return (theme.shieldFill, 1) }
      return outer.contains(x, y) ? (theme.shieldEdge, 1) : (0, 0)
    }
    icon.stretch = ((6, 16), (6, 10), [4, 2, 18, 14])
    return icon
  }

  /// For streets of one direction, pointing east.
  private static func arrow(_ theme: Theme) -> IconSheet.Icon {
    let shape = Pictogram(.stroke([(3, 8), (12, 8)], width: 1.5), .polygon([(10.2, 4.6), (15.4, 8), (10.2, 11.4)]))
    return IconSheet.Icon(name: "arrow", width: 18, height: 16) { x, y in (theme.arrow, shape.contains(x, y) ? 1 : 0) }
  }

  /// A mark for a place: a disc with a hole, and a core in it.
  private static func ring(
    _ name: String, side: Double, outer: Double, inner: Double, _ theme: Theme, core: Double = 0
  ) -> IconSheet.Icon {
    IconSheet.Icon(name: name, width: side, height: side) { x, y in
      let (dx, dy) = (x - side / 2, y - side / 2)
      let distance = (dx * dx + dy * dy).squareRoot()
      if distance > outer + 1 { return (0, 0) }
      return (distance > outer || distance < inner && distance > core ? theme.placeRim : theme.place, 1)
    }
  }

  static func dimmed(_ color: UInt32, _ brightness: Double) -> UInt32 {
    (0..<3).reduce(0) { result, channel in
      let value = Double(color >> UInt32(8 * channel) & 0xFF) * brightness
      return result | UInt32(value.rounded()) << UInt32(8 * channel)
    }
  }
}
