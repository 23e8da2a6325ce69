/// Makes text from outside (attributions, titles, names in files) safe to lay out: one line, no controls, bounded.
package enum TextCleaner {
  /// Characters that are kept; what follows is cut off.
  package static let maximumLength = 300

  /// `text` without control characters (C0, C1, DEL) and controls of writing direction, line and paragraph breaks as spaces, and at
  /// most 300 characters. Clean text comes back as it is, without a copy.
  package static func cleaned(_ text: String) -> String {
    if isClean(text) { return text }
    var result = ""
    var scalarCount = 0
    for scalar in text.unicodeScalars {
      // A character may carry any number of marks: the scalars have their own limit, four times that of the characters.
      if scalarCount >= 4 * maximumLength { break }
      if isBreak(scalar.value) {
        result.unicodeScalars.append(" ")
      } else if !isForbidden(scalar.value) {
        result.unicodeScalars.append(scalar)
      } else {
        continue
      }
      scalarCount += 1
    }
    return String(result.prefix(maximumLength))
  }

  private static func isClean(_ text: String) -> Bool {
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      if count > maximumLength || isBreak(scalar.value) || isForbidden(scalar.value) { return false }
    }
    return true
  }

  private static func isBreak(_ value: UInt32) -> Bool {
    (0x09...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }

  private static func isForbidden(_ value: UInt32) -> Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // marks, embeddings, overrides and isolates
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true  // byte order mark, annotations, tags
    default: false
    }
  }
}
