import Foundation

/// Fonts of Debian packages that tests draw writing with (`Tests/fonts.conf`): tests are skipped where one is missing.
package enum TestFont: String, CaseIterable, Sendable {
  case arabicAndHebrew = "truetype/dejavu/DejaVuSans.ttf"
  case devanagari = "truetype/lohit-devanagari/Lohit-Devanagari.ttf"
  case thai = "opentype/tlwg/Loma.otf"
  case japanese = "truetype/vlgothic/VL-Gothic-Regular.ttf"
  case emoji = "truetype/noto/NotoColorEmoji.ttf"

  package var path: String { "/usr/share/fonts/\(rawValue)" }

  package var isInstalled: Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether all are there, and the process sees no others, so that text looks the same on every machine.
  package static var areAllAlone: Bool {
    ProcessInfo.processInfo.environment["FONTCONFIG_FILE"]?.hasSuffix("Tests/fonts.conf") == true
      && allCases.allSatisfy(\.isInstalled)
  }

  /// Why a test of pictures is skipped.
  package static let whyNot =
    "it needs Scripts/run-tests and the fonts of Scripts/install-packages --tests (fonts-dejavu-core, fonts-lohit-deva, "
    + "fonts-tlwg-loma-otf, fonts-vlgothic, fonts-noto-color-emoji)"
}
