import ArgumentParser
import Glibc
import Logging
import Overlook
import OverlookPlatform
import OverlookSupport

/// The program `overlook`: the viewer, and the subcommands beside it.
@main struct OverlookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlook",
    abstract: "A real-time map: tiles, overlays and a camera, in a window or headless.",
    version: MapServices.version,
    subcommands: commands,
    // The parser builds all options of the default one, even where another is named.
    defaultSubcommand: commands.contains { NameHints.name(of: $0) == CommandLine.arguments.dropFirst().first }
      ? nil : ViewCommand.self)

  private static let commands: [any ParsableCommand.Type] = [
    ViewCommand.self, SnapshotCommand.self, DemoCommand.self, LoopCommand.self, ReplayCommand.self, InfoCommand.self,
    CheckCommand.self, ExportCommand.self, PackCommand.self,
    CacheCommand.self, BenchCommand.self, StyleCommand.self, BuildTilesCommand.self, RegionCommand.self, DecodeCommand.self,
    SunCommand.self, PanoramaCommand.self, SearchCommand.self, ReverseCommand.self, RouteCommand.self, GuideCommand.self,
    NavigateCommand.self, MatchCommand.self, IsochroneCommand.self,
  ]

  /// Exit status: 0 success, 1 failure, 2 usage, 3 a snapshot that was incomplete at its time limit.
  static func main() {
    openStandardStreams()
    // A closed pipe and a file-size limit are errors to report, not reasons to die.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Mesa would explain on standard error, in several lines, what is told in one here.
    setenv("EGL_LOG_LEVEL", "fatal", 0)
    setenv("LIBGL_DEBUG", "quiet", 0)
    DriverCache.avoidTrouble()
    FreedMemory.keep()
    GLFWWindow.onDisplayLost = {
      Report.error("the X server has ended the connection: the window is gone; what was saved before is kept")
    }
    LoggingSystem.bootstrap { CommandLog(label: $0) }
    if let fault = NameHints.fault(in: Array(CommandLine.arguments.dropFirst())) {
      Report.error("\(fault)\nUsage: overlook <subcommand>\n  See 'overlook --help' for more information.")
      EarlyDriver.end(2)
    }
    do {
      try ProcessLimits.checkFiles()
      // A picture and no more, for which the driver is as good as sure to be needed.
      if CommandLine.arguments.dropFirst().first == NameHints.name(of: SnapshotCommand.self) {
        FreedMemory.takeInLargePages()
        EarlyDriver.start()
      }
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      if failure.isWarning { Report.warning(failure.description) } else { Report.error(failure.description) }
      EarlyDriver.end(failure.status)
    } catch let status as ExitCode {
      // Whoever throws it has said why.
      EarlyDriver.end(status.rawValue)
    } catch let fault as PlatformError {
      let failure = CommandFailure(fault)
      Report.error(failure.description)
      EarlyDriver.end(failure.status)
    } catch {
      exit(reportingUsage: error)
    }
    EarlyDriver.end(0)
  }

  /// A stream that was closed for us would be the next file that is opened, and get what is meant for people.
  private static func openStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  private static func exit(reportingUsage error: any Error) -> Never {
    let status = exitCode(for: error)
    if status == .success {
      print(fullMessage(for: error))
      EarlyDriver.end(0)
    }
    if status == .validationFailure {
      let text = fullMessage(for: error)
      Report.error(text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text)
      EarlyDriver.end(2)
    }
    Report.error("\(error)")
    EarlyDriver.end(1)
  }
}
