extension StringProtocol {
  /// An address without the slashes at its end, so that a path can be put behind it.
  package var withoutTrailingSlashes: String {
    String(self[..<(lastIndex { $0 != "/" }.map(index(after:)) ?? startIndex)])
  }
}
