import ArgumentParser
import Foundation
import Overlook

/// `overlook cache`: what is kept of servers' tiles.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Shows or clears the tiles that are kept on the disk.", subcommands: [Info.self, Clear.self],
    defaultSubcommand: Info.self)

  /// Where the cache is.
  struct Place: ParsableArguments {
    @Option(name: .customLong("cache-dir"), help: ArgumentHelp("The folder in place of ~/.cache/overlook.", valueName: "dir"))
    var folder: String?

    func validate() throws {
      if folder?.isEmpty == true { throw ValidationError("--cache-dir must name a folder") }
    }

    /// What is kept, after `clearing` it.
    @MainActor func statistics(clearing source: String?? = .none) throws -> CacheStatistics {
      MapServices.cacheFolder = folder
      CommandLog.keep(includingCache: true)
      let statistics = MapServices.waitForCacheStatistics(clearing: source)
      let messages = CommandLog.take()
      guard statistics.folder != nil else { throw CommandFailure(description: statistics.fault ?? "there is no cache") }
      for message in messages { Report.warning(message) }
      return statistics
    }
  }

  /// `overlook cache info`.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "info", abstract: "Shows what is kept, by source.")

    @OptionGroup var place: Place

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func run() throws {
      let statistics = try MainActor.assumeIsolated { try place.statistics() }
      print(json ? try Self.json(statistics) : Self.text(statistics))
    }

    private static func text(_ statistics: CacheStatistics) -> String {
      var lines = [
        "\(statistics.folder ?? ""): \(entries(statistics.entryCount)), \(size(statistics.byteCount)) in a file of "
          + "\(size(statistics.fileByteCount)); at most \(size(statistics.byteLimit))"
      ]
      let count = statistics.sources.map { String($0.entryCount).count }.max() ?? 0
      for source in statistics.sources {
        let number = String(source.entryCount)
        let padding = String(repeating: " ", count: count - number.count)
        lines.append("  \(padding)\(entries(source.entryCount)), \(size(source.byteCount))  \(source.name)")
      }
      return lines.joined(separator: "\n")
    }

    private static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    private static func size(_ bytes: Int) -> String {
      bytes < 10 << 20 ? "\((bytes + 1023) >> 10) KiB" : "\((bytes + (1 << 19)) >> 20) MiB"
    }

    private struct Document: Encodable {
      struct Source: Encodable {
        let name: String
        let entries: Int
        let bytes: Int
      }

      let folder: String?
      let entries: Int
      let bytes: Int
      let fileBytes: Int
      let limitBytes: Int
      let sources: [Source]
    }

    private static func json(_ statistics: CacheStatistics) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let document = Document(
        folder: statistics.folder, entries: statistics.entryCount, bytes: statistics.byteCount,
        fileBytes: statistics.fileByteCount, limitBytes: statistics.byteLimit,
        sources: statistics.sources.map { Document.Source(name: $0.name, entries: $0.entryCount, bytes: $0.byteCount) })
      return String(decoding: try encoder.encode(document), as: UTF8.self)
    }
  }

  /// `overlook cache clear`.
  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Deletes what is kept, of one source or of all.")

    @Argument(help: "A name that `overlook cache info` shows; without it everything goes.")
    var source: String?

    @OptionGroup var place: Place

    func run() throws {
      try MainActor.assumeIsolated {
        if let source {
          let before = try place.statistics()
          guard before.contains(source) else {
            throw CommandFailure(description: "nothing is kept of \(TileSource.displayName(of: source))")
          }
        }
        _ = try place.statistics(clearing: .some(source))
      }
    }
  }
}

extension CacheStatistics {
  /// Whether something is kept under the name, be it written with its secrets or without.
  fileprivate func contains(_ name: String) -> Bool {
    sources.contains { $0.name == name || $0.name == MapServices.cacheName(of: name) }
  }
}
