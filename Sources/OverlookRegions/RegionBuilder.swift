internal import Foundation
package import OverlookFormats
internal import OverlookSupport
internal import OverlookTileBuilder

/// Makes a region of an OpenStreetMap extract: reads it once and makes all parts of what was read.
///
/// The region appears under its name when all of it is whole and on the disk, and takes the place of an older one in one step. A
/// program that is ended before leaves a hidden folder that the next builder clears. Belongs to one thread at a time.
package struct RegionBuilder {
  package enum Stage: String, CaseIterable, Sendable {
    case reading, tiles, roads, search, checking
  }

  /// The licence of OpenStreetMap's data, under which what is made of them stands too.
  package static let license = "ODbL 1.0"

  /// The extract.
  package var input: String
  /// The folder to make, with the suffix of regions.
  package var output: String
  package var name: String
  /// Where the extract was downloaded from.
  package var sourceURL: String?
  package var limits = OSMLimits()

  /// `name`: nil for the name of the output, or else of the extract, without their suffixes.
  package init(input: String, output: String? = nil, name: String? = nil) {
    self.input = input
    let own = name ?? Self.stem(output ?? input)
    self.name = own
    self.output = output ?? own + RegionFiles.suffix
  }

  /// "/a/helsinki-latest.osm.pbf" is "helsinki".
  package static func stem(_ path: String) -> String {
    var name = (path as NSString).lastPathComponent
    for suffix in [".gz", ".bz2", ".pbf", ".osm", RegionFiles.suffix, "-latest"] where name.hasSuffix(suffix) {
      name.removeLast(suffix.count)
    }
    return name
  }

  /// The name of the extract: where it was downloaded, the server's, and not that of the file which it lay in for the time.
  private var source: String {
    sourceURL.flatMap { ExtractDownload.fileName(ofURL: $0) } ?? (input as NSString).lastPathComponent
  }

  /// `progress` is told how much of a stage is done, 0 ... 1.
  package func build(progress: (Stage, Double) -> Void = { _, _ in }) throws(FormatError) -> Region {
    guard RegionDescription.isName(name) else { throw .unwritable(output, fault: "\"\(name)\" cannot be the name of a region") }
    let folder = try RegionFolder(for: output)
    do throws(FormatError) {
      try fill(folder, progress)
      try folder.publish()
    } catch {
      folder.abandon()
      throw error
    }
    return try Region(folder: output)
  }

  private func fill(_ folder: RegionFolder, _ progress: (Stage, Double) -> Void) throws(FormatError) {
    var limits = limits
    limits.scratchFolder = limits.scratchFolder ?? folder.path
    let data = try OSMFile.read(path: input, limits: limits) { progress(.reading, $0) }
    let date = data.date.map { Date(timeIntervalSince1970: Double($0)).ISO8601Format() }
    var description = RegionDescription(
      name: name, bounds: data.bounds ?? data.extent, date: date, license: Self.license, attribution: CitySchema.attribution,
      source: source)
    description.sourceURL = sourceURL
    description.counts.nodes = data.nodeCount
    description.counts.ways = data.ways.count
    description.counts.relations = data.relations.count
    for part in RegionPart.all {
      progress(part.stage, 0)
      let path = "\(folder.path)/\(part.file)"
      let source = RegionPart.Input(data: data, name: name, date: date, path: input)
      guard try part.make(source, path, &description.counts, { progress(part.stage, $0) }) else { continue }
      description.files[part.file] = RegionDescription.File(size: 0, sha256: "", version: part.version)
    }
    if let fault = data.fault { throw fault }
    try describe(&description, in: folder, progress)
  }

  /// Sums up what was made.
  private func describe(
    _ description: inout RegionDescription, in folder: RegionFolder, _ progress: (Stage, Double) -> Void
  ) throws(FormatError) {
    for (index, file) in description.files.keys.sorted().enumerated() {
      progress(.checking, Double(index) / Double(description.files.count))
      let (size, digest) = try FileDigest.sha256("\(folder.path)/\(file)")
      description.files[file]?.size = size
      description.files[file]?.sha256 = digest
      try folder.sync(file)
    }
    try folder.write(description.json, as: RegionFiles.description)
    progress(.checking, 1)
  }
}
