import OverlookSupport
import Testing

@Suite struct RedactorTests {
  @Test(
    arguments: [
      ("https://h/a?key=CANARY", "https://h/a?key=..."),
      ("https://h/{z}/{x}/{y}.png?apikey=CANARY&style=dark", "https://h/{z}/{x}/{y}.png?apikey=...&style=dark"),
      ("https://h/?a=1&access_token=CANARY#x", "https://h/?a=1&access_token=...#x"),
      ("https://h/?API_KEY=CANARY;b=2", "https://h/?API_KEY=...;b=2"),
      ("https://h/?api%5Fkey=CANARY", "https://h/?api%5Fkey=..."),
      ("https://h/?X-Amz-Signature=CANARY&X-Amz-Credential=CANARY", "https://h/?X-Amz-Signature=...&X-Amz-Credential=..."),
      ("https://h/?subscription-key=CANARY", "https://h/?subscription-key=..."),
      ("https://h/?appid=CANARY?key=CANARY", "https://h/?appid=...?key=..."),
      ("https://h/#access_token=CANARY", "https://h/#access_token=..."),
      ("https://me:CANARY@h:8080/a@b", "https://...@h:8080/a@b"),
      ("https://CANARY@h/", "https://...@h/"),
      ("https://me:CAN/ARY@h/a", "https://...@h/a"),
      ("https://me:CAN@ARY@h/a", "https://...@h/a"),
      ("wms:https://me:CANARY@h/wms?auth=CANARY", "wms:https://...@h/wms?auth=..."),
      ("//me:CANARY@h/", "//...@h/"),
    ]) func takesSecretsOut(url: String, seen: String)
  {
    #expect(Redactor.redacted(url) == seen)
    #expect(!Redactor.identity(url).contains("CANARY"))
  }

  @Test(
    arguments: [
      "https://tile.example/{z}/{x}/{y}.png", "https://h:81/?quadkey=0231&layer=key", "/home/me/map@home.pmtiles",
      "https://[2001:db8::1]:80/a@b", "https://h/?keys=1&monkeys", "", "?", "https://", "a b c", "https://h/a:b/c@d?x",
    ]) func leavesTheRestAsItIs(url: String)
  {
    #expect(Redactor.redacted(url) == url)
    #expect(Redactor.identity(url) == url)
  }

  @Test func namesOfAddressesTellKeysApartButDoNotShowThem() {
    let first = Redactor.identity("https://h/?key=one&z=1")
    #expect(first == Redactor.identity("https://h/?key=one&z=1"))
    #expect(first != Redactor.identity("https://h/?key=two&z=1"))
    #expect(first.hasPrefix("https://h/?key=~") && first.hasSuffix("&z=1"))
    #expect(first.count == "https://h/?key=~&z=1".count + 24)
  }

  @Test func listsTheSecrets() {
    #expect(Redactor.secrets(in: "https://me:pw@h/?a=1&key=k&token=") == ["me:pw", "k"])
  }
}

@Suite struct SHA256Tests {
  /// The examples of NIST's Cryptographic Standards (FIPS 180-4), and lengths around the end of a block as `sha256sum` digests
  /// them.
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
      (String(repeating: "a", count: 119), "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
    ]) func digestsAsTheStandardSays(text: String, digest: String)
  {
    #expect(SHA256.hexadecimal(of: Array(text.utf8)) == digest)
  }
}

@Suite struct MD5Tests {
  /// The test suite of RFC 1321, appendix A.5, in parts of every length.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
  ])
  func isThatOfTheStandard(text: String, digits: String) {
    let bytes = Array(text.utf8)
    for length in 1...max(bytes.count, 1) {
      var digest = MD5()
      for start in stride(from: 0, to: bytes.count, by: length) {
        digest.update(Array(bytes[start..<min(start + length, bytes.count)]))
      }
      #expect(SHA256.hexadecimal(digest.finish()) == digits)
    }
  }
}
