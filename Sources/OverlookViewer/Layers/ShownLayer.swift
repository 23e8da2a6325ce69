import Overlook

/// What a layer of the list shows on the map.
@MainActor protocol ShownLayer: AnyObject {
  /// What a person can do with it.
  var abilities: LayerAbilities { get }
  var isVisible: Bool { get set }
  /// 0 ... 1.
  var opacity: Double { get set }
  /// The place in the picture's order.
  var zIndex: Int { get set }
  /// Of what the file gives no colour; nil for the usual one.
  var color: Color? { get set }
  /// Whose values stand beside points; nil for none.
  var labelProperty: String? { get set }
  var labelProperties: [String] { get }
  /// The layers of the server or archive that can be shown in its place.
  var choices: [TileSource.Layer] { get }
  /// Where it is; not valid while that is not known.
  var bounds: CoordinateBounds { get }
  /// What is known of it, as `overlook info` tells it.
  var facts: [FactTable.Fact] { get }
  /// Puts it on the map, again where it was there before.
  func attach()
  /// Takes it off the map; it can come back.
  func detach()
  /// Ends what is being read.
  func cancel()
}

extension ShownLayer {
  var color: Color? {
    get { nil }
    set {}
  }
  var labelProperty: String? {
    get { nil }
    set {}
  }
  var labelProperties: [String] { [] }
  var choices: [TileSource.Layer] { [] }
  func cancel() {}
}

/// What a person can do with a layer.
struct LayerAbilities: OptionSet {
  let rawValue: Int
  static let opacity = LayerAbilities(rawValue: 1)
  static let color = LayerAbilities(rawValue: 2)
  static let labels = LayerAbilities(rawValue: 4)
  /// Can be made a region of.
  static let region = LayerAbilities(rawValue: 8)
  /// Can be the base map.
  static let base = LayerAbilities(rawValue: 16)
  /// Can be written as a file.
  static let saving = LayerAbilities(rawValue: 32)
  /// Has other layers beside it.
  static let choice = LayerAbilities(rawValue: 64)
}
