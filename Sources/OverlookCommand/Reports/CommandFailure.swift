import OverlookPlatform

/// A failure with its exit status; the description is one line for standard error.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  var status: Int32 = 1
  /// Something was done all the same.
  var isWarning = false
}

extension CommandFailure {
  /// A fault of the platform in one line: what is missing, and what to try.
  init(_ fault: PlatformError) {
    description = "\(fault.missing); \(fault.remedy)" + (fault.concernsWindow ? ": overlook snapshot -o out.png" : "")
  }
}
