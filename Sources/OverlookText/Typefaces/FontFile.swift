/// A file with a font, and which of its fonts.
package struct FontFile: Hashable, Sendable {
  package var path: String
  /// The upper half names an instance of a variable font, counted from one.
  package var index: Int

  package init(path: String, index: Int = 0) {
    self.path = path
    self.index = index
  }
}
