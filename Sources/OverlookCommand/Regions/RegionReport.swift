import ArgumentParser
import OverlookFormats
import OverlookRegions

/// How the making of a region is told.
struct RegionReportOptions: ParsableArguments {
  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Flag(name: .shortAndLong, help: "Say nothing but warnings and errors.")
  var quiet = false

  /// Builds a region, and tells of it.
  func build(_ builder: RegionBuilder) throws {
    var bar = ProgressLine(isSilent: quiet)
    do throws(FormatError) {
      let region = try builder.build { stage, done in bar.show("\(stage.rawValue) \(builder.name)", done) }
      bar.end()
      if json { print(JSONWriter.text(RegionReport.json(region))) } else if !quiet { print(RegionReport.text(region)) }
    } catch {
      bar.end()
      throw CommandFailure(description: "\(error)")
    }
  }
}

/// What is printed of regions.
enum RegionReport {
  static func json(_ region: Region) -> JSONValue { .object(object(region)) }

  static func object(_ region: Region) -> JSONObject {
    let description = region.description
    var object = JSONObject()
    object["name"] = .string(description.name)
    object["folder"] = .string(region.folder)
    object["embedded"] = .bool(region.isEmbedded)
    object["bounds"] = .array(description.bounds.map { .number($0) })
    object["date"] = description.date.map { .string($0) } ?? .null
    object["license"] = .string(description.license)
    object["attribution"] = .string(description.attribution)
    object["source"] = .string(description.source)
    object["size"] = .number(Double(region.byteCount))
    var files = JSONObject()
    for (name, file) in description.files.sorted(by: { $0.key < $1.key }) {
      var entry = JSONObject()
      entry["size"] = .number(Double(file.size))
      entry["sha256"] = .string(file.sha256)
      entry["version"] = .number(Double(file.version))
      files[name] = .object(entry)
    }
    object["files"] = .object(files)
    return object
  }

  /// One line of a list.
  static func line(_ region: Region) -> String {
    let date = region.description.date.map { " of \($0.prefix(10))" } ?? ""
    let place = region.isEmbedded ? "comes with the program" : region.folder
    return "\(region.name): \(size(region.byteCount))\(date), \(place)"
  }

  static func text(_ region: Region) -> String {
    let description = region.description
    let bounds = description.bounds.map { JSONWriter.text($0) }.joined(separator: ",")
    var lines = [
      line(region), "  bounds (west,south,east,north): \(bounds)",
      "  \(description.counts.nodes) nodes, \(description.counts.ways) ways, \(description.counts.relations) relations of \(description.source)",
      "  \(description.attribution), \(description.license)",
    ]
    for (name, file) in description.files.sorted(by: { $0.key < $1.key }) { lines.append("  \(name): \(size(file.size))") }
    return lines.joined(separator: "\n")
  }

  static func size(_ bytes: Int) -> String {
    let value = Double(bytes)
    if value >= 1e9 { return "\((value / 1e8).rounded() / 10) GB" }
    return value >= 1e6 ? "\((value / 1e5).rounded() / 10) MB" : "\(Int((value / 1e3).rounded(.up))) kB"
  }
}
