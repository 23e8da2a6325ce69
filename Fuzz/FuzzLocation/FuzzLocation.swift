import FuzzSupport
import OverlookGeometry
import OverlookLocation
import OverlookStreams

/// What receivers, gpsd and anything that sits at their port says, in pieces of any size: whatever is a fix is a place on Earth, and the
/// filter makes nothing else of it. The first byte is the size of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let size = bytes.first.map({ Int($0) + 1 }) else { return 0 }
  read(NMEAEpochs(), bytes.dropFirst(), size)
  read(GPSDDecoder(), bytes.dropFirst(), size)
  return 0
}

private func read<Decoder: FixDecoder>(_ decoder: Decoder, _ bytes: ArraySlice<UInt8>, _ size: Int) {
  var (decoder, lines, filter) = (decoder, LineAssembler(limit: Decoder.lineLimit), LocationFilter())
  var rest = bytes
  while !rest.isEmpty {
    let piece = Array(rest.prefix(size))
    rest = rest.dropFirst(size)
    for line in lines.add(piece) {
      demand(!line.isEmpty && line.count <= Decoder.lineLimit, "line")
      for update in decoder.take(line, now: 1_795_780_800) {
        if case .fix(let fix) = update { demandFix(fix, &filter) }
      }
    }
    if let fix = decoder.flush(now: 1_795_780_800) { demandFix(fix, &filter) }
  }
}

private func demandFix(_ fix: LocationFix, _ filter: inout LocationFilter) {
  for fix in [fix, try? filter.update(fix).get()].compactMap(\.self) {
    demand(fix.coordinate.isValid && abs(fix.coordinate.longitude) <= 180 && fix.time.isFinite, "place")
    demand(fix.speed.map { $0 >= 0 && $0.isFinite } != false, "speed")
    demand(fix.course.map { (0..<360).contains($0) } != false, "course")
    demand(fix.accuracy.map { $0 > 0 && $0.isFinite } != false, "accuracy")
    demand(fix.altitude.map(\.isFinite) != false, "altitude")
  }
}
