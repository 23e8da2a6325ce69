import ArgumentParser
import OverlookFormats
import OverlookRegions

/// `overlook region`: parts of the world that work without a network.
struct RegionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "region", abstract: "Makes regions of OpenStreetMap extracts, and shows and removes those that are installed.",
    discussion: """
      A region is a folder with tiles, roads and a search index. Installed regions lie in $XDG_DATA_HOME/overlook/regions \
      (~/.local/share/overlook/regions): the map shows them, and search and route use them by themselves.
      """,
    subcommands: [Build.self, List.self, Info.self, Check.self, Remove.self, Update.self, Get.self], defaultSubcommand: List.self)

  /// `overlook region build`.
  struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "build", abstract: "Makes a region of an extract (.osm.pbf, .osm, .osm.gz, .osm.bz2).",
      discussion: "Without -o the region is installed.")

    @Argument(help: "The extract.")
    var input: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder to make, NAME.region.", valueName: "folder"))
    var output: String?

    @Option(help: "Name of the region; that of the folder or the extract when it is not given.")
    var name: String?

    @OptionGroup var report: RegionReportOptions

    func validate() throws {
      if let output, !output.hasSuffix(RegionFiles.suffix) {
        throw ValidationError("-o \(output): the folder of a region is named NAME\(RegionFiles.suffix)")
      }
      if let name, !RegionDescription.isName(name) { throw ValidationError("--name \(name): a region cannot be named so") }
    }

    func run() throws {
      let builder: RegionBuilder
      if let output {
        builder = RegionBuilder(input: input, output: output, name: name)
      } else {
        builder = try RegionFailure.told { () throws(RegionError) in try RegionInstaller().builder(input: input, name: name) }
      }
      try report.build(builder)
    }
  }

  /// `overlook region list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the regions (the default).")

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func run() throws {
      let installed = InstalledRegions()
      for fault in installed.faults { Report.warning(fault) }
      if json {
        print(JSONWriter.text(.array(installed.regions.map(RegionReport.json))))
      } else {
        for region in installed.regions { print(RegionReport.line(region)) }
        if installed.regions.isEmpty { print("no regions are installed") }
      }
    }
  }

  /// `overlook region info`.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "info", abstract: "Says what a region is made of.")

    @Argument(help: "Name of a region, or a folder.")
    var region: String

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func run() throws {
      let region = try RegionFailure.region(named: region)
      print(json ? JSONWriter.text(RegionReport.json(region)) : RegionReport.text(region))
    }
  }

  /// `overlook region check`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Reads each byte of a region, and says what is damaged.",
      discussion: "Exit status 1: something is.")

    @Argument(help: "Name of a region, or a folder.")
    var region: String

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func run() throws {
      let region = try RegionFailure.region(named: region)
      var bar = ProgressLine()
      let faults = RegionCheck.faults(of: region) { bar.show("checking \(region.name)", $0) }
      bar.end()
      if json {
        var object = RegionReport.object(region)
        object["faults"] = .array(faults.map { JSONValue.string($0) })
        print(JSONWriter.text(.object(object)))
      } else if faults.isEmpty {
        print("\(region.name): \(region.description.files.count) files, nothing is damaged")
      }
      if !json { for fault in faults { Report.error(fault) } }
      if !faults.isEmpty { throw ExitCode(1) }
    }
  }

  /// `overlook region remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Takes an installed region away.")

    @Argument(help: "Name of a region.")
    var region: String

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func run() throws {
      let name = region
      let region: Region = try RegionFailure.told { () throws(RegionError) in
        let region = try InstalledRegions().region(named: name)
        try RegionInstaller().remove(region)
        return region
      }
      print(
        json ? JSONWriter.text(RegionReport.json(region)) : "\(region.name) is removed (\(RegionReport.size(region.byteCount)))")
    }
  }

  /// `overlook region update`.
  struct Update: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "update", abstract: "Makes a region anew from a newer extract; the older one stays until that is whole.")

    @Argument(help: "Name of a region.")
    var region: String

    @Argument(help: "The newer extract.")
    var input: String

    @OptionGroup var report: RegionReportOptions

    func run() throws {
      let name = region
      let builder: RegionBuilder = try RegionFailure.told { () throws(RegionError) in
        let region = try InstalledRegions().region(named: name)
        // One that the program brings along is hidden by the newer one.
        if region.isEmbedded { return try RegionInstaller().builder(input: input, name: region.name) }
        var builder = RegionBuilder(input: input, output: region.folder, name: region.name)
        builder.sourceURL = region.description.sourceURL
        return builder
      }
      try report.build(builder)
    }
  }
}

/// Faults of regions as failures of the command.
enum RegionFailure {
  /// A region by its name or folder.
  static func region(named name: String) throws -> Region {
    try told { () throws(RegionError) in try InstalledRegions().region(named: name) }
  }

  static func told<Result>(_ body: () throws(RegionError) -> Result) throws -> Result {
    do throws(RegionError) { return try body() } catch { throw CommandFailure(description: "\(error)") }
  }
}
