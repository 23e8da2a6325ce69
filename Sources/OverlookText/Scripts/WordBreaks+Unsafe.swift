import Foundation
import _FoundationICU

// Unsafe: ICU reads the text through a pointer for as long as the iterator lives; both end with the closure that lends it.

/// Words of writing that sets nothing between them, as Thai and Khmer do: by the dictionaries of ICU, the copy that Foundation
/// brings along.
package enum WordBreaks {
  /// The code points, by their indices, that begin another word of such writing and at which a line may begin (Unicode Standard
  /// Annex 14, class SA). Empty where ICU does not know the script.
  package static func wordStarts(_ codePoints: [UInt32]) -> Set<Int> {
    guard codePoints.contains(where: ScriptTables.isWrittenWithoutSpaces) else { return [] }
    var units: [UInt16] = []
    // Of which code point each unit is.
    var owners: [Int] = []
    for (index, codePoint) in codePoints.enumerated() {
      for unit in String(Unicode.Scalar(codePoint) ?? "\u{FFFD}").utf16 {
        units.append(unit)
        owners.append(index)
      }
    }
    return Set(
      lineStarts(units).lazy.map { owners[$0] }.filter { index in
        index > 0 && ScriptTables.isWrittenWithoutSpaces(codePoints[index])
          && ScriptTables.isWrittenWithoutSpaces(codePoints[index - 1])
      })
  }

  /// Where lines of `text` may begin, but for its start: after blanks and hyphens, between ideographs, and between words of
  /// writing that sets nothing between them (Unicode Standard Annex 14). Never within what a person sees as one character.
  package static func lineStarts(_ text: String) -> [String.Index] {
    lineStarts(Array(text.utf16)).compactMap { String.Index(String.Index(utf16Offset: $0, in: text), within: text) }
  }

  /// Indices of units, none of them the first one.
  private static func lineStarts(_ units: [UInt16]) -> [Int] {
    units.withUnsafeBufferPointer { text in
      var status = U_ZERO_ERROR
      let iterator = swift_ubrk_open(UBRK_LINE, "", text.baseAddress, Int32(clamping: text.count), &status)
      guard let iterator, status.rawValue <= U_ZERO_ERROR.rawValue else { return [] }
      defer { swift_ubrk_close(iterator) }
      var starts: [Int] = []
      while true {
        let next = Int(swift_ubrk_next(iterator))
        guard next > 0, next < text.count else { return starts }
        starts.append(next)
      }
    }
  }
}
