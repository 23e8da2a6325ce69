import FuzzSupport
import OverlookGeometry

/// Outlines of buildings that tiles cut, as attributes of tiles hold them, and the roofs above them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let outline = RoofOutline(text: text) else { return 0 }
  demand(RoofOutline(text: outline.text) == outline, "an outline reads otherwise than it is written")
  let rings = outline.rings.map { ring in ring.map { SIMD2(Double($0.x), -Double($0.y)) * 0.07 } }
  for shape in [RoofForm.Shape.gabled, .hipped] { _ = Roof(RoofForm(shape: shape), rings: rings, limit: 12) }
  return 0
}
