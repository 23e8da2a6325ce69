/// Sentences of receivers, with their sums.
enum NMEAText {
  static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    return "$\(body)*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
  }

  /// hhmmss of a second after noon.
  static func clock(_ second: Int) -> String {
    "12\(second / 60 < 10 ? "0" : "")\(second / 60)\(second % 60 < 10 ? "0" : "")\(second % 60).00"
  }

  /// 60°10.000' N and so many thousandths of a minute more, 24°56.000' E, 27 November 2026.
  static func minimum(_ second: Int, thousandths: Int = 0, talker: String = "GP", status: String = "A") -> String {
    let digits = String(1000 + thousandths).suffix(3)
    return sentence("\(talker)RMC,\(clock(second)),\(status),6010.\(digits),N,02456.000,E,19.44,090.0,271126,,,A")
  }

  static func fix(_ second: Int, thousandths: Int = 0, talker: String = "GP", quality: Int = 1) -> String {
    let digits = String(1000 + thousandths).suffix(3)
    return sentence("\(talker)GGA,\(clock(second)),6010.\(digits),N,02456.000,E,\(quality),08,1.2,25.5,M,18.0,M,,")
  }

  /// Noon of that day in seconds since 1970, by date(1): `date -u -d 2026-11-27T12:00:00Z +%s`.
  static let noon = 1_795_780_800.0
}
