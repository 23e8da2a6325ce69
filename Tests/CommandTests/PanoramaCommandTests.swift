import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook panorama`: pictures that are looked into, told of and checked.
  @Suite struct PanoramaCommandTests {
    /// North is red, east green, south blue, west white; all of it is one colour up and down.
    private func panorama(in place: Workplace) throws -> String {
      let image = Image(width: 256, height: 128, scale: 1) { column, _ in
        switch (column + 32) / 64 % 4 {
        case 0: SIMD4(0, 0, 255, 255)
        case 1: SIMD4(255, 255, 255, 255)
        case 2: SIMD4(255, 0, 0, 255)
        default: SIMD4(0, 255, 0, 255)
        }
      }
      return try place.file("around.png", try PNGEncoder.encode(image))
    }

    @Test(arguments: [("0", [255, 0, 0]), ("90", [0, 255, 0]), ("180", [0, 0, 255]), ("270", [255, 255, 255])])
    func aSnapshotLooksWhereItIsTold(_ heading: String, _ color: [UInt8]) async throws {
      let place = try Workplace()
      let source = try panorama(in: place)
      let outcome = try await place.overlook([
        "panorama", "snapshot", source, "--heading", heading, "--fov", "60", "--size", "120x80", "-o", "view.png",
      ])
      outcome.expectSuccess()
      let image = try ImageDecoder.decode(try place.bytes("view.png"))
      #expect(image.width == 120 && image.height == 80)
      let middle = 4 * (40 * 120 + 60)
      #expect(Array(image.pixels[middle..<middle + 3]) == color)
    }

    @Test func theStreetsOfTheMapAreASourceAndAMisspeltCommandIsNone() async throws {
      let place = try Workplace()
      // Without a source and a place they are those of the city that the program brings along.
      let own = try await place.overlook(["panorama", "info"])
      own.expectSuccess()
      #expect(own.output.contains("60.169") && own.output.contains("24.95"), "\(own.output)")
      let misspelt = try await place.overlook(["panorama", "snapshto", "x.jpg"])
      #expect(misspelt.errors.contains("did you mean \"snapshot\""), "\(misspelt.errors)")
    }

    @Test func aCheckTellsWhatIsWrongWithATour() async throws {
      let place = try Workplace()
      _ = try panorama(in: place)
      let tour = try place.file(
        "tour.json",
        Array(
          #"{"scenes": {"a": {"panorama": "around.png", "hotSpots": [{"yaw": 5, "sceneId": "none"}, {"yaw": 0, "sceneId": "a"}]}}}"#
            .utf8))
      let outcome = try await place.overlook(["panorama", "check", tour])
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("which is missing") && outcome.errors.contains("leads to itself"), "\(outcome.errors)")
    }

    /// The first picture of a source is not all of it.
    @Test func aCheckReadsEveryPictureOfASource() async throws {
      let place = try Workplace()
      let picture = try JPEGEncoder.encode(
        Image(width: 2048, height: 1024, scale: 1) { column, row in
          SIMD4(UInt8(column & 255), UInt8(row & 255), 90, 255)
        })
      try FileManager.default.createDirectory(atPath: place.path + "/walk", withIntermediateDirectories: true)
      for name in ["a", "b"] { _ = try place.file("walk/\(name).jpg", picture) }
      _ = try place.file("walk/b.jpg", Array(picture.prefix(picture.count / 3)))
      let outcome = try await place.overlook(["panorama", "check", "walk"])
      #expect(
        outcome.status == 1 && outcome.errors.contains("b.jpg: ") && !outcome.errors.contains("a.jpg: "), "\(outcome.errors)")
      #expect(!outcome.errors.contains("b.jpg: b.jpg"), "\(outcome.errors)")
    }

    private func middle(_ place: Workplace, _ options: [String]) async throws -> [UInt8] {
      try await place.overlook(["panorama", "snapshot"] + options + ["--size", "120x80", "-o", "view.png"]).expectSuccess()
      let image = try ImageDecoder.decode(try place.bytes("view.png"))
      let pixel = 4 * (40 * 120 + 60)
      return Array(image.pixels[pixel..<pixel + 3])
    }

    /// No picture says of itself that it is two circles.
    @Test func twoCirclesOfACameraAreLookedAround() async throws {
      let place = try Workplace()
      let image = Image(width: 256, height: 128, scale: 1) { column, _ in
        column < 128 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 255, 255)
      }
      let source = try place.file("lenses.png", try PNGEncoder.encode(image))
      let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0], [0, 0, 255])
      for (heading, color) in [("0", red), ("80", red), ("100", blue), ("180", blue)] {
        #expect(try await middle(place, [source, "--fisheye", "190", "--heading", heading]) == color, "\(heading)")
      }
      #expect(try await middle(place, [source, "--heading", "-80"]) == [255, 0, 0], "without a word it is a sphere")
      let info = try await place.overlook(["panorama", "info", source, "--fisheye", "190"])
      #expect(info.output.contains("dual fisheye"), "\(info.output)\(info.errors)")
      try await place.overlook(["panorama", "info", "--fisheye", "190"]).expectError("--fisheye is for a picture of two circles")
      let wide = try await place.overlook(["panorama", "info", source, "--fisheye", "400"])
      #expect(wide.status != 0 && wide.errors.contains("--fisheye must lie in 90 to 300"), "\(wide.errors)")
    }

    @Test func aLittlePlanetIsSeenFromAboveUnlessItIsToldOtherwise() async throws {
      let place = try Workplace()
      let image = Image(width: 256, height: 128, scale: 1) { _, row in
        row < 100 ? SIMD4(255, 255, 255, 255) : SIMD4(255, 0, 0, 255)
      }
      let source = try place.file("ground.png", try PNGEncoder.encode(image))
      let planet = [source, "--projection", "little-planet"]
      #expect(try await middle(place, planet) == [255, 0, 0])
      #expect(try await middle(place, planet + ["--pitch", "0"]) == [255, 255, 255])
      #expect(try await middle(place, [source, "--projection", "stereographic"]) == [255, 255, 255])
    }

    @Test func aSceneOutsideOfTheFolderOfItsTourIsToldAndNotLinked() async throws {
      let place = try Workplace()
      _ = try panorama(in: place)
      let tour = try place.file(
        "tour.json",
        Array(
          #"{"scenes": {"a": {"panorama": "around.png", "hotSpots": [{"yaw": 5, "sceneId": "b"}]}, "b": {"panorama": "../../../etc/passwd"}}}"#
            .utf8))
      for command in [["panorama", "check", tour], ["check", tour]] {
        let outcome = try await place.overlook(command)
        #expect((outcome.errors + outcome.output).contains("no file in its folder"), "\(outcome.errors)")
      }
      let info = try await place.overlook(["panorama", "info", tour])
      #expect(info.output.contains("no file in its folder"), "\(info.output)\(info.errors)")
    }

    @Test func aFolderWithFewFacesOfACubeSaysSo() async throws {
      let place = try Workplace()
      try FileManager.default.createDirectory(atPath: place.path + "/cube", withIntermediateDirectories: true)
      let face = try PNGEncoder.encode(Image(width: 16, height: 16, scale: 1) { _, _ in SIMD4(90, 90, 90, 255) })
      for name in ["front", "up"] { _ = try place.file("cube/\(name).png", face) }
      try await place.overlook(["panorama", "info", "cube"]).expectError("2 of the six faces of a cube")
    }

    @Test func aPlaceWithoutAMapIsNoDamage() async throws {
      let outcome = try await Workplace().overlook(["panorama", "snapshot", "streets", "--at", "0,0", "-o", "x.png"])
      outcome.expectError("no map with houses and streets is here")
      #expect(!outcome.errors.contains("damaged"), "\(outcome.errors)")
    }

    /// A red triangle, so many metres wide and high, that stands across the way to the north; without a light.
    private func model(in place: Workplace) throws -> String {
      let corners = [Float](arrayLiteral: 4, 0, 0, -4, 0, 0, 0, 8, 0).flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt32(8 * $0)) }
      }
      let text = #"""
        {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
         "extensionsUsed": ["KHR_materials_unlit"],
         "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
         "materials": [{"doubleSided": true, "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]},
           "extensions": {"KHR_materials_unlit": {}}}],
         "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
         "bufferViews": [{"buffer": 0, "byteLength": 36}],
         "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,\#(Data(corners).base64EncodedString())"}]}
        """#
      return try place.file("a@b.gltf", Array(text.utf8))
    }

    /// Ten metres north of the eye, in the square before the cathedral of Helsinki.
    @Test func aModelStandsWhereItIsTold() async throws {
      let place = try Workplace()
      let file = try model(in: place)
      let at = ["--at", "60.169400,24.952500", "--time", "2026-06-21T10:00:00Z"]
      let stands = ["--model", "\(file)@60.169490,24.952500"]
      func reds(_ name: String) throws -> [Int] {
        let image = try ImageDecoder.decode(try place.bytes(name))
        return (0..<image.width).filter { column in
          let pixel = 4 * (image.height / 2 * image.width + column)
          return Int(image.pixels[pixel]) > 2 * Int(image.pixels[pixel + 1]) + 20
        }
      }
      let render = ["panorama", "render", "--width", "512"] + at
      try await place.overlook(render + ["-o", "plain.png"]).expectSuccess()
      try await place.overlook(render + stands + ["-o", "north.png"]).expectSuccess()
      #expect(try reds("plain.png").isEmpty)
      // At the height of the eye, 1.7 of 8 m, it is 6.3 m wide: 17.5 degrees to each side of the middle of the picture.
      let north = try reds("north.png")
      let (first, last) = (try #require(north.first), try #require(north.last))
      #expect(
        abs(Double(256 - first) / 512 * 360 - 17.5) < 1.5 && abs(Double(last + 1 - 256) / 512 * 360 - 17.5) < 1.5, "\(north)")
      // Seen from its edge it is thin.
      try await place.overlook(render + ["--model", stands[1] + ",90", "-o", "edge.png"]).expectSuccess()
      #expect(try reds("edge.png").count < 3)
      let look = ["panorama", "snapshot", "streets", "--size", "200x120", "--heading", "0", "--pitch", "5"] + at
      try await place.overlook(look + ["-o", "without.png"]).expectSuccess()
      try await place.overlook(look + stands + ["-o", "with.png"]).expectSuccess()
      #expect(try reds("without.png").isEmpty && !reds("with.png").isEmpty)
    }

    @Test(arguments: [
      ("panorama render --at 60,25 -o x.png --model nowhere.glb", "FILE@LAT,LON"),
      ("panorama render --at 60,25 -o x.png --model nowhere.glb@60", "FILE@LAT,LON"),
      ("panorama render --at 60,25 -o x.png --model nowhere.glb@60,25,nan", "FILE@LAT,LON"),
      ("panorama render --at 60,25 -o x.png --model nowhere.glb@91,25", "latitude"),
      ("panorama render --at 60.17,24.94 -o x.png --model nowhere.glb@60.17,24.94", "nowhere.glb"),
      ("panorama snapshot around.png -o x.png --model nowhere.glb@60.17,24.94", "streets"),
    ]) func modelsThatCannotStandAreTold(_ arguments: String, _ word: String) async throws {
      let place = try Workplace()
      _ = try panorama(in: place)
      let outcome = try await place.overlook(arguments.split(separator: " ").map(String.init))
      #expect(outcome.status != 0 && outcome.errors.contains(word), "\(outcome.errors)")
      #expect(try !place.names.contains("x.png"))
    }

    /// The place is the middle of a block of central Helsinki; the one that is named instead lies under the open sky.
    @Test func aPanoramaWithinABuildingNamesTheStreet() async throws {
      let place = try Workplace()
      let (small, time) = (["--width", "256", "-o", "x.jpg"], ["--time", "2026-06-21T12:00:00Z"])
      let inside = try await place.overlook(["panorama", "render", "--at", "60.1699,24.9414"] + small + time)
      #expect(inside.status == 0 && inside.errors.contains("lies within a building"), "\(inside.errors)")
      let street = try #require(inside.errors.split(separator: " ").last.map { String($0.filter { !$0.isNewline }) })
      try await place.overlook(["panorama", "render", "--at", street] + small + time).expectSuccess()
    }

    @Test(arguments: [
      ["snapshot", "--sun-light", "3026-06-21T12:00:00Z", "-o", "x.png"],
      ["snapshot", "--sun-light", "now", "--time", "3026-06-21T12:00:00Z", "-o", "x.png"],
      ["panorama", "snapshot", "around.png", "--sun", "--place", "60,25", "--time", "9999-06-21T12:00:00Z", "-o", "x.png"],
      ["panorama", "render", "--at", "60.1699,24.9414", "--time", "1500-06-21T12:00:00Z", "-o", "x.png"],
    ]) func timesWithoutASkyAreRefused(arguments: [String]) async throws {
      let place = try Workplace()
      _ = try panorama(in: place)
      let outcome = try await place.overlook(arguments)
      #expect(outcome.status == 2 && outcome.errors.contains("outside the years 1600 to 2600"), "\(outcome.errors)")
      #expect(try !place.names.contains("x.png"))
    }

    @Test func theSunNeedsAPlace() async throws {
      let place = try Workplace()
      let source = try panorama(in: place)
      let arguments = [
        "panorama", "snapshot", source, "--heading", "270", "--sun", "--time", "2013-12-20T07:00:00Z", "-o", "sun.png",
      ]
      let without = try await place.overlook(arguments)
      #expect(without.status == 1)
      #expect(without.errors.contains("--place LAT,LON"))
      let with = try await place.overlook(arguments + ["--place", "-33.86,151.21", "--size", "320x240", "--pitch", "15"])
      with.expectSuccess()
      let image = try ImageDecoder.decode(try place.bytes("sun.png"))
      // Gold on white: much red and green, little blue.
      let gold = stride(from: 0, to: image.pixels.count, by: 4).count {
        image.pixels[$0] > 200 && image.pixels[$0 + 1] > 150 && image.pixels[$0 + 2] < 120
      }
      #expect(gold > 100)
    }

    /// Without an offset hours are those of local mean time: ten hours ahead of Greenwich in Sydney.
    @Test func hoursAreThoseOfTheClockThatTheTimeWasReadFrom() async throws {
      let place = try Workplace()
      let source = try panorama(in: place)
      func picture(_ time: String) async throws -> [UInt8] {
        let outcome = try await place.overlook([
          "panorama", "snapshot", source, "--heading", "270", "--pitch", "15", "--sun", "--time", time, "--place",
          "-33.86,151.21",
          "--size", "320x240", "-o", "sun.png",
        ])
        outcome.expectSuccess()
        return try ImageDecoder.decode(try place.bytes("sun.png")).pixels
      }
      let plain = try await picture("2013-12-20T07:00:00Z")
      #expect(try await picture("2013-12-20T17:00:00+10:00") == plain)
      #expect(try await picture("2013-12-20T18:00:00+11:00") != plain)
    }

    @Test func aPanoramaIsToldAndChecked() async throws {
      let place = try Workplace()
      let source = try panorama(in: place)
      let info = try await place.overlook(["panorama", "info", source, "--json"])
      info.expectSuccess()
      let told = try #require(try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any])
      #expect(told["width"] as? Double == 256 && told["height"] as? Double == 128)
      #expect(told["projection"] as? String == "equirectangular")
      let check = try await place.overlook(["panorama", "check", source])
      check.expectSuccess()
      // Where one looks is nothing to them.
      let look = try await place.overlook(["panorama", "info", source, "--fov", "60"])
      #expect(look.status != 0 && look.errors.contains("--fov"), "\(look.errors)")
    }

    @Test func whatIsNoPanoramaIsNamed() async throws {
      let place = try Workplace()
      let text = try place.file("note.txt", Array("nothing to see".utf8))
      for arguments in [
        ["panorama", "info", text], ["panorama", "snapshot", text, "-o", "x.png"], ["panorama", "info", "absent.jpg"],
      ] {
        let outcome = try await place.overlook(arguments)
        #expect(outcome.status == 1)
        let name = arguments[2].split(separator: "/").last.map { String($0) } ?? ""
        #expect(outcome.errors.contains(name), "\(outcome.errors)")
      }
      let usage = try await place.overlook(["panorama", "snapshot", text, "--fov", "170", "-o", "x.png"])
      #expect(usage.status == 2)
    }

    /// A head of 30,000 x 15,000 pixels, and hardly any of them.
    @Test func aPictureThatIsCutShortIsNamed() async throws {
      let place = try Workplace()
      var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 8, count: 64)
      bytes += [0xFF, 0xC0, 0, 11, 8, 58, 152, 117, 48, 1, 1, 0x11, 0]
      bytes += [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [0]
      bytes += [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
      bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0, 0, 0, 0xFF, 0xD9]
      let outcome = try await place.overlook(["panorama", "snapshot", try place.file("short.jpg", bytes), "-o", "x.png"])
      #expect(outcome.status == 1 && outcome.errors.contains("short.jpg: JPEG picture is"), "\(outcome.errors)")
    }

    /// The limit is one for all of it, the search for the panorama too.
    @Test func aServiceThatNeverAnswersEndsWithTheTimeout() async throws {
      let place = try Workplace()
      let server = try #require(LoopbackServer { _ in .silence })
      defer { server.stop() }
      let start = ContinuousClock.now
      let outcome = try await place.overlook([
        "panorama", "snapshot", "panoramax:\(server.url("api"))", "--at", "60.17,24.94", "--timeout", "2", "-o", "x.png",
      ])
      #expect(outcome.status == 1 && outcome.errors.contains("did not answer within 2 s"), "\(outcome.errors)")
      #expect(ContinuousClock.now - start < .seconds(50))
    }
  }
}
