extension ExpressionProgram {
  /// Whether every value that the program may give is written in it, and only chosen by what it depends on: what must be known
  /// before any feature is, as the fonts of a style, can be found so.
  var hasLiteralOutputs: Bool {
    var open = [root]
    // Every step leads to an earlier node; a part that is bound to a name may be met again.
    var seen: Set<Int32> = []
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      guard let outputs = outputs(of: index) else { return false }
      open.append(contentsOf: outputs)
    }
    return true
  }

  /// The operands among which the node chooses its value; nil where it computes or looks up one.
  private func outputs(of index: Int32) -> [Int32]? {
    let operands = Array(operandIndices(of: index))
    switch nodes[Int(index)].operation {
    case .literal: return []
    case .assert, .coerce, .coalesce, .list, .object: return operands
    case .choose: return operands.indices.filter { $0 % 2 == 1 || $0 == operands.count - 1 }.map { operands[$0] }
    case .match, .step, .interpolate: return Array(operands.dropFirst())
    default: return nil
    }
  }
}
