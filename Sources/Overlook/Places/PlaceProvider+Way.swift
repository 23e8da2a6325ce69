import OverlookGeometry
package import OverlookSearch

extension PlaceProvider {
  /// Places beside a way, the next one first. Indexes of this machine look along it; others know of no ways and are asked around some
  /// places of it, one after the other, as the rules of servers want it.
  package func places(beside request: WayRequest) async throws(PlaceError) -> [WayPlace] {
    if let installed = self as? InstalledPlaces { return try await installed.places(beside: request) }
    var found: [WayPlace] = []
    for sample in request.spread(over: 5) {
      if Task.isCancelled || request.ticket?.isCancelled == true { throw .cancelled }
      let near = SearchRequest(request.text, near: sample, limit: 20, language: request.language, ticket: request.ticket)
      found += request.places(try await places(for: near))
    }
    return request.sorted(found)
  }
}
