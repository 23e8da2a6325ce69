import Foundation
import Overlook

// Layers that come back with the session.
extension LayersPart {
  private struct Kept: Codable {
    var base = "day"
    /// Own maps: where they are.
    var own: [String] = []
    var layers: [LayerList.Kept] = []
  }

  /// More are not brought back.
  private static let keptLimit = 200

  package var session: String? {
    guard let content else { return nil }
    let kept = Kept(
      base: content.base.chosen, own: content.base.own.map(\.location), layers: Array(content.list.kept.prefix(Self.keptLimit)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(kept) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  package func restore(_ json: String) {
    guard let content, let kept = try? JSONDecoder().decode(Kept.self, from: Data(json.utf8)) else { return }
    // Servers among them were named by the person before.
    if BaseMaps.embedded.contains(kept.base) { content.base.show(kept.base) }
    for location in kept.own.prefix(BaseMaps.limit) {
      var wish = LayerOpener.Wish(looksAt: false, isBase: true)
      wish.kept = LayerList.Kept(location: location, kind: .tiles)
      wish.showsBase = location == kept.base
      content.opener.open(location, wish)
    }
    for layer in kept.layers.prefix(Self.keptLimit) {
      content.opener.open(layer.location, LayerOpener.Wish(looksAt: false, kept: layer))
    }
  }
}
