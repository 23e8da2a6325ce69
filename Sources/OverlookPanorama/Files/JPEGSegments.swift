/// The segments APP1 of a JPEG file, in front of its picture (ITU-T T.81, annex B).
struct JPEGSegments {
  /// What stands behind each marker and length.
  private(set) var applicationData: [ArraySlice<UInt8>] = []
  /// Whether the head ends in the middle of a segment.
  private(set) var isCut = false

  init(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return }
    var position = 2
    while position <= bytes.count - 4 {
      guard bytes[position] == 0xFF else { return }
      let kind = bytes[position + 1]
      if kind == 0xFF {
        position += 1
        continue
      }
      guard kind != 0xDA, kind != 0xD9 else { return }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      guard length >= 2 else { return }
      let end = position + 2 + length
      guard end <= bytes.count else {
        isCut = true
        return
      }
      if kind == 0xE1 { applicationData.append(bytes[(position + 4)..<end]) }
      position = end
    }
  }
}
