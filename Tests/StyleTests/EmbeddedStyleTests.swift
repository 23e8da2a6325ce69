import Foundation
import OverlookFormats
import OverlookStyle
import Testing

/// The styles under Assets/Styles.
@Suite struct EmbeddedStyleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Assets")

  @Test(arguments: ["day", "night", "satellite-hybrid", "terrain"])
  func haveNoFaults(name: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appendingPathComponent("Styles/\(name).json"))
    let style = try StyleDocument([UInt8](bytes), thing: name)
    #expect(style.faults.isEmpty, "\(style.faults)")
    #expect(style.glyphs == nil)
    #expect(style.layers.count > 30)
    #expect(style.sky?["sky-color"] != nil && style.sky?["horizon-color"] != nil)
    for layer in style.layers where layer.properties[.textField] != nil {
      #expect(layer.metadata?["overlook:picture-edge"]?.string == "avoid", "\(layer.id)")
    }
    for sprite in style.sprites {
      let path = Self.folder.appendingPathComponent("Sprites/\(sprite.url.dropFirst("asset://".count)).png").path
      #expect(FileManager.default.fileExists(atPath: path), "\(sprite.url)")
    }
  }
}
