import Foundation

/// The memory of this process.
enum ProcessMemory {
  /// Memory of the process that is not swapped out (proc(5), statm, second field).
  static func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw BenchError(description: "/proc/self/statm cannot be read")
    }
    return pages * Int(getpagesize())
  }

  /// The most that there ever was (getrusage(2), ru_maxrss, kilobytes), in megabytes.
  static var peakMegabytes: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1000
  }
}
