import OverlookFormats
import OverlookStyle
import Testing

@Suite struct ExpressionLanguageTests {
  private func name(_ expression: String, language: String, _ properties: ExpressionProperties) throws -> StyleValue {
    let program = try ExpressionProgram.compile(try JSONParser.parse(Array(expression.utf8), thing: "expression"), for: nil)
    var context = ExpressionContext()
    context.feature = ExpressionFeature(properties: properties)
    return try program.localized(language).evaluate(context)
  }

  @Test func aNameInTheLanguageGoesBeforeTheNameThatIsAskedFor() throws {
    let place: ExpressionProperties = [
      "name": .string("Helsinki"), "name:sv": .string("Helsingfors"), "name_ru": .string("Хельсинки"),
    ]
    #expect(try name(#"["get", "name"]"#, language: "sv", place) == .string("Helsingfors"))
    #expect(try name(#"["get", "name:latin"]"#, language: "ru", place) == .string("Хельсинки"))
    #expect(try name(#"["get", "name"]"#, language: "de", place) == .string("Helsinki"))
  }

  @Test func theLanguageWithoutItsScriptIsTriedAsWell() throws {
    let place: ExpressionProperties = ["name": .string("Beijing"), "name:zh": .string("北京")]
    #expect(try name(#"["get", "name"]"#, language: "zh-Hant", place) == .string("北京"))
  }

  @Test func otherPropertiesStayAsTheyAre() throws {
    #expect(
      try name(#"["get", "class"]"#, language: "sv", ["class": .string("city"), "class:sv": .string("x")]) == .string("city"))
  }
}
