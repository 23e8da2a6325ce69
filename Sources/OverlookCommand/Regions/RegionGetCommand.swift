import ArgumentParser
import Dispatch
import Foundation
import Glibc
import OverlookFormats
import OverlookRegions
import Synchronization

extension RegionCommand {
  /// `overlook region get`.
  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Downloads an extract from a server and installs the region of it.",
      discussion: """
        The server is one that publishes a list of extracts in the form of Geofabrik's index-v1.json. It is asked nothing before \
        you agree. A download that was ended is gone on with by the same command.
        """)

    @Argument(help: "Id or name of an extract in the server's list.")
    var extract: String

    @Option(help: ArgumentHelp("Address of the list of extracts.", valueName: "url"))
    var server = "https://download.geofabrik.de/index-v1.json"

    @Option(help: "Name of the region; that of the extract when it is not given.")
    var name: String?

    @Flag(help: "Connect without asking.")
    var yes = false

    @OptionGroup var report: RegionReportOptions

    func validate() throws {
      guard server.hasPrefix("https://") || server.hasPrefix("http://") else {
        throw ValidationError("--server \(server): an address of http or https is needed")
      }
    }

    func run() throws {
      try agree()
      let installer = try RegionFailure.told { () throws(RegionError) in try RegionInstaller() }
      let (server, wanted) = (server, extract)
      let index = try Self.wait { () async throws(ExtractDownload.Problem) in try await ExtractDownload().index(at: server) }
      guard let entry = index.extract(named: wanted) else {
        let others = index.suggestions(for: wanted).map(\.id)
        throw CommandFailure(
          description: "the server has no extract \"\(wanted)\""
            + (others.isEmpty ? "" : "; it has \(others.joined(separator: ", "))"))
      }
      let file = "\(installer.folder)/.\(entry.id.replacing("/", with: "-")).osm.pbf"
      let progress = Progress()
      var bar = ProgressLine(isSilent: report.quiet)
      let isChecked = try Self.wait(
        { () async throws(ExtractDownload.Problem) in
          try await ExtractDownload().download(entry.url, to: file) { progress.set($0, of: $1) }
        }, meanwhile: { bar.show("getting \(entry.name)", progress.fraction) })
      bar.end()
      if !isChecked { Report.warning("the server has no checksum of \(entry.name)") }
      defer { unlink(file) }
      var builder = installer.builder(input: file, name: name ?? entry.name)
      builder.sourceURL = entry.url
      try report.build(builder)
    }

    /// Asks on the terminal; where there is none, nothing is asked and nothing happens.
    private func agree() throws {
      if yes { return }
      let host = URL(string: server)?.host ?? server
      guard isatty(STDIN_FILENO) == 1 else {
        throw CommandFailure(description: "this would connect to \(host); --yes allows it")
      }
      Report.text("Connect to \(host) and download \"\(extract)\"? [y/N] ")
      guard let answer = readLine()?.lowercased(), answer == "y" || answer == "yes" else {
        throw CommandFailure(description: "nothing was downloaded")
      }
    }

    /// Runs a task to its end; the main thread runs none of Swift's tasks, so that it may sleep.
    private static func wait<Value: Sendable>(
      _ body: @escaping @Sendable () async throws(ExtractDownload.Problem) -> Value, meanwhile: () -> Void = {}
    ) throws -> Value {
      let outcome = Mutex<Result<Value, ExtractDownload.Problem>?>(nil)
      let isOver = DispatchSemaphore(value: 0)
      Task.detached {
        let result: Result<Value, ExtractDownload.Problem>
        do throws(ExtractDownload.Problem) { result = .success(try await body()) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
        isOver.signal()
      }
      while isOver.wait(timeout: .now() + 0.2) == .timedOut { meanwhile() }
      switch outcome.withLock({ $0 }) {
      case .success(let value)?: return value
      case .failure(let problem)?: throw CommandFailure(description: "\(problem)")
      case nil: throw CommandFailure(description: "it was stopped")
      }
    }
  }

  /// How much of a download is there; any thread.
  private final class Progress: Sendable {
    private let state = Mutex<(done: UInt64, total: UInt64?)>((0, nil))

    func set(_ done: UInt64, of total: UInt64?) { state.withLock { $0 = (done, total) } }

    /// 0 ... 1.
    var fraction: Double {
      let (done, total) = state.withLock { $0 }
      guard let total, total > 0 else { return 0 }
      return min(Double(done) / Double(total), 1)
    }
  }
}
