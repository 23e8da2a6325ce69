import OverlookOverlayPasses
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct IconLayoutTests {
  private func icon(_ width: Int, _ height: Int, scale: Double = 1) -> Image {
    Image(width: width, height: height, scale: scale, pixel: { _, _ in SIMD4(200, 100, 50, 255) })
  }

  private func layout(pixelsPerPoint: Double = 1) -> IconLayout {
    IconLayout(pixelsPerPoint: pixelsPerPoint, maximumSide: 4096, maximumLayers: 64)
  }

  @Test func theSameImageTakesOnePlace() {
    var icons = IconTable()
    let image = icon(30, 40)
    let ids = (0..<100).map { _ in icons.retain(image) }
    var layout = layout()
    layout.update(icons)
    #expect(Set(ids).count == 1)
    #expect(layout.uploads.count == 1)
    #expect(layout[ids[0]] != nil)
  }

  @Test func placesDoNotOverlap() {
    var icons = IconTable()
    var layout = layout()
    var generator = SeededGenerator(seed: 5)
    let ids = (0..<300).map { _ in
      icons.retain(icon(Int.random(in: 1...120, using: &generator), Int.random(in: 1...120, using: &generator)))
    }
    // Every third one goes, and others come into the gaps.
    layout.update(icons)
    for number in stride(from: 0, to: 300, by: 3) { icons.release(ids[number]) }
    layout.update(icons)
    for _ in 0..<150 {
      _ = icons.retain(icon(Int.random(in: 1...120, using: &generator), Int.random(in: 1...60, using: &generator)))
    }
    layout.update(icons)
    var taken: [(layer: Int, x: Range<Int>, y: Range<Int>)] = []
    for index in icons.entries.indices where icons.entries[index] != nil {
      guard let place = layout[IconID(index: Int32(index))], place.texture == 0 else { continue }
      func pixel(_ fraction: UInt16) -> Int { (Int(fraction) * 1024 + 32767) / 65535 }
      taken.append((place.layer, pixel(place.left)..<pixel(place.right), pixel(place.top)..<pixel(place.bottom)))
    }
    #expect(taken.count == 350)
    for (i, a) in taken.enumerated() {
      for b in taken[..<i] where a.layer == b.layer { #expect(!(a.x.overlaps(b.x) && a.y.overlaps(b.y))) }
    }
  }

  @Test func largeIconsGetATextureOfTheirOwnAndGiveItBack() {
    var icons = IconTable()
    var layout = layout()
    let small = icons.retain(icon(20, 20))
    let large = icons.retain(icon(900, 300))
    layout.update(icons)
    #expect(layout[small]?.texture == 0)
    let texture = layout[large]?.texture
    #expect(texture == 1)
    layout.clearChanges()
    icons.release(large)
    layout.update(icons)
    #expect(layout.freedTextures == [1])
    #expect(layout[large] == nil)
    let next = icons.retain(icon(700, 700))
    layout.update(icons)
    #expect(layout[next]?.texture == 1)
  }

  @Test func iconsAreReducedToWhatTheScreenShows() {
    let image = icon(54, 86, scale: 2)
    #expect(IconPixels.reduction(of: image, pixelsPerPoint: 1, maximumSide: 2048) == 2)
    #expect(IconPixels.reduction(of: image, pixelsPerPoint: 1.5, maximumSide: 2048) == 1)
    #expect(IconPixels.reduction(of: image, pixelsPerPoint: 2, maximumSide: 2048) == 1)
    #expect(IconPixels.reduction(of: icon(9000, 20), pixelsPerPoint: 1, maximumSide: 2048) == 5)
    let pixels = IconPixels(image, reduction: 2)
    #expect(pixels.width == 29 && pixels.height == 45)
    #expect(pixels.bytes.prefix(4).elementsEqual([0, 0, 0, 0]))
    let inner = 4 * (20 * 29 + 10)
    #expect(pixels.bytes[inner..<(inner + 4)].elementsEqual([200, 100, 50, 255]))
  }

  @Test func anUnevenReductionKeepsTheShareOfTheLastPixel() {
    let pixels = IconPixels(icon(3, 3), reduction: 2)
    #expect(pixels.width == 4)
    // The corner pixel holds one of four source pixels.
    let corner = 4 * (2 * 4 + 2)
    #expect(pixels.bytes[corner..<(corner + 4)].elementsEqual([50, 25, 13, 64]))
  }

  private func large() -> Image {
    Image(width: 2046, height: 2046, premultipliedRGBA: [UInt8](repeating: 99, count: 4 * 2046 * 2046)) ?? icon(2046, 2046)
  }

  @Test func whatDoesNotFitTheBudgetIsCountedAndNotPlaced() {
    var icons = IconTable()
    var layout = IconLayout(pixelsPerPoint: 1, maximumSide: 4096, maximumLayers: 0)
    // Without pages each icon has a texture of its own: 16 MB each, of which 16 fit.
    let ids = (0..<20).map { _ in icons.retain(large()) }
    layout.update(icons)
    #expect(ids.count { layout[$0] != nil } == 16)
    #expect(layout.unplacedCount == 4)
    for id in ids.prefix(16) { icons.release(id) }
    layout.update(icons)
    #expect(layout.unplacedCount == 0)
  }
}
