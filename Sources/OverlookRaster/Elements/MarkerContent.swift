package import OverlookScene
package import OverlookSupport

/// What markers have in common that look alike: their image and its box, apart from place, turn and opacity.
package struct MarkerLook: Hashable, Sendable {
  package let image: Image
  /// From the position to the upper left corner, and the size, in 1/16 points, or in points with `isCoarse`; with the transparent
  /// border that `borderPoints` tells.
  package let box: SIMD4<Int16>
  package let isCoarse: Bool
  package let hasBorder: Bool

  package init(_ image: Image, _ instance: MarkerInstance, hasBorder: Bool) {
    self.image = image
    box = SIMD4(instance.boxX, instance.boxY, instance.boxWidth, instance.boxHeight)
    isCoarse = instance.flags & MarkerInstance.coarse != 0
    self.hasBorder = hasBorder
  }

  /// The box in points: left, top, width, height.
  var boxPoints: SIMD4<Float> { SIMD4<Float>(box) * (isCoarse ? 1 : 0.0625) }

  package static func == (a: MarkerLook, b: MarkerLook) -> Bool {
    a.image === b.image && a.box == b.box && a.isCoarse == b.isCoarse && a.hasBorder == b.hasBorder
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(image))
    hasher.combine(box)
  }
}

/// The looks of markers, each once, by number.
package struct MarkerLooks {
  /// By number. Only the end changes as long as `generation` stays.
  package private(set) var looks: ContiguousArray<MarkerLook> = []
  package private(set) var generation = 0
  private var numbers: [MarkerLook: Int32] = [:]

  package init() {}

  package mutating func number(of look: MarkerLook) -> Int32 {
    if let last = looks.last, last == look { return Int32(looks.count - 1) }
    if let known = numbers[look] { return known }
    let number = Int32(looks.count)
    looks.append(look)
    numbers[look] = number
    return number
  }

  /// Lets go of all of them where they are many more than `count` markers can have: of markers that are gone, or grow.
  package mutating func removeUnused(by count: Int) {
    guard looks.count > 2 * count + 64 else { return }
    looks.removeAll()
    numbers.removeAll()
    generation += 1
  }
}

/// The markers in and near a view, as their rasterizer draws them.
package struct MarkerContent: VersionedContent {
  /// In drawing order.
  let instances: ContiguousArray<MarkerInstance>
  /// For each instance the number of its look.
  let lookNumbers: ContiguousArray<Int32>
  let looks: MarkerLooks
  /// The copies of the world that are drawn.
  let copies: ClosedRange<Int>
  /// How far any of them reaches from its place, in points.
  let reachPoints: Double
  /// Changes with the markers.
  package let version: Int

  package init(
    _ instances: ContiguousArray<MarkerInstance>, _ lookNumbers: ContiguousArray<Int32>, _ looks: MarkerLooks,
    copies: ClosedRange<Int>, reachPoints: Double, version: Int
  ) {
    self.instances = instances
    self.lookNumbers = lookNumbers
    self.looks = looks
    self.copies = copies
    self.reachPoints = reachPoints
    self.version = version
  }

  /// Each marker has its own.
  package var look: Bool { true }
}
