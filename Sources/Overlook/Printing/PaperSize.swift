/// Sizes of paper that have names.
package enum PaperSize: String, Codable, CaseIterable, Sendable {
  case a0, a1, a2, a3, a4, a5, a6, letter, legal, tabloid

  /// The longer side and the shorter one.
  package var millimeters: (longer: Double, shorter: Double) {
    switch self {
    case .a0: (1189, 841)
    case .a1: (841, 594)
    case .a2: (594, 420)
    case .a3: (420, 297)
    case .a4: (297, 210)
    case .a5: (210, 148)
    case .a6: (148, 105)
    case .letter: (279.4, 215.9)
    case .legal: (355.6, 215.9)
    case .tabloid: (431.8, 279.4)
    }
  }
}
