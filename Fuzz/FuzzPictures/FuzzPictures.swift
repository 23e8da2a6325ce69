import FuzzSupport
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Pictures, and documents that list pictures over time. The first byte says which: a picture of any kind, or a document of a server
/// or of a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let mode = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  switch mode % 3 {
  case 0: checkPicture(bytes)
  case 1: checkCatalogue(bytes, baseURL: "https://example.org/maps/list")
  default: checkCatalogue(bytes, baseURL: nil)
  }
  return 0
}

private func checkPicture(_ bytes: [UInt8]) {
  guard let image = try? ImageDecoder.decode(bytes, limits: .tile) else { return }
  demand(
    image.width > 0 && image.height > 0 && image.pixels.count == image.width * image.height * 4,
    "a size that is not the picture's")
  for first in stride(from: 0, to: image.pixels.count - 3, by: 4) {
    let alpha = image.pixels[first + 3]
    demand(
      image.pixels[first] <= alpha && image.pixels[first + 1] <= alpha && image.pixels[first + 2] <= alpha,
      "a colour above its alpha")
  }
}

private func checkCatalogue(_ bytes: [UInt8], baseURL: String?) {
  guard let catalogue = try? PictureCatalogue(bytes, baseURL: baseURL) else { return }
  for layer in catalogue.layers.prefix(8) {
    guard let series = try? catalogue.series(named: layer.name, limit: 100, area: nil) else { continue }
    demand(series.bounds.isValid && (1...100).contains(series.steps.count), "an area or steps that are none")
    demand(zip(series.steps, series.steps.dropFirst()).allSatisfy { $0.timeSeconds < $1.timeSeconds }, "times out of order")
    for step in series.steps {
      demand(step.timeSeconds.isFinite && (step.corners ?? []).allSatisfy(\.isValid), "a time or corners that are none")
      switch step.place {
      case .address(let address), .tiles(let address):
        demand(address.hasPrefix("http://") || address.hasPrefix("https://"), "no web address")
      case .file(let name):
        demand(!name.isEmpty && name != ".." && !name.contains("/") && !name.contains("\0"), "a name that leads outside")
      }
    }
  }
}
