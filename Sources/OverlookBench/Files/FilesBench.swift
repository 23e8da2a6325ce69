import Foundation
import OverlookFiles
import OverlookFormats
import OverlookSupport

/// `overlook bench files`: how quickly people's files are read, on one core, and in what memory; beside it how long GDAL's `ogrinfo`
/// and the readers of QGIS (`python3-qgis`) take for the same files, where they are installed.
public enum FilesBench {
  /// What is measured.
  public enum Part: String, CaseIterable, Sendable {
    /// A format each, the memory of a million points, and asking a FlatGeobuf file of a million points for a hundredth of them, which
    /// needs GDAL to write it.
    case geojson, gpx, kml, csv, points, flatgeobuf
  }

  /// Of the goals, in megabytes a second.
  private static let goals: [Part: Double] = [.geojson: 200, .gpx: 100, .kml: 100, .csv: 150]

  /// Writes files of some 50 MB into a folder of its own, which goes with the run, and reads each three times.
  public static func run(parts: [Part]) throws -> BenchReport {
    let folder = NSTemporaryDirectory() + "/overlook-bench-files-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var report = BenchReport(benchmark: "files", renderer: "none")
    for part in parts where part != .points && part != .flatgeobuf {
      let path = "\(folder)/sample.\(part.rawValue)"
      try FileSamples.write(part, to: path)
      try measure(part, path, &report)
    }
    if parts.contains(.points) { try measurePoints("\(folder)/points.csv", &report) }
    if parts.contains(.flatgeobuf) { try measureQuery(folder, &report) }
    return report
  }

  private static func measure(_ part: Part, _ path: String, _ report: inout BenchReport) throws {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    let megabytes = (size?.doubleValue ?? 0) / 1e6
    var best = Double.infinity
    for _ in 0..<3 {
      let start = MonotonicClock.now()
      let document = try FileFormats.read(path: path)
      best = min(best, MonotonicClock.now() - start)
      guard document.faults.count == 0, document.featureCount > 0 else {
        throw BenchError(description: "\(part.rawValue): the sample was not read as a whole")
      }
    }
    report.add("\(part.rawValue) read", megabytes / best, "MB/s", goal: goals[part], goalIsLeast: true)
    if let seconds = try otherSeconds(path) {
      report.add("\(part.rawValue) by ogrinfo -al -so", megabytes / seconds, "MB/s")
      report.add("\(part.rawValue), times as fast as ogrinfo", seconds / best, "x")
    }
    if let seconds = try qgisSeconds(part, path) {
      report.add("\(part.rawValue) by QGIS", megabytes / seconds, "MB/s")
      report.add("\(part.rawValue), times as fast as QGIS", seconds / best, "x")
    }
  }

  /// Reads all features into memory, as a person's project does for a layer that it holds, and prints the seconds that took.
  private static let qgis = """
    import os, sys, time
    from qgis.core import QgsApplication, QgsVectorLayer, QgsFeatureRequest
    app = QgsApplication([], False)
    app.initQgis()
    start = time.monotonic()
    layer = QgsVectorLayer(sys.argv[1], 'layer', sys.argv[2])
    count = layer.materialize(QgsFeatureRequest()).featureCount() if layer.isValid() else 0
    seconds = time.monotonic() - start
    if count > 0: print(f'seconds={seconds}', flush=True)
    os._exit(0 if count > 0 else 1)
    """

  /// Seconds that QGIS needs to read a file, after its own start; nil where it is not installed.
  private static func qgisSeconds(_ part: Part, _ path: String) throws -> Double? {
    let (source, provider) =
      switch part {
      case .gpx: ("\(path)?type=track", "gpx")
      case .csv: ("file://\(path)?type=csv&xField=lon&yField=lat&crs=EPSG:4326", "delimitedtext")
      default: (path, "ogr")
      }
    let said = try run("/usr/bin/python3", ["-c", qgis, source, provider], environment: ["QT_QPA_PLATFORM": "offscreen"])?.output
    // Its libraries write into the same lines.
    let words = said?.split(whereSeparator: \.isWhitespace) ?? []
    return words.lazy.filter { $0.hasPrefix("seconds=") }.compactMap { Double($0.dropFirst(8)) }.first
  }

  /// Reading a table of a million points, and what it then takes in memory beside its coordinates.
  private static func measurePoints(_ path: String, _ report: inout BenchReport) throws {
    try FileSamples.writePoints(1_000_000, to: path)
    let start = MonotonicClock.now()
    let document = try FileFormats.read(path: path)
    report.add("a million points of a table read", (MonotonicClock.now() - start) * 1e3, "ms")
    let coordinates = Double(16 * document.shapes.positionCount)
    report.add("memory by that of coordinates", Double(document.byteCount) / coordinates, "x", goal: 3)
  }

  /// Asking for a tenth of the width and height of a million points that lie everywhere, from opening the file on; nothing where GDAL,
  /// which writes the file, is not installed.
  private static func measureQuery(_ folder: String, _ report: inout BenchReport) throws {
    let (table, path) = ("\(folder)/scattered.csv", "\(folder)/scattered.fgb")
    try FileSamples.writeScattered(1_000_000, to: table)
    let options = ["-oo", "X_POSSIBLE_NAMES=lon", "-oo", "Y_POSSIBLE_NAMES=lat", "-a_srs", "EPSG:4326"]
    guard try run("/usr/bin/ogr2ogr", ["-f", "FlatGeobuf", path, table] + options) != nil else { return }
    var best = Double.infinity
    var count = 0
    for _ in 0..<5 {
      let start = MonotonicClock.now()
      var file = try FlatGeobufFile(try FileRanges(path: path))
      count = try file.document(in: FlatGeobufBox(west: 10, south: 10, east: 46, north: 27)).featureCount
      best = min(best, MonotonicClock.now() - start)
    }
    guard (8000...12_000).contains(count) else {
      throw BenchError(description: "flatgeobuf: \(count) features lie in a box of a hundredth of a million")
    }
    report.add("1 % of a million features of a FlatGeobuf file", best * 1e3, "ms", goal: 50)
    let box = ["-spat", "10", "10", "46", "27"]
    guard let seconds = try run("/usr/bin/ogrinfo", ["-al", "-so"] + box + [path])?.seconds else { return }
    report.add("the same by ogrinfo -al -so -spat", seconds * 1e3, "ms")
    report.add("flatgeobuf, times as fast as ogrinfo", seconds / best, "x")
  }

  /// Seconds that GDAL needs to go through a file once; nil where it is not installed.
  private static func otherSeconds(_ path: String) throws -> Double? {
    // Tables have no places for it unless it is told which columns are one.
    let options = path.hasSuffix("csv") ? ["-oo", "X_POSSIBLE_NAMES=lon", "-oo", "Y_POSSIBLE_NAMES=lat"] : []
    return try run("/usr/bin/ogrinfo", ["-al", "-so"] + options + [path])?.seconds
  }

  /// Seconds that a program takes, and what it writes; nil where it is not installed, or fails.
  private static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (seconds: Double, output: String)? {
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let start = MonotonicClock.now()
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let seconds = MonotonicClock.now() - start
    return process.terminationStatus == 0 ? (seconds, String(decoding: bytes, as: UTF8.self)) : nil
  }
}

/// Files like those of people, the same in every run.
enum FileSamples {
  static func write(_ part: FilesBench.Part, to path: String) throws {
    var generator = SeededGenerator(seed: 7)
    var text = ""
    switch part {
    case .geojson:
      text = "{\"type\":\"FeatureCollection\",\"features\":[\n"
      for number in 0..<100_000 {
        text +=
          "\(number == 0 ? "" : ",\n"){\"type\":\"Feature\",\"properties\":{\"id\":\(number),\"name\":\"Area \(number)\",\"kind\":\"park\"},"
        let ring = way(10, &generator).map { "[\($0.longitude),\($0.latitude)]" }
        text += "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[\((ring + [ring[0]]).joined(separator: ","))]]}}"
      }
      text += "\n]}\n"
    case .gpx:
      text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"bench\"><trk><name>T</name><trkseg>\n"
      for (number, place) in way(400_000, &generator).enumerated() {
        let (minute, second) = (number / 60 % 60, number % 60)
        text += "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"><ele>\(number % 800).5</ele>"
        text += "<time>2024-05-01T10:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)Z</time></trkpt>\n"
      }
      text += "</trkseg></trk></gpx>\n"
    case .kml:
      text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\n"
      for number in 0..<60_000 {
        text += "<Placemark><name>Way \(number)</name><styleUrl>#a</styleUrl><LineString><coordinates>\n"
        text += way(20, &generator).map { "\($0.longitude),\($0.latitude),0" }.joined(separator: " ")
        text += "\n</coordinates></LineString></Placemark>\n"
      }
      text += "</Document></kml>\n"
    case .csv, .points, .flatgeobuf: return try writePoints(1_000_000, to: path)
    }
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  static func writePoints(_ count: Int, to path: String) throws {
    var generator = SeededGenerator(seed: 9)
    var text = "id,lat,lon,value\n"
    for (number, place) in way(count, &generator).enumerated() {
      text += "\(number),\(place.latitude),\(place.longitude),\(number % 1000)\n"
    }
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// Points that lie everywhere between 85 degrees south and north.
  static func writeScattered(_ count: Int, to path: String) throws {
    var generator = SeededGenerator(seed: 11)
    var text = "id,lat,lon\n"
    for number in 0..<count {
      let (latitude, longitude) = (
        Int.random(in: -85_000_000...85_000_000, using: &generator), Int.random(in: -180_000_000...180_000_000, using: &generator)
      )
      text += "\(number),\(Double(latitude) / 1e6),\(Double(longitude) / 1e6)\n"
    }
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// A walk about the middle latitudes, to seven decimals as most programs write them.
  private static func way(
    _ count: Int, _ generator: inout SeededGenerator
  ) -> [(latitude: Double, longitude: Double)] {
    var (latitude, longitude) = (Double.random(in: -60...60, using: &generator), Double.random(in: -170...170, using: &generator))
    return (0..<count).map { _ in
      latitude = min(max(latitude + Double.random(in: -0.001...0.001, using: &generator), -80), 80)
      longitude = (longitude + Double.random(in: -0.001...0.001, using: &generator)).remainder(dividingBy: 360)
      return ((latitude * 1e7).rounded() / 1e7, (longitude * 1e7).rounded() / 1e7)
    }
  }
}
