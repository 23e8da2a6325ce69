import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookSearch

/// What lies beside the long street of the town, which leads 2,000 metres east.
@Suite struct WaySearchTests {
  private func search(
    _ text: String, reach: Double = 200, from east: Double = 0, limit: Int = 20, ticket: WorkTicket? = nil
  ) throws -> [WayPlace] {
    let origin = TestTown.place(0, 0)
    let request = WayRequest(
      text, limit: limit, language: "de", ticket: ticket,
      samples: stride(from: east, through: 2000, by: 250).map { TestTown.place(1000, $0) }
    ) { place in
      let there = SIMD2((place.longitude - origin.longitude) * 111_195 * 0.5941, (place.latitude - origin.latitude) * 111_195)
      guard abs(there.y - 1000) <= reach, there.x >= east, there.x <= 2000 else { return nil }
      return WayPosition(along: there.x - east, aside: abs(there.y - 1000))
    }
    return try PlaceIndexes([TestTown.index.get()]).search(request)
  }

  @Test(arguments: ["Apotheke", "pharmacy", "薬局", "صيدلية", "apoth"])
  func aKindIsFoundBesideTheWayInItsOrder(text: String) throws {
    let near = try search(text)
    #expect(near.map(\.place.name) == ["Löwen-Apotheke"])
    #expect(abs((near.first?.position.along ?? 0) - 800) < 5 && abs((near.first?.position.aside ?? 0) - 20) < 5)
    #expect(try search(text, reach: 900).map(\.place.name) == ["Löwen-Apotheke", "Nord-Apotheke"])
    #expect(try search(text, reach: 900, limit: 1).map(\.place.name) == ["Löwen-Apotheke"])
  }

  @Test func whatLiesBehindIsNotFound() throws {
    #expect(try search("Apotheke", reach: 900, from: 1000).map(\.place.name) == ["Nord-Apotheke"])
    #expect(try search("Apotheke", from: 1000).isEmpty)
  }

  @Test func aNameIsFoundOnceAroundAllSamples() throws {
    let found = try search("Zum Goldenen Stern")
    #expect(found.filter { $0.place.name == "Zum Goldenen Stern" }.count == 1)
    #expect(abs((found.first?.position.along ?? 0) - 900) < 5)
  }

  @Test func nothingIsFoundForNothingAndAfterACancellation() throws {
    #expect(try search("").isEmpty && search("  ,").isEmpty)
    let ticket = WorkTicket()
    ticket.cancel()
    #expect(try search("Apotheke", ticket: ticket).isEmpty)
  }

  @Test func ofManySamplesTwelveAreLookedAt() {
    let samples = (0..<1000).map { TestTown.place(0, Double($0)) }
    let request = WayRequest("x", samples: samples) { _ in nil }
    #expect(request.samples.count <= 12 && request.samples.count > 6 && request.samples.first == samples[0])
    #expect(WayRequest("x", samples: []) { _ in nil }.samples.isEmpty)
  }
}
