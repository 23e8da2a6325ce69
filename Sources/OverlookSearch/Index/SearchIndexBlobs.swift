/// Reads bytes as every kind of blob of an index, for what looks for damage that leads astray.
package enum SearchIndexBlobs {
  /// How many of the kinds the bytes pass for.
  package static func readThrough(_ bytes: [UInt8]) -> Int {
    [dictionary, postings, place, houses].count { $0(bytes) }
  }

  private static func dictionary(_ bytes: [UInt8]) -> Bool {
    guard let dictionary = try? TermDictionary(bytes) else { return false }
    let word = NameFolding.scalars(ofWord: "strasse")
    let found = dictionary.similar(to: word, limit: 2, beginnings: true)
    return found.allSatisfy { $0.term < dictionary.count } && dictionary.lowerBound(word) <= dictionary.count
      && dictionary.terms(beginningWith: word).upperBound <= dictionary.count
  }

  private static func postings(_ bytes: [UInt8]) -> Bool {
    var reader = PackedReader(bytes)
    return (try? Posting.read(&reader, limit: .max)) != nil
  }

  private static func place(_ bytes: [UInt8]) -> Bool {
    var reader = PackedReader(bytes)
    guard let record = try? PlaceRecord(&reader, base: SIMD2(0, 0)) else { return false }
    return (try? PlaceDetails(record)) != nil
  }

  private static func houses(_ bytes: [UInt8]) -> Bool {
    var reader = PackedReader([0, 0, 0, 0, 0, 0, 0, 0])
    guard let street = try? PlaceRecord(&reader, base: SIMD2(0, 0)), let list = try? HouseList(bytes, street: street) else {
      return false
    }
    return HouseNumber("12a").flatMap { HouseSearch.find($0, in: list.houses) }.map { $0.quality <= 1 } ?? true
  }
}
