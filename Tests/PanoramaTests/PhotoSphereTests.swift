import OverlookFormats
import OverlookSupport
import Testing

@testable import OverlookPanorama

@Suite struct PhotoSphereTests {
  private static let whole: [(String, String)] = [
    ("ProjectionType", "equirectangular"), ("FullPanoWidthPixels", "64"), ("FullPanoHeightPixels", "32"),
    ("CroppedAreaImageWidthPixels", "64"), ("CroppedAreaImageHeightPixels", "32"), ("CroppedAreaLeftPixels", "0"),
    ("CroppedAreaTopPixels", "0"),
  ]

  private func sphere(_ width: Int, _ height: Int, _ segments: [UInt8]...) throws -> PhotoSphere {
    let packet = XMPPacket(jpeg: try Pictures.jpeg(Pictures.gradient(8, 4), segments.flatMap { $0 }))
    return try PhotoSphere(packet, width: width, height: height)
  }

  private func sphere(_ width: Int, _ height: Int, _ properties: [(String, String)]) throws -> PhotoSphere {
    try sphere(width, height, Pictures.xmp(properties))
  }

  private static func changed(_ changes: (String, String)...) -> [(String, String)] {
    whole.filter { old in !changes.contains { $0.0 == old.0 } } + changes
  }

  @Test func thePoseAndTheFirstViewAreRead() throws {
    let sphere = try sphere(
      64, 32,
      Self.changed(
        ("PoseHeadingDegrees", "123.5"), ("PosePitchDegrees", "-3.25"), ("PoseRollDegrees", "2"),
        ("InitialViewHeadingDegrees", "200"), ("InitialViewPitchDegrees", "-5"), ("InitialHorizontalFOVDegrees", "75")))
    #expect(sphere.layout == .equirectangular(.full) && sphere.warnings.isEmpty && sphere.hasHeading)
    #expect(sphere.pose == PanoramaPose(heading: 123.5, pitch: -3.25, roll: 2))
    #expect(sphere.initialCamera == PanoramaCamera(heading: 200, pitch: -5, fov: 75))
  }

  @Test func aPartOfTheSphereLiesWhereItSays() throws {
    let sphere = try sphere(
      32, 8,
      Self.changed(
        ("CroppedAreaImageWidthPixels", "32"), ("CroppedAreaImageHeightPixels", "8"), ("CroppedAreaLeftPixels", "16"),
        ("CroppedAreaTopPixels", "8")))
    guard case .equirectangular(let extent) = sphere.layout else {
      Issue.record("another layout")
      return
    }
    // A quarter of the turn to each side; from 45 degrees above the horizon to it.
    #expect(abs(extent.left + .pi / 2) < 1e-12 && abs(extent.right - .pi / 2) < 1e-12)
    #expect(abs(extent.top - .pi / 4) < 1e-12 && abs(extent.bottom) < 1e-12)
  }

  @Test func aSmallerCopyCoversTheSame() throws {
    let sphere = try sphere(
      1024, 512,
      Self.changed(
        ("FullPanoWidthPixels", "8192"), ("FullPanoHeightPixels", "4096"),
        ("CroppedAreaImageWidthPixels", "8192"), ("CroppedAreaImageHeightPixels", "4096")))
    #expect(sphere.layout == .equirectangular(.full) && sphere.warnings.isEmpty)
  }

  @Test func aCylinderIsAsHighAsItsPixelsAreWide() throws {
    let sphere = try sphere(
      628, 200,
      [
        ("ProjectionType", "cylindrical"), ("FullPanoWidthPixels", "628"), ("FullPanoHeightPixels", "200"),
      ])
    guard case .cylindrical(let extent) = sphere.layout else {
      Issue.record("another layout")
      return
    }
    // 628 pixels around are a radius of 99.95, so that 100 pixels up are 45 degrees.
    #expect(abs(extent.top - .pi / 4) < 0.001 && abs(extent.bottom + .pi / 4) < 0.001)
  }

  @Test(arguments: [
    ("CroppedAreaLeftPixels", "40"), ("CroppedAreaImageWidthPixels", "200"), ("FullPanoWidthPixels", "0"),
    ("FullPanoHeightPixels", "-32"), ("CroppedAreaTopPixels", "nan"), ("FullPanoWidthPixels", "99999999999999999999"),
    ("CroppedAreaImageHeightPixels", "0"), ("ProjectionType", "fisheye"), ("FullPanoWidthPixels", "1e400"),
    ("CroppedAreaLeftPixels", "-1"), ("CroppedAreaImageHeightPixels", "8"), ("FullPanoWidthPixels", "0x40"),
  ])
  func whatLiesIsTakenAsTheWholeOrRefused(name: String, value: String) throws {
    let properties = Self.changed((name, value))
    let lying = try sphere(64, 32, properties)
    #expect(lying.layout == .equirectangular(.full))
    // A number that is none counts as not there; everything else is said.
    #expect(!lying.warnings.isEmpty || ["nan", "0x40", "1e400"].contains(value))
    #expect(throws: FormatError.self) { _ = try sphere(64, 50, properties) }
  }

  @Test(arguments: ["1e9", "NaN", "inf", "361", "", "12;"]) func aHeadingThatIsNoneIsNorth(heading: String) throws {
    let sphere = try sphere(64, 32, Self.changed(("PoseHeadingDegrees", heading), ("PosePitchDegrees", "91")))
    #expect(sphere.pose == PanoramaPose() && !sphere.hasHeading && !sphere.warnings.isEmpty)
  }

  @Test func propertiesMayBeElements() throws {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"><GPano:ProjectionType>equirectangular</GPano:ProjectionType>\
      <GPano:PoseHeadingDegrees> 77 </GPano:PoseHeadingDegrees></rdf:Description></rdf:RDF></x:xmpmeta>\u{0}\u{0}
      """
    #expect(try sphere(64, 32, Pictures.xmpSegment(text)).pose.heading == 77)
  }

  @Test func plainPicturesOfTheShapeAreWhole() throws {
    #expect(try sphere(64, 32).layout == .equirectangular(.full))
    #expect(try !sphere(64, 32).hasHeading)
    #expect(throws: FormatError.self) { _ = try sphere(64, 48) }
  }

  // MARK: Extended packets

  private static func digest(_ bytes: [UInt8]) -> String {
    var digest = MD5()
    digest.update(bytes)
    return digest.finish().map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }

  private func extended(
    _ identifier: String, parts: (_ packet: [UInt8]) -> [UInt8]
  ) throws -> PhotoSphere {
    let packet = Array(
      Pictures.packet("GPano:ProjectionType=\"equirectangular\" GPano:PoseHeadingDegrees=\"33\"").utf8)
    let name = identifier.isEmpty ? Self.digest(packet) : identifier
    return try sphere(64, 32, Pictures.xmp([], extra: "xmpNote:HasExtendedXMP=\"\(name)\""), parts(packet))
  }

  @Test func extendedPacketsComeInPartsOfAnyOrder() throws {
    let sphere = try extended("") { packet in
      let name = Self.digest(packet)
      return Pictures.extensionSegment(name, length: packet.count, offset: 100, packet.dropFirst(100))
        + Pictures.extensionSegment("0123456789ABCDEF0123456789ABCDEF", length: 5, offset: 0, [1, 2, 3, 4, 5])
        + Pictures.extensionSegment(name, length: packet.count, offset: 0, packet.prefix(100))
    }
    #expect(sphere.pose.heading == 33 && sphere.warnings.isEmpty)
  }

  @Test(arguments: ["wrong", "missing", "hole", "beyond", "huge", "changed", "short"])
  func extendedPacketsThatAreNotWholeAreLeftOut(fault: String) throws {
    let sphere = try extended(fault == "wrong" ? "0123456789ABCDEF0123456789ABCDEF" : "") { packet in
      let name = Self.digest(packet)
      var bad = packet
      bad[50] ^= 1
      return switch fault {
      case "wrong": Pictures.extensionSegment("0123456789ABCDEF0123456789ABCDEF", length: packet.count, offset: 0, packet)
      case "missing": []
      case "hole": Pictures.extensionSegment(name, length: packet.count, offset: 10, packet.dropFirst(10))
      case "beyond": Pictures.extensionSegment(name, length: packet.count, offset: packet.count, packet)
      case "huge": Pictures.extensionSegment(name, length: 0xFFFF_FFFF, offset: 0, packet)
      case "changed": Pictures.extensionSegment(name, length: packet.count, offset: 0, bad)
      default: Pictures.segment(Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(name.utf8) + [0, 0])
      }
    }
    #expect(sphere.pose.heading == 0 && !sphere.warnings.isEmpty)
  }

  @Test func bombsAreRefusedSoon() throws {
    let bomb = """
      <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><a>&c;</a></x:xmpmeta>
      """
    let deep = String(repeating: "<a>", count: 5000)
    for text in [bomb, deep, "<", "\u{0}", ""] {
      let sphere = try sphere(64, 32, Pictures.xmpSegment(text))
      #expect(sphere.layout == .equirectangular(.full) && !sphere.warnings.isEmpty)
    }
  }

  @Test func cutSegmentsAreSaid() throws {
    var file = try Pictures.jpeg(Pictures.gradient(8, 4), Pictures.xmp(Self.whole))
    file.removeSubrange(60...)
    #expect(XMPPacket(jpeg: file).warnings == ["a part of the file's head is cut short"])
    for count in 0..<60 { _ = XMPPacket(jpeg: Array(file.prefix(count))) }
  }
}
