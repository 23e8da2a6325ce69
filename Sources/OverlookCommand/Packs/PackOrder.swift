import Overlook
import OverlookFormats

/// A pack as it was asked for on the command line.
struct PackOrder: Sendable {
  let location: String
  let options: TileSource.Options
  let bounds: CoordinateBounds
  let zooms: ClosedRange<Int>
  /// Nil to say only how much it would be.
  let output: (path: String, form: PackFile.Form)?
  let requestsPerSecond: Double
  let maximumTiles: Int
  let skipsFailed: Bool
  let isQuiet: Bool

  /// Connections grow with what is asked of the server, from few to as many as one client may have.
  private var connections: Int { requestsPerSecond <= 20 ? 2 : 6 }

  /// Makes the pack, or says why not.
  func carryOut(_ display: PackDisplay) async -> Result<Void, CommandFailure> {
    let network = CurlClient()
    let workers = WorkerPool()
    defer {
      workers.shutdown()
      network.shutdown()
    }
    let polite = PoliteFetcher(network, requestsPerSecond: requestsPerSecond, connections: connections)
    do {
      return .success(try await make(TileServices(workers: workers, http: polite), polite, display))
    } catch let error as CommandFailure {
      return .failure(error)
    } catch PackError.stopped {
      return .failure(
        CommandFailure(description: "stopped; the same command goes on where this one ended", status: 130, isWarning: true))
    } catch PackError.unfinished(let text) {
      let hint = output == nil ? "" : "; what came so far is kept: the same command goes on"
      return .failure(CommandFailure(description: "\(text)\(hint)"))
    } catch PackError.refused(let text) {
      return .failure(CommandFailure(description: text))
    } catch {
      return .failure(CommandFailure(description: polite.refusal ?? "\(error)"))
    }
  }

  private func make(_ services: TileServices, _ polite: PoliteFetcher, _ display: PackDisplay) async throws {
    let source = try await TileSource.open(location, options: options, services: services)
    for warning in source.warnings { Report.warning("\(source.messageName): \(warning)") }
    let plan = PackPlan(source: source, bounds: bounds, zooms: zooms, services: services, polite: polite)
    try check(plan)
    guard let output else {
      return display.say(PackText.estimate(of: plan, try await PackSamples(of: plan), rate: requestsPerSecond))
    }
    let file = try PackFile(path: output.path, form: output.form, purpose: plan.purpose)
    let samples = try await samples(of: plan, file, display)
    let progress = PackProgress()
    display.begin(progress, polite)
    var run = PackRun(plan: plan, file: file, progress: progress, skipsFailed: skipsFailed)
    let summary = try await run.run(samples: samples)
    display.end()
    if summary.failures.count > 0 {
      Report.warning("\(output.path): \(summary.failures.count) tiles were left out: \(summary.failures.text)")
    }
    display.say(PackText.summary(summary, path: output.path))
  }

  private func check(_ plan: PackPlan) throws {
    let (count, source) = (plan.area.tileCount, plan.source)
    guard count > 0 else {
      let zooms = "\(source.minimumZoom)-\(source.maximumZoom)"
      throw CommandFailure(
        description:
          "\(source.messageName) has no tiles in these bounds and zooms; it has zooms \(zooms), bounds \(PackText.bounds(source.bounds))"
      )
    }
    guard count <= maximumTiles else {
      throw CommandFailure(
        description:
          "these are \(count) tiles, more than \(maximumTiles); take a smaller area or fewer zooms, or raise --max-tiles")
    }
    guard let first = plan.area.levels.first?.zoom, let last = plan.area.levels.last?.zoom else { return }
    var missing: [String] = []
    if zooms.lowerBound < first { missing.append("below zoom \(first)") }
    if zooms.upperBound > last { missing.append("beyond zoom \(last)") }
    if !missing.isEmpty { Report.warning("\(source.messageName) has nothing there \(missing.joined(separator: " and "))") }
  }

  /// Says how much it will be. A pack that was begun knows already.
  private func samples(of plan: PackPlan, _ file: PackFile, _ display: PackDisplay) async throws -> PackSamples {
    if file.journal.isResumed {
      display.say("going on with \(file.path): \(PackText.tiles(plan.area.tileCount)) in all")
      return PackSamples()
    }
    do {
      let samples = try await PackSamples(of: plan)
      display.say(PackText.estimate(of: plan, samples, rate: requestsPerSecond))
      return samples
    } catch {
      // Nothing was begun.
      file.abandon()
      throw error == .stopped ? error : .refused(error.text)
    }
  }
}

extension PackError {
  /// In words.
  var text: String {
    switch self {
    case .refused(let text), .unfinished(let text): text
    case .stopped: "stopped"
    }
  }
}
