import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook demo`: what each scene is about is in its picture, in a colour that its map does not have.
  @Suite struct DemoTests {
    struct Scene: CustomTestStringConvertible {
      let name: String
      let color: String
      let isOf: @Sendable (_ red: Int, _ green: Int, _ blue: Int) -> Bool
      var testDescription: String { "\(name), \(color)" }
    }

    static let scenes = [
      Scene(name: "trips", color: "the cars' amber") { $0 > 220 && $1 > 150 && $1 < 210 && $2 < 120 },
      Scene(name: "trips", color: "the trams' cyan") { $0 < 110 && $1 > 190 && $2 > 200 },
      Scene(name: "box", color: "the purple side") { $0 > 140 && $1 < 90 && $2 > 150 },
      Scene(name: "models", color: "the plane's blue") { $0 < 60 && $1 < 100 && $2 > 120 },
      Scene(name: "markers", color: "the red pin") { $0 > 190 && $1 < 80 && $2 < 80 },
      Scene(name: "ground", color: "the ink of the old map") { $0 > 80 && $0 < 120 && $1 < $0 - 25 && $2 < $1 - 10 },
      Scene(name: "sun", color: "the gold of the day's way") { $0 > 235 && $1 > 150 && $1 < 190 && $2 < 60 },
      Scene(name: "navigation", color: "the route's blue") { $0 < 75 && $1 > 95 && $1 < 145 && $2 > 215 },
      Scene(name: "overview", color: "the red end of a way") { $0 > 200 && $1 < 90 && $2 < 90 },
    ]

    @Test(arguments: scenes) func showsWhatItIsAbout(_ scene: Scene) async throws {
      let place = try Workplace()
      try await place.overlook(["demo", scene.name, "--snapshot", "o.png", "--size", "960x600"]).expectSuccess()
      let pixels = try ImageDecoder.decode(try place.bytes("o.png")).pixels
      let count = stride(from: 0, to: pixels.count, by: 4).count {
        scene.isOf(Int(pixels[$0]), Int(pixels[$0 + 1]), Int(pixels[$0 + 2]))
      }
      #expect(count >= 100)
    }
  }
}
