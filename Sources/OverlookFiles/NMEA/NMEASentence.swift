/// A sentence whose sum is right, split into its fields.
package struct NMEASentence {
  private let fields: [ArraySlice<UInt8>]
  /// The last three letters of its address: RMC, GGA.
  package let kind: String
  /// What stands before them, as a rule two letters: GP, GN.
  package let talker: String

  /// Nil for what is none: "$", fields, "*" and two hexadecimal digits.
  package init?(_ line: ArraySlice<UInt8>) {
    guard line.first == 0x24, let star = line.firstIndex(of: 0x2A), star + 2 < line.endIndex, star - line.startIndex < 200,
      let high = Character(Unicode.Scalar(line[star + 1])).hexDigitValue,
      let low = Character(Unicode.Scalar(line[star + 2])).hexDigitValue
    else { return nil }
    let body = line[(line.startIndex + 1)..<star]
    guard body.reduce(0, ^) == UInt8(16 * high + low) else { return nil }
    fields = body.split(separator: 0x2C, omittingEmptySubsequences: false)
    guard let address = fields.first, address.count >= 5 else { return nil }
    kind = String(decoding: address.suffix(3), as: UTF8.self)
    talker = String(decoding: address.dropLast(3), as: UTF8.self)
  }

  package func field(_ number: Int) -> ArraySlice<UInt8> { fields.indices.contains(number) ? fields[number] : [] }

  package func number(_ number: Int) -> Double? { Array(field(number)).withNumber(0x2E) }

  package func latitude(_ number: Int) -> Double? { degrees(number, negative: 0x53) }

  package func longitude(_ number: Int) -> Double? { degrees(number, negative: 0x57) }

  /// ddmm.mmm, and the letter of the half of the Earth in the next field.
  private func degrees(_ number: Int, negative: UInt8) -> Double? {
    guard let value = self.number(number), value >= 0, value < 100_000 else { return nil }
    let degrees = (value / 100).rounded(.down)
    let sum = degrees + (value - degrees * 100) / 60
    return field(number + 1).first == negative ? -sum : sum
  }

  /// hhmmss.ss
  package func secondsOfDay(_ number: Int) -> Double? {
    guard let value = self.number(number), value >= 0, value < 240_000 else { return nil }
    let hours = (value / 10_000).rounded(.down)
    let minutes = ((value - hours * 10_000) / 100).rounded(.down)
    return hours * 3600 + minutes * 60 + (value - hours * 10_000 - minutes * 100)
  }

  /// ddmmyy, as days since 1970.
  package func date(_ number: Int) -> Int? {
    let digits = field(number).map { Int($0) - 0x30 }
    guard digits.count == 6, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let (day, month, year) = (10 * digits[0] + digits[1], 10 * digits[2] + digits[3], 10 * digits[4] + digits[5])
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    return CivilDays.days(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
  }

  /// Day, month and year of four digits in three fields, as days since 1970.
  package func dateInParts(_ number: Int) -> Int? {
    guard let day = self.number(number).flatMap({ Int(exactly: $0) }),
      let month = self.number(number + 1).flatMap({ Int(exactly: $0) }),
      let year = self.number(number + 2).flatMap({ Int(exactly: $0) }), (1...31).contains(day), (1...12).contains(month),
      (1980...9999).contains(year)
    else { return nil }
    return CivilDays.days(year: year, month: month, day: day)
  }
}
