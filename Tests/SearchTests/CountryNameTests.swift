import Testing

@testable import OverlookSearch

@Suite struct CountryNameTests {
  @Test(arguments: [
    ("CN", "en", "China"), ("CN", "de", "China"), ("CN", "zh-Hans-CN", "中国"), ("CN", "ru_RU", "Китай"), ("MM", "fr", "Myanmar"),
    ("CN", "zh-Hant", "中國"), ("CN", "zh-TW", "中國"), ("CN", "zh_Hant_HK", "中國"), ("CN", "zh", "中国"), ("CN", "zh-Hans-TW", "中国"),
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
