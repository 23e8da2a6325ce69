package import OverlookFormats
package import OverlookGeometry

extension SearchIndex {
  /// The best places that answer a request, the best first. Blocks the calling thread: some milliseconds.
  package func search(_ request: SearchRequest) throws(FormatError) -> [PlaceResult] {
    let query = QueryText(request.text)
    return try read { reader in
      var search = IndexSearch(self, reader, request, query)
      return try search.results()
    }
  }

  /// What is at a place: the house or the thing, the street, the town; the nearest first. Blocks the calling thread for some
  /// milliseconds.
  package func reverse(
    _ place: LocationCoordinate, limit: Int = 5, language: String = "en"
  ) throws(FormatError) -> [PlaceResult] {
    guard place.isValid else { return [] }
    return try read { reader in
      try ReverseSearch(self, reader, place.normalized, language: language).results(limit: limit)
    }
  }
}
