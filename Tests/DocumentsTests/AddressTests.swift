import Testing

@testable import OverlookFormats

@Suite struct AddressTests {
  /// RFC 3986, section 5.4, the examples of http references against http://a/b/c/d;p?q, without the fragments.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), (";x", "http://a/b/c/;x"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
  ])
  func resolvesReferencesAsTheStandardDoes(reference: String, expected: String) throws {
    let base = try #require(WebReference("http://a/b/c/d;p?q"))
    #expect(base.resolved(reference)?.text == expected)
  }

  @Test func keepsPlaceholdersAndEncodesWhatNoAddressHas() throws {
    #expect(
      WebReference(" https://T.example.org/a b/{z}/{x}/{y}{ratio}.png?k=é ")?.text
        == "https://T.example.org/a%20b/{z}/{x}/{y}{ratio}.png?k=%C3%A9")
    #expect(WebReference("https://{s}.example.org/{z}")?.host == "{s}.example.org")
  }

  @Test(arguments: [
    "file:///etc/passwd", "javascript:alert(1)", "ftp://example.org/", "http:/example.org", "http://", "https:///x", "data:,x",
    "http://exa mple.org/", "http://example.org:99999/", "http://example.org:x/", "http://a/\r\nHost: b", "http://a\\@b/",
    "http://127.{z}.0.1/", "http://127%2E0.0.1/", "example.org", "", ":", "http", "http://127..example.org/", "http://.org/",
    "http://./", "http://a:b:80/", "http://[::1",
  ])
  func refusesWhatIsNoWebAddress(text: String) {
    #expect(WebReference(text) == nil)
  }

  @Test func namesServersWithoutTheirSecrets() throws {
    #expect(WebReference("https://user:word@Example.org:443/x?key=1")?.origin == "https://example.org")
    #expect(WebReference("http://[::1]:8080/")?.origin == "http://[::1]:8080")
  }

  /// Every way to write an address of the own machine or network that inet_aton and inet_pton read.
  @Test(arguments: [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7F.0.0.1", "0177.0.0.1", "017700000001", "127.0.0.1.", "0.0.0.0", "0",
    "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255",
    "localhost", "localhost.", "a.localhost", "printer.local", "router", "db.internal", "nas.home.arpa", "::1", "::", "fe80::1",
    "fe80::1%eth0", "fd00::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1",
    "2002:7f00:1::", "127.1.2.00.17", "256.0.0.1", "08.1.1.1", "a.0x1",
  ])
  func knowsHostsOfTheOwnNetwork(host: String) {
    #expect(PrivateHost.contains(host.lowercased()))
  }

  @Test(arguments: [
    "example.org", "8.8.8.8", "172.32.0.1", "172.15.0.1", "192.169.0.1", "1.1", "100.128.0.1", "2001:db8::1", "2606:4700::1",
    "::ffff:8.8.8.8", "256.0.0.1.example.org", "localhost.example.org", "10.example.org", "tile.{s}.example.org",
  ])
  func knowsHostsOfThePublicNetwork(host: String) {
    #expect(!PrivateHost.contains(host))
  }

  @Test func aPublicDocumentCannotNameTheOwnNetwork() {
    func isUsable(_ reference: String, from base: String?) -> Bool {
      DocumentAddresses(baseURL: base).address(reference) != nil
    }
    let inside = "http://192.168.1.1/tiles/{z}"
    #expect(!isUsable(inside, from: "https://example.org/a.json"))
    #expect(!isUsable("//localhost:631/x", from: "https://example.org/a.json"))
    #expect(isUsable(inside, from: "http://192.168.1.7/a.json"))
    #expect(isUsable(inside, from: nil))
    #expect(isUsable("https://other.example.net/{z}", from: "https://example.org/a.json"))
    #expect(!isUsable("file:///etc/passwd", from: nil))
    #expect(!isUsable("relative/{z}", from: nil))
    #expect(!isUsable("relative/{z}", from: "/home/someone/a.json"))
    #expect(isUsable("relative/{z}", from: "https://example.org/a.json"))
  }

  @Test func takesTheSecureFormOfTheServerThatWasReachedByIt() {
    let addresses = DocumentAddresses(baseURL: "https://example.org/caps")
    #expect(addresses.address("http://example.org:80/ows")?.text == "https://example.org/ows")
    #expect(addresses.address("http://example.org:8080/ows")?.text == "http://example.org:8080/ows")
    #expect(addresses.address("http://example.net/ows")?.text == "http://example.net/ows")
  }

  @Test func appendsRequestsToQueriesThatAreThereAlready() throws {
    func text(_ address: String, base: String? = nil) throws -> String {
      let address = try #require(WebReference(address))
      return QueryAddress(address, base: base.flatMap { WebReference($0) })
        .text(appending: [("LAYERS", "a b&c=d"), ("TIME", "2026-01-01T00:00:00Z")])
    }
    let request = "LAYERS=a%20b%26c%3Dd&TIME=2026-01-01T00:00:00Z"
    #expect(try text("http://h.org/s") == "http://h.org/s?\(request)")
    #expect(try text("http://h.org/s?") == "http://h.org/s?\(request)")
    #expect(try text("http://h.org/s?map=/a.map&") == "http://h.org/s?map=/a.map&\(request)")
    // What a request says itself is not said twice.
    #expect(try text("http://h.org/s?service=WMS&layers=x&map=m") == "http://h.org/s?map=m&\(request)")
    // Parameters of the address that the user gave go to the same server and to no other.
    let base = "http://h.org/s?REQUEST=GetCapabilities&key=K&MAP=n"
    #expect(try text("http://h.org/s?map=m", base: base) == "http://h.org/s?map=m&key=K&\(request)")
    #expect(try text("http://other.org/s", base: base) == "http://other.org/s?\(request)")
  }
}
