import ArgumentParser
import Dispatch
import Glibc
import Overlook
import OverlookFormats
import Synchronization

/// `overlook pack`: the tiles of an area in one file.
struct PackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Puts the tiles of an area into one file, for use without a network.",
    discussion: """
      Says first how much it will be. A pack that was not finished, whatever ended it, is gone on with by the same command. \
      Servers are asked slowly and left alone for as long as they ask; those of OpenStreetMap and of other communities whose rules \
      forbid downloading areas are not asked at all. Exit status 1: the pack is not finished; 130: it was stopped.
      """)

  @Argument(help: ArgumentHelp("What to take tiles of: anything that --tiles takes.", valueName: "source"))
  var source: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The area in degrees; west of the antimeridian to east of it when west is the greater.", valueName: "w,s,e,n"),
    transform: BoundsArgument.parse)
  var bounds: BoundsArgument

  @Option(help: ArgumentHelp("Zoom levels; the source may have fewer.", valueName: "a-b"), transform: ZoomsArgument.parse)
  var zooms: ZoomsArgument

  @Option(name: .shortAndLong, help: ArgumentHelp("The .mbtiles or .pmtiles file to make.", valueName: "file"))
  var output: String?

  @Flag(help: "Only say how much it would be.")
  var estimate = false

  @Option(help: "Requests a second.", transform: FiniteArgument.parse)
  var rate = FiniteArgument(10)

  @Option(help: "The most tiles that may be asked for.")
  var maxTiles = 500_000

  @Flag(help: "Finish without the tiles that cannot be had.")
  var skipFailed = false

  @Flag(name: .shortAndLong, help: "Say nothing but warnings and errors.")
  var quiet = false

  @OptionGroup var choice: SourceChoiceOptions

  private var form: PackFile.Form? { output.flatMap(PackFile.Form.init(path:)) }

  func validate() throws {
    if output == nil, !estimate { throw ValidationError("-o names the file to make; or ask for --estimate") }
    if let output, form == nil { throw ValidationError("-o \(output): a pack is a .mbtiles or a .pmtiles file") }
    guard rate.value > 0, rate.value <= 10_000 else { throw ValidationError("--rate must be above 0, and 10000 at most") }
    guard maxTiles > 0 else { throw ValidationError("--max-tiles must be above 0") }
    try choice.check([source])
  }

  func run() throws {
    let order = PackOrder(
      location: source, options: try choice.options(for: [source]), bounds: bounds.bounds, zooms: zooms.zooms,
      output: estimate ? nil : output.flatMap { path in form.map { (path, $0) } }, requestsPerSecond: rate.value,
      maximumTiles: maxTiles, skipsFailed: skipFailed, isQuiet: quiet)
    let display = PackDisplay(isQuiet: quiet)
    let outcome = Mutex<Result<Void, CommandFailure>?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let task = Task.detached {
      let result = await order.carryOut(display)
      outcome.withLock { $0 = result }
      isOver.signal()
    }
    StopSignals.watch()
    // The main thread runs none of Swift's tasks, so that it may sleep.
    while isOver.wait(timeout: .now() + 0.2) == .timedOut {
      if StopSignals.isStopped { task.cancel() }
      display.update()
    }
    display.end()
    if case .failure(let failure) = outcome.withLock({ $0 }) { throw failure }
  }
}

/// Ctrl-C and its like: the first ends the work in order, the second ends the program.
private enum StopSignals {
  private static let count = Atomic<Int>(0)

  static var isStopped: Bool { count.load(ordering: .relaxed) > 0 }

  static func watch() {
    // The handler may do little: not even make the counter, which this does.
    count.store(0, ordering: .relaxed)
    EndSignals.handle([SIGINT, SIGTERM, SIGHUP]) { _ in
      if StopSignals.count.add(1, ordering: .relaxed).oldValue > 0 { _exit(130) }
    }
  }
}
