import Overlook

extension SourceOptions {
  /// Everything that the command line names, opened. Packs of a source that is named too are no sources of their own: they stand in
  /// for it.
  @MainActor func openSources(
    services: TileServices, timeoutSeconds: Double
  ) throws -> (sources: [(location: String, source: TileSource)], warnings: [String]) {
    let options = try choice.options(for: locations)
    var warnings: [String] = []
    let named = try packs.map { path in
      let pack = try SourceOpening.open(path, options: TileSource.Options(), services: services, timeoutSeconds: timeoutSeconds)
      guard pack.archive != nil else { throw CommandFailure(description: "--pack \(path): it is no tile archive") }
      return pack
    }
    var sources: [(location: String, source: TileSource)] = []
    for location in locations {
      do {
        let source = try SourceOpening.open(location, options: options, services: services, timeoutSeconds: timeoutSeconds)
        sources.append((location, source))
      } catch let failure as CommandFailure {
        // Without a network a document cannot say what its tiles are; the pack can.
        guard location == tiles, let pack = named.first else { throw failure }
        warnings.append("\(failure.description); \(pack.messageName) is shown in its place")
        sources.append((location, pack))
      }
    }
    try stand(named, in: &sources)
    return (sources, warnings)
  }

  private func stand(_ named: [TileSource], in sources: inout [(location: String, source: TileSource)]) throws {
    for pack in named where !sources.contains(where: { $0.source.messageName == pack.messageName }) {
      let place = sources.firstIndex { $0.source.isSource(of: pack) }
      // An archive that does not say what it was made of is taken at the person's word.
      let meant = pack.packedFrom == nil ? sources.firstIndex { $0.source.isRemote } : nil
      guard let index = place ?? meant else {
        let name = pack.packedFrom.map { "it was made of \($0)" } ?? "there is no server that it could stand in for"
        throw CommandFailure(description: "--pack \(pack.messageName): \(name)")
      }
      sources[index].source = sources[index].source.backed(by: pack)
    }
    let packs = sources.filter { candidate in sources.contains { $0.source.isSource(of: candidate.source) } }
    for (location, pack) in packs {
      for index in sources.indices where sources[index].source.isSource(of: pack) {
        sources[index].source = sources[index].source.backed(by: pack)
      }
      sources.removeAll { $0.location == location && !$0.source.isRemote }
    }
  }
}
