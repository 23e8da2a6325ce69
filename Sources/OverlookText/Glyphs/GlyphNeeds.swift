/// Glyphs that a layout will ask for: code points, in blocks of 256, by fonts.
package struct GlyphNeeds: Hashable, Sendable {
  /// Blocks (code point / 256) by font stack, which is font names joined by commas.
  package private(set) var blocks: [String: Set<UInt32>] = [:]

  package init() {}

  package var isEmpty: Bool { blocks.isEmpty }

  package mutating func add(_ text: String, fontStack: String) {
    for scalar in text.unicodeScalars { add(scalar.value, fontStack: fontStack) }
  }

  package mutating func add(_ codePoint: UInt32, fontStack: String) {
    if ScriptTables.isDefaultIgnorable(codePoint) { return }
    blocks[fontStack, default: []].insert(codePoint >> 8)
  }

  package mutating func formUnion(_ other: GlyphNeeds) {
    blocks.merge(other.blocks) { $0.union($1) }
  }
}
