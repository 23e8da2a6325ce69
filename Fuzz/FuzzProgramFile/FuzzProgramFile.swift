import FuzzSupport
import OverlookGPU

/// Programs as they are kept on the disk: what is read as one is written as the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let key = ProgramKey(driver: [], vertex: "", fragment: "")
  guard let file = ProgramFile(bytes, key) else { return 0 }
  demand(file.file(key) == bytes, "what was read is written otherwise")
  return 0
}
