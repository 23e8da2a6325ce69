/// What a map could not do. Each has one line for people, without keys and secrets.
public enum MapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The base map cannot be shown: a resource of the library is not where it is looked for, or is damaged.
  case baseMap(String)
  /// A frame could not be drawn: a driver without OpenGL 3.3, a shader that is missing or does not compile.
  case graphics(String)
  /// Traffic is not the newest.
  case traffic(String)
  /// Something of the style is wrong or could not be had: a document, a source, sprites, glyphs.
  case style(String)

  /// Tiles of a layer could not be had or read.
  case tiles(String)
  /// A component could not be added. Told each time.
  case component(String)

  /// What is wrong, in one line.
  public var message: String {
    switch self {
    case .baseMap(let line), .graphics(let line), .traffic(let line), .style(let line), .tiles(let line),
      .component(let line):
      line
    }
  }

  /// The part and what is wrong with it, in one line.
  public var description: String { "\(part): \(message)" }

  private var part: String {
    switch self {
    case .baseMap: "base map"
    case .graphics: "graphics"
    case .traffic: "traffic"
    case .style: "style"
    case .tiles: "tiles"
    case .component: "component"
    }
  }
}
