import Testing

@testable import OverlookSearch

@Suite struct CountryNameTests {
  @Test(arguments: [
    ("CN", "en", "China"), ("CN", "de", "China"), ("CN", "zh-Hans-CN", "中国"), ("CN", "ru_RU", "Китай"), ("MM", "fr", "Myanmar"),
    ("FR", "en", "France"),
  ])
  func countriesAreNamedAsOnMaps(code: String, language: String, name: String) {
    #expect(CountryName.name(of: code, in: language) == name)
  }

  @Test func whatIsNoCountryHasNoName() {
    #expect(CountryName.name(of: "", in: "en") == nil)
    #expect(CountryName.name(of: "China", in: "") == nil)
  }
}
