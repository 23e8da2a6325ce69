/// What is shown in place of the map's picture.
package enum DebugView: String, CaseIterable, Sendable {
  /// The picture.
  case none
  /// How often each pixel is drawn, base map and all.
  case overdraw
  /// What a tap would find: overlays and items, each in a colour of its own.
  case picking
  /// The picture, with the borders of tiles and how each stands.
  case tiles

  /// The next one, after the last the picture.
  package var next: DebugView {
    switch self {
    case .none: .overdraw
    case .overdraw: .picking
    case .picking: .tiles
    case .tiles: .none
    }
  }
}
