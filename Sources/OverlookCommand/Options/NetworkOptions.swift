import ArgumentParser
import Overlook

/// How the network and the cache are used.
struct NetworkOptions: ParsableArguments {
  @Flag(help: "Show only what is on this machine: archives and the cache. Nothing touches the network.")
  var offline = false

  @Flag(name: .customLong("no-cache"), help: "Neither show tiles that were kept before nor keep any.")
  var noCache = false

  @Option(name: .customLong("cache-dir"), help: ArgumentHelp("Keep tiles here in place of ~/.cache/overlook.", valueName: "dir"))
  var cacheFolder: String?

  func validate() throws {
    if cacheFolder?.isEmpty == true { throw ValidationError("--cache-dir must name a folder") }
    if noCache, cacheFolder != nil { throw ValidationError("--no-cache and --cache-dir exclude each other") }
  }

  /// Sets it for all maps that are made afterwards.
  @MainActor func apply() {
    MapServices.isOffline = offline
    MapServices.keepsTilesOnDisk = !noCache
    MapServices.cacheFolder = cacheFolder
  }
}
