import Overlook

/// Packs put behind the sources that they were made of.
struct PackStandIns {
  /// Named as packs; no sources of their own.
  let packs: [TileSource]
  /// Whether there will be no more sources, so that a pack without one is a mistake.
  let isComplete: Bool

  /// `sources` by their places on the command line, backed by the packs and without those that are packs of another one.
  func applied(to sources: [Int: TileSource]) throws -> [Int: TileSource] {
    var result = sources
    for pack in packs where !sources.values.contains(where: { $0.messageName == pack.messageName }) {
      guard let place = place(of: pack, in: sources) else {
        guard isComplete else { continue }
        let name = pack.packedFrom.map { "it was made of \($0)" } ?? "there is no server that it could stand in for"
        throw CommandFailure(description: "--pack \(pack.messageName): \(name)")
      }
      result[place] = result[place]?.backed(by: pack)
    }
    for (packPlace, pack) in sources {
      let places = sources.filter { $0.value.isSource(of: pack) }.map(\.key)
      for place in places { result[place] = result[place]?.backed(by: pack) }
      if !places.isEmpty, !pack.isRemote { result[packPlace] = nil }
    }
    return result
  }

  private func place(of pack: TileSource, in sources: [Int: TileSource]) -> Int? {
    let places = sources.keys.sorted()
    if let place = places.first(where: { sources[$0]?.isSource(of: pack) == true }) { return place }
    // An archive that does not say what it was made of is taken at the person's word.
    return pack.packedFrom == nil ? places.first { sources[$0]?.isRemote == true } : nil
  }
}
