import OverlookSupport
import Testing

@Suite struct PercentEncodingTests {
  @Test func encodesValuesSoThatTheyStayValues() {
    #expect(PercentEncoding.value("a/b?c#d&e=f\r\nX: y") == "a%2Fb%3Fc%23d%26e%3Df%0D%0AX:%20y")
    #expect(PercentEncoding.value("EPSG:3857") == "EPSG:3857")
    #expect(PercentEncoding.value("..") == "%2E%2E")
    #expect(PercentEncoding.value("é") == "%C3%A9")
  }

  @Test func keepsOnlyWhatIsAskedForBesidesUnreservedCharacters() {
    #expect(PercentEncoding.value("a-b._~:,;", keeping: "") == "a-b._~%3A%2C%3B")
    #expect(PercentEncoding.value("a:b;c,d", keeping: ";") == "a%3Ab;c%2Cd")
  }
}
