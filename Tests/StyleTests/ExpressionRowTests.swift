import OverlookFormats
import OverlookMeasurement
import OverlookStyle
import Testing

/// Features that are rows of a table, as those of tiles are.
@Suite struct ExpressionRowTests {
  /// Three features: a house of 12 m, a road without a height, and a house of 40 m.
  private static let table = PropertyTable(
    keys: ["class", "height"], values: [.string("house"), .number(12), .string("road"), .number(40)],
    tags: [0, 0, 1, 1, 0, 2, 0, 0, 1, 3])
  private static let rows: [Range<Int32>] = [0..<4, 4..<6, 6..<10]

  private func evaluator(_ text: String) throws -> ExpressionEvaluator {
    let program = try ExpressionProgram.compile(try JSONParser.parse(Array(text.utf8), thing: "expression"), for: nil)
    return ExpressionEvaluator(program: program, context: ExpressionContext())
  }

  private func feature(_ row: Int) -> ExpressionFeature {
    ExpressionFeature(properties: ExpressionProperties(Self.table, tags: Self.rows[row]))
  }

  @Test func propertiesAreThoseOfTheRow() throws {
    var height = try evaluator(#"["coalesce", ["get", "height"], 3]"#)
    var kind = try evaluator(#"["match", ["get", "class"], "house", "red", "road", "white", "gray"]"#)
    var absent = try evaluator(#"["has", "nothing"]"#)
    var seen: [String] = []
    for row in [0, 1, 2, 1, 0] {
      height.context.feature = feature(row)
      kind.context.feature = feature(row)
      absent.context.feature = feature(row)
      #expect(try absent.evaluate() == .bool(false))
      seen.append("\(try height.evaluate().number ?? -1) \(try kind.evaluate().string ?? "")")
    }
    #expect(seen == ["12.0 red", "3.0 white", "40.0 red", "3.0 white", "12.0 red"])
  }

  @Test(arguments: [
    #"["match", ["get", "class"], ["house"], 1, 0]"#, #"["interpolate", ["linear"], ["get", "height"], 0, 1, 40, 12]"#,
    #"["case", ["all", [">", ["get", "height"], 10], ["==", ["get", "class"], "house"]], 1, 0]"#,
  ]) func evaluatingForOneAfterTheOtherTakesNoMemory(text: String) throws {
    try #require(AllocationCounter.isAvailable)
    var evaluator = try evaluator(text)
    let features = [0, 2].map(feature)
    var count = 0
    func evaluate() {
      for feature in features {
        evaluator.context.feature = feature
        if (try? evaluator.evaluate()) != nil { count += 1 }
      }
    }
    // Where a name stands in the table is looked up with the first features.
    for _ in 0..<2 { evaluate() }
    let report = AllocationCounter.count { for _ in 0..<50 { evaluate() } }
    #expect(report.blocks == 0, "\(report)")
    #expect(count == 104)
  }
}
