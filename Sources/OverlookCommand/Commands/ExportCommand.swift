import ArgumentParser
import Foundation
import Overlook
import OverlookFiles
import OverlookFormats
import OverlookSupport

/// `overlook export`: a file of people in another format, or a view as a page.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a view as PDF, SVG or PNG, or the features of a file as GeoJSON, GPX or KML.",
    discussion: """
      The ending of --output decides. A page (.pdf, .svg, .png) shows the map and the FILES in the view of --center, --zoom or \
      --map-scale, with title, scale and credits: paths stay paths, and letters can be selected. Features (.geojson, .gpx, .kml) are \
      those of the one FILE that is named: of GeoJSON, GPX, KML, KMZ, tables and others that overlook info knows. The file that is \
      written is whole or as it was before. Warnings name what is left out.
      """)

  @OptionGroup var camera: CameraOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup var choice: SourceChoiceOptions
  @OptionGroup var style: StyleOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var page: PageOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write: .pdf, .svg or .png; .geojson, .gpx or .kml.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp("How long what the page shows may take to arrive.", valueName: "seconds"), transform: FiniteArgument.parse)
  var timeout = FiniteArgument(60)

  private var isOfFeatures: Bool { FileWriter.endings.contains { output.lowercased().hasSuffix("." + $0) } }

  func validate() throws {
    try sources.check(choice)
    guard timeout.value >= 0 else { throw ValidationError("--timeout must not be negative") }
    if isOfFeatures {
      guard sources.files.count == 1, sources.tiles == nil else {
        throw ValidationError("features are written of one file; name it, and nothing else")
      }
      return
    }
    guard PageFormat(path: output) != nil else {
      throw ValidationError("--output must end in .pdf, .svg or .png for a view, or in .geojson, .gpx or .kml for features")
    }
  }

  func run() throws {
    guard !isOfFeatures else { return try writeFeatures(of: sources.files[0]) }
    try MainActor.assumeIsolated { try writePage() }
  }

  private func writeFeatures(of file: String) throws {
    do throws(FormatError) {
      let document = try FileFormats.read(path: file)
      if let fault = document.faults.summary {
        Report.warning("\(OutsideText.cleaned(file)): \(OutsideText.cleaned(fault, limit: 600))")
      }
      try FileWriter.write(document, to: output)
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }

  @MainActor private func writePage() throws {
    network.apply()
    var page = page.page
    let order = MapOrder(sources: sources, choice: choice, camera: camera, style: style, isStill: true, size: page.viewSize)
    let prepared = try order.makeMap(timeoutSeconds: timeout.value, isDrawn: false)
    try PageRun(prepared: prepared, timeoutSeconds: timeout.value).write(&page, showsLegend: self.page.legend, to: output)
  }
}

/// Waits for what a page shows, and writes it.
@MainActor private struct PageRun {
  let prepared: PreparedMap
  let timeoutSeconds: Double

  private var map: MapView { prepared.map }

  func write(_ page: inout MapPage, showsLegend: Bool, to path: String) throws {
    guard let format = PageFormat(path: path) else { return }
    let start = MonotonicClock.now()
    wait(until: start + timeoutSeconds) { now in
      if map.fileLayers.allSatisfy(\.progress.isComplete) { return true }
      _ = map.prepareFrame(now: now)
      return false
    }
    if let fault = prepared.fileProblem { throw CommandFailure(description: fault) }
    if showsLegend {
      page.legend = map.fileLayers.map { MapPage.LegendEntry(name: $0.name, color: $0.legendColor) }
    }
    do throws(PageProblem) {
      let preparation = try PagePreparation(map, page)
      defer { preparation.close() }
      let isWhole = wait(until: start + timeoutSeconds) { now in
        preparation.step(now: now) || !preparation.progress.mayArrive(before: start + timeoutSeconds)
      }
      let faults = preparation.faults
      let job = preparation.job(now: MonotonicClock.now())
      let messages = try job.write(to: path, as: format)
      for message in messages { Report.warning(message) }
      prepared.warn()
      try tell(isWhole && preparation.progress.isComplete, faults, path)
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }

  private func tell(_ isWhole: Bool, _ faults: [String], _ path: String) throws(PageProblem) {
    for fault in faults { Report.warning(fault) }
    guard isWhole else {
      throw .incomplete("after \(PackText.number(timeoutSeconds)) s something was still missing; \(path) shows what was there")
    }
  }

  /// Looks again every few milliseconds; true when it was so in time.
  @discardableResult private func wait(until end: Double, _ isDone: (Double) -> Bool) -> Bool {
    while true {
      let now = MonotonicClock.now()
      if isDone(now) { return true }
      if now >= end { return false }
      usleep(3000)
    }
  }
}
