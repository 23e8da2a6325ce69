import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Reads reports of gpsd: JSON objects of the classes TPV, DEVICES and ERROR; others say nothing about where one is.
package struct GPSDDecoder: FixDecoder {
  /// Reports of many satellites are long.
  package static let lineLimit = 1 << 20
  package var greeting: [UInt8] { Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8) }
  package var question: [UInt8] { Array("?VERSION;\n".utf8) }

  private static let limits = JSONLimits(byteCount: lineLimit, depth: 16, stringByteCount: 64 << 10)

  private var lastTime: Double?

  package init() {}

  package mutating func take(_ line: [UInt8], now: Double) -> [LocationUpdate] {
    guard let report = try? JSONParser.parse(line, thing: "gpsd", limits: Self.limits) else { return [] }
    switch report["class"]?.string {
    case "TPV":
      // While it gets to know a receiver, a moment is told in several parts.
      guard let fix = Self.fix(report), fix.time != lastTime else { return [] }
      lastTime = fix.time
      return [.fix(fix)]
    case "DEVICES" where report["devices"]?.array?.isEmpty == true:
      return [.status(.failed("no position: gpsd has no receiver"))]
    case "DEVICES": return [.status(.searching)]
    case "DEVICE" where report["activated"]?.number == 0:
      return [.status(.failed("no position: the receiver of gpsd is gone"))]
    case "ERROR":
      let message = report["message"]?.string ?? "no more is known"
      return [.status(.failed("no position: gpsd says \(OutsideText.cleaned(message, limit: 120))"))]
    default: return []
    }
  }

  package mutating func flush(now: Double) -> LocationFix? { nil }

  /// TPV: mode 2 and 3 have a place. Errors are those of gpsd's documentation: eph of the place, epx and epy of its parts, 95 %.
  private static func fix(_ report: JSONValue) -> LocationFix? {
    guard let mode = report["mode"]?.number, mode >= 2, let latitude = report["lat"]?.number,
      let longitude = report["lon"]?.number,
      let time = report["time"]?.string.flatMap({ ISOTime($0)?.secondsSinceEpoch }), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    var fix = LocationFix(LocationCoordinate(latitude: latitude, longitude: longitude), time: time, source: .gpsd)
    fix.speed = report["speed"]?.number.flatMap { $0 >= 0 ? $0 : nil }
    fix.course = report["track"]?.number.flatMap { (0...360).contains($0) ? ($0 == 360 ? 0 : $0) : nil }
    if mode >= 3 { fix.altitude = report["altMSL"]?.number ?? report["alt"]?.number }
    let parts = [report["epx"]?.number, report["epy"]?.number].compactMap { $0 }
    let error = report["eph"]?.number ?? (parts.count == 2 ? (parts[0] * parts[0] + parts[1] * parts[1]).squareRoot() : nil)
    // From 95 % of the cases to 68 %, where both parts are alike and normal: 1.51 of 2.45 deviations.
    fix.accuracy = error.flatMap { $0 > 0 ? $0 * 1.51 / 2.45 : nil }
    if let speed = fix.speed, speed < NMEAEpochs.standingSpeed { fix.course = nil }
    return fix
  }
}
