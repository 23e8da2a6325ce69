internal import Synchronization
import _FoundationICU

// Unsafe: ICU reads both texts through pointers that the closure lends it; its collators are kept open and asked under a lock.

extension StyleCollator {
  /// Below 0 when `a` comes before `b`, above 0 when after, 0 when they are equal in this respect: by the collation for searching
  /// of the locale (Unicode Technical Standard 35, part 5), where it has one. A locale that is not known has the root's.
  func order(_ a: String, _ b: String) -> Double {
    Self.open.withLock { $0.collator(self)?.order(a, b) } ?? Self.plainOrder(a, b)
  }

  private static let open = Mutex(OpenCollators())

  private static func plainOrder(_ a: String, _ b: String) -> Double { a == b ? 0 : a < b ? -1 : 1 }
}

/// Collators of ICU, which cost a thousand comparisons to open.
private struct OpenCollators {
  private var collators: [StyleCollator: ICUCollator] = [:]
  /// The locale may be a property of features.
  private static let maximumCount = 32

  mutating func collator(_ wanted: StyleCollator) -> ICUCollator? {
    if let known = collators[wanted] { return known }
    guard let fresh = ICUCollator(wanted) else { return nil }
    if collators.count >= Self.maximumCount { collators.removeAll() }
    collators[wanted] = fresh
    return fresh
  }
}

/// Closes what it opened with its last user.
private final class ICUCollator {
  private let handle: OpaquePointer

  init?(_ wanted: StyleCollator) {
    var status = U_ZERO_ERROR
    let opened = swift_ucol_open(Self.identifier(wanted.locale ?? "en"), &status)
    guard let opened, status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
    handle = opened
    let strength: UCollationStrength =
      wanted.isDiacriticSensitive ? (wanted.isCaseSensitive ? UCOL_TERTIARY : UCOL_SECONDARY) : UCOL_PRIMARY
    swift_ucol_setStrength(handle, strength)
    if wanted.isCaseSensitive, !wanted.isDiacriticSensitive {
      swift_ucol_setAttribute(handle, UCOL_CASE_LEVEL, UCOL_ON, &status)
    }
  }

  deinit { swift_ucol_close(handle) }

  func order(_ a: String, _ b: String) -> Double {
    let (a, b) = (Array(a.utf16), Array(b.utf16))
    return a.withUnsafeBufferPointer { first in
      b.withUnsafeBufferPointer { second in
        let result = swift_ucol_strcoll(
          handle, first.baseAddress, Int32(clamping: first.count), second.baseAddress, Int32(clamping: second.count))
        return Double(result.rawValue)
      }
    }
  }

  /// ICU's name of the locale of a BCP 47 tag, whose extensions do not matter here; the root for what can be no tag.
  private static func identifier(_ tag: String) -> String {
    let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).prefix { $0.utf8.count > 1 }
    let isTag =
      tag.utf8.count <= 64
      && parts.allSatisfy { $0.utf8.count <= 8 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    return (isTag ? parts.joined(separator: "_") : "") + "@collation=search"
  }
}
