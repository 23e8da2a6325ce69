import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// What a new user gets wrong: the line names the limit, the form, or what was meant.
  @Suite struct MistakeTests {
    @Test(arguments: [
      (["snapshto", "-o", "x.png"], "did you mean \"snapshot\"?"), (["inof", "x.pmtiles"], "did you mean \"info\"?"),
      (["help", "nosuch"], "there is no command \"nosuch\""), (["help", "snapshto"], "did you mean \"snapshot\"?"),
      (["style", "chek", "s.json"], "there is no command of style \"chek\"; did you mean \"check\"?"),
      (["nosuchthing"], "and there is no such file"),
    ]) func misspeltCommandsAreNamed(arguments: [String], mentions: String) async throws {
      let outcome = try await Workplace().overlook(arguments)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("overlook: error: ") && outcome.errors.contains(mentions), "\(outcome.errors)")
    }

    @Test(arguments: [
      ("--zoom=99", "0 to 24"), ("--zoom=-5", "0 to 24"), ("--tilt=400", "0 to 85"), ("--bearing=1e9", "-360 to 360"),
      ("--center=124.94,60.17", "was 60.17,124.94 meant?"), ("--center=60", "e.g. 60.17,24.94"),
      ("--center=10,999", "-360 to 360"), ("--size=20000x20000", "1 to 16384"), ("--size=800", "e.g. 1024x768"),
      ("--zoom=abc", "a number is expected"), ("--tile-bounds=1,2,3", "commas between"), ("--native-zooms=5-2", "0 to 30"),
    ]) func limitsAndFormsAreNamed(argument: String, mentions: String) async throws {
      let outcome = try await Workplace().overlook(["snapshot", "-o", "o.png", argument])
      outcome.expectUsageError(mentions)
    }

    @Test func picturesAreOfTheFormatThatTheirNameSays() async throws {
      let place = try Workplace()
      let plain = ["snapshot", "--size=48x32", "--no-demo", "-o"]
      try await place.overlook(plain + ["o.jpg"]).expectSuccess()
      try await place.overlook(plain + ["o.webp"]).expectSuccess()
      try await place.overlook(plain + ["o.png"]).expectSuccess()
      #expect(try place.bytes("o.jpg").starts(with: [0xFF, 0xD8]))
      #expect(try place.bytes("o.webp").starts(with: Array("RIFF".utf8)))
      let picture = try ImageDecoder.decode(try place.bytes("o.png"))
      #expect(try ImageDecoder.decode(try place.bytes("o.webp")).pixels == picture.pixels)
      let jpeg = try ImageDecoder.decode(try place.bytes("o.jpg"))
      let distances = zip(jpeg.pixels, picture.pixels).map { abs(Double($0) - Double($1)) }
      #expect(jpeg.width == 48 && distances.reduce(0, +) / Double(distances.count) < 6)
      for name in ["o.pdf", "o.gif"] {
        try await place.overlook(plain + [name]).expectError("written as .png, .jpg or .webp", status: 2)
      }
      try await place.shell("exec \"$overlook\" snapshot --size=48x32 --no-demo -o - > copy").expectSuccess()
      #expect(try place.bytes("copy") == place.bytes("o.png"))
      #expect(try place.names == ["copy", "o.jpg", "o.png", "o.webp"])
    }

    @Test func aProgramWithoutItsResourcesSaysSo() async throws {
      let place = try Workplace()
      try FileManager.default.copyItem(atPath: Workplace.program, toPath: place.path + "/overlook")
      let outcome = try await Tool.run(
        place.path + "/overlook", ["snapshot", "-o", "o.png", "--size=48x32"], environment: Workplace.environment, in: place.path)
      outcome.expectError("OVERLOOK_RESOURCES")
      let built = URL(fileURLWithPath: Workplace.program).deletingLastPathComponent().path
      let helped = Workplace.environment.merging(["OVERLOOK_RESOURCES": built]) { $1 }
      try await Tool.run(
        place.path + "/overlook", ["snapshot", "-o", "o.png", "--size=48x32"], environment: helped, in: place.path
      ).expectSuccess()
    }

    @Test func geoJSONIsNoSourceOfTilesAndSaysWhatDrawsIt() async throws {
      let place = try Workplace()
      let file = try place.file("a.geojson", Array(#"{"type": "FeatureCollection", "features": []}"#.utf8))
      let outcome = try await place.overlook(["snapshot", "-o", "o.png", "--tiles", file])
      outcome.expectError("GeoJSON")
      #expect(outcome.errors.contains("--style"))
    }

    @Test func loopsWithoutDataFail() async throws {
      let place = try Workplace()
      let list = #"""
        {"projection": "EPSG:3857", "bounds": {"west": -12, "south": 48, "east": 5, "north": 61},
         "frames": [{"time": "2024-02-09T00:00:00Z", "image": "none.png"}]}
        """#
      _ = try place.file("frames.json", Array(list.utf8))
      let outcome = try await place.overlook(["loop", place.path, "-o", "out", "--size=64x48"])
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(
        outcome.errors.contains(place.path) && outcome.errors.contains("none of the 1 frames has data"), "\(outcome.errors)")
      #expect(outcome.errors.contains("none.png cannot be read: No such file"), "\(outcome.errors)")
    }
  }
}
