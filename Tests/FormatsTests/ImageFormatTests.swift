import OverlookFormats
import Testing

@Suite struct ImageFormatTests {
  @Test(arguments: [
    ("<!DOCTYPE html><html>", "web page"), ("\n <HTML><body>", "web page"), ("{\"error\": 1}", "JSON"), ("<?xml version", "XML"),
    ("Not found", "text"), ("", "nothing"), ("GIF89a", "GIF"),
  ])
  func saysWhatOtherContentLooksLike(content: String, expected: String) throws {
    do {
      _ = try ImageDecoder.decode(Array(content.utf8))
      Issue.record("decoded \(content)")
    } catch {
      #expect(error.kind == .unrecognized)
      #expect(error.description.contains(expected))
    }
  }

  @Test func tellsTheFormatByTheFirstBytesOnly() throws {
    let png = try PNGEncoder.encode(try Pictures.gradient(width: 2, height: 2))
    #expect(ImageFormat.sniffed(png) == .png)
    #expect(ImageFormat.sniffed([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    #expect(ImageFormat.sniffed(Array("RIFF\0\0\0\0WEBPVP8 ".utf8)) == .webp)
    #expect(ImageFormat.sniffed(Array("RIFF\0\0\0\0WAVE".utf8)) == nil)
    #expect(ImageFormat.sniffed([]) == nil)
  }

  @Test func signaturesAloneAreTruncatedPictures() {
    for bytes in [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], Array("RIFFd\0\0\0WEBP".utf8)]
      as [[UInt8]]
    {
      #expect(faultKind { () throws(FormatError) in try ImageDecoder.decode(bytes) } == .truncated)
    }
  }
}
