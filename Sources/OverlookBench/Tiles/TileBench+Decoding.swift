import OverlookFormats
import OverlookSupport

// Pictures decoded on one core.
extension TileBench {
  private static let decodeRounds = 15

  /// `decode` must be as fast as the C library alone, but for 5 %.
  static func measureDecoding(into report: inout BenchReport) throws {
    for side in [256, 512] {
      let samples = try TileSamples(side: side, count: side == 256 ? 24 : 8)
      let bare = try BareDecoders(side: side)
      for format in TileSamples.Format.allCases {
        let files = try samples.files(format)
        for file in files {
          guard bare.decode(file, format), try ImageDecoder.decode(file).width == side else {
            throw BenchError(description: "a \(format.rawValue) tile that cannot be read")
          }
        }
        try measure(files, format, side: side, bare, into: &report)
      }
    }
  }

  /// In turn, round by round, so that whatever else the machine does meets both alike.
  private static func measure(
    _ files: [[UInt8]], _ format: TileSamples.Format, side: Int, _ bare: BareDecoders, into report: inout BenchReport
  ) throws {
    let pool = DecoderPool()
    var ratios: [Double] = []
    var seconds: [Double] = []
    for _ in 0..<decodeRounds {
      let start = ProcessorClock.thread()
      for file in files { _ = bare.decode(file, format) }
      let middle = ProcessorClock.thread()
      for file in files { _ = try ImageDecoder.decode(file, pool: pool) }
      let end = ProcessorClock.thread()
      ratios.append((end - middle) / max(middle - start, 1e-9))
      seconds.append((end - middle) / Double(files.count))
    }
    let bytes = files.reduce(0) { $0 + $1.count } / files.count
    let name = "\(format.rawValue) \(side)"
    report.add("\(name), tiles a second and core (\(bytes / 1024) KiB each)", 1 / Samples(seconds).median, "1/s")
    report.add("\(name), processor time against the C library alone", Samples(ratios).median, "x", goal: 1.05)
  }
}
