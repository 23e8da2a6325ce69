import Foundation
import OverlookFormats

/// Files of formats that are not read here, through `ogr2ogr` where it is installed: a program of its own, so that what goes wrong in it
/// stays there. It hands out GeoJSON in degrees, and is ended with the reading.
enum OtherFormatReader {
  /// Files that GDAL reads alone and that people have, by their endings. Others are not tried: its formats are many, and some of them
  /// ask servers.
  static let endings = [
    "gml", "dxf", "dgn", "mif", "mid", "tab", "e00", "sxf", "vct", "fgdb", "sqlite", "mapml", "georss", "igc", "s57",
    "000",
    "ods", "xlsx", "vrt", "jml", "wkt", "svg", "parquet", "arrow", "gtm", "pds", "lpk", "topojson",
  ]

  static let program: String? = ["/usr/bin/ogr2ogr", "/usr/local/bin/ogr2ogr"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A virtual file (.vrt) and one that names others could lead anywhere.
  static func isLikely(_ input: FileInput) -> Bool {
    input.isFile && program != nil && endings.contains(input.ending) && input.ending != "vrt"
  }

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    guard let program else { throw .unsupported("contents", fault: "ogr2ogr is not installed") }
    let run = try ConverterRun(program: program, path: input.path, system: .ofTheFile, reading: reading)
    do throws(FormatError) {
      return try read(run, input, reading)
    } catch {
      // Drawings know of no reference system: what lies within a globe of degrees is taken for degrees, and of anything else each
      // place is a fault.
      guard run.lacksSystem else { throw error }
      var document = try read(
        ConverterRun(program: program, path: input.path, system: .degrees, reading: reading), input, reading)
      document.notes.append("the file does not say in which reference system it is: its numbers were taken for degrees")
      return document
    }
  }

  private static func read(
    _ run: ConverterRun, _ input: FileInput, _ reading: FileReading
  ) throws(FormatError) -> FileDocument {
    var stream = GeoJSONStream(limits: input.limits)
    var fault: FormatError?
    do throws(FormatError) {
      try ByteStream.run(run, into: &stream, reading: reading, limits: input.limits, thing: "GeoJSON of ogr2ogr")
    } catch {
      fault = error
    }
    let words = run.finish()
    if let fault { throw words.map { .malformed("contents", fault: "ogr2ogr says: \($0)") } ?? fault }
    var document = stream.builder.document
    document.format = "\(input.ending.uppercased()) through ogr2ogr"
    if let words { document.faults.add("ogr2ogr says: \(words)", at: "") }
    FeatureFinish.apply(to: &document)
    return document
  }
}

/// A run of the program, whose output is read as it comes.
private final class ConverterRun: ByteSource {
  private let process = Process()
  private let output = Pipe()
  /// What it says of faults, in a file: a pipe that nobody empties would stop it.
  private let said: String
  private let reading: FileReading
  private static let memoryKiB = 2 << 20
  private static let saidLimit = 4 << 20
  private static let seconds = 300

  /// In which reference system the numbers of the file are.
  enum System {
    /// As it says; a file that does not say it gives nothing.
    case ofTheFile
    case degrees
  }

  /// Whether the program gave nothing because the file does not say its reference system. Known once it has ended.
  private(set) var lacksSystem = false

  var byteCount: UInt64? { nil }

  init(program: String, path: String, system: System, reading: FileReading) throws(FormatError) {
    // The shell sets the limits of memory and time, and becomes the program; what the file is called is an argument, and no code.
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit -v \(Self.memoryKiB); ulimit -t \(Self.seconds); exec \"$0\" \"$@\"", program, "-f", "GeoJSONSeq",
      system == .degrees ? "-a_srs" : "-t_srs", "EPSG:4326", "-lco", "COORDINATE_PRECISION=9", "-skipfailures", "/vsistdout/",
      URL(fileURLWithPath: path).path,
    ]
    // Nothing of ours, and no network.
    process.environment = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "GDAL_HTTP_MAX_RETRY": "0", "CPL_CURL_ENABLED": "NO", "GDAL_SKIP": "HTTP",
      "OGR_SKIP": "HTTP,WFS,OAPIF,CARTO,CSW,PLSCENES,Elastic,GMLAS,MongoDBv3,AmigoCloud,NGW,EEDA,PostgreSQL,MySQL",
    ]
    process.standardOutput = output
    said = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString)").path
    self.reading = reading
    guard FileManager.default.createFile(atPath: said, contents: nil), let errors = FileHandle(forWritingAtPath: said) else {
      throw .unreadable("contents", fault: "no temporary file can be made for ogr2ogr")
    }
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch {
      try? FileManager.default.removeItem(atPath: said)
      throw .unreadable("contents", fault: "ogr2ogr does not start: \(error)")
    }
    let pid = process.processIdentifier
    reading.onCancel { kill(pid, SIGKILL) }
  }

  func read(_ count: Int) throws(FormatError) -> [UInt8] {
    do { return Array(try output.fileHandleForReading.read(upToCount: min(count, 1 << 20)) ?? Data()) } catch {
      throw .unreadable("output of ogr2ogr", fault: "\(error)")
    }
  }

  /// The first fault that it says, where it failed; nil where it did not.
  func finish() -> String? {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    // Its number may be somebody else's from now on.
    reading.onCancel {}
    defer { try? FileManager.default.removeItem(atPath: said) }
    let text = (try? FileHandle(forReadingFrom: URL(fileURLWithPath: said)).read(upToCount: Self.saidLimit)) ?? Data()
    let said = String(decoding: text, as: UTF8.self)
    // It ends as if all were well where it skipped all features for that.
    lacksSystem = said.contains("source layer has no") && said.contains("coordinate system")
    guard process.terminationStatus != 0 else { return nil }
    let lines = said.split(whereSeparator: \.isNewline).map(String.init)
    // Warnings are about its own settings more often than about the file.
    let fault = lines.first { $0.hasPrefix("ERROR") } ?? lines.first { !$0.hasPrefix("Warning") }
    return fault ?? "it ended with status \(process.terminationStatus)"
  }
}
