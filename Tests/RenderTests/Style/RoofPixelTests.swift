import OverlookCamera
import OverlookGPU
import OverlookLayout
import OverlookPasses
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import Testing

/// Roofs and the edges of buildings as they are drawn. At zoom 18 a point is 0.3 m long.
@MainActor @Suite(.serialized) struct RoofPixelTests {
  private typealias Scene = StyleScene

  private static let paper = ##"{"id": "paper", "type": "background", "paint": {"background-color": "#f4efe6"}}"##

  private static func layer(_ metadata: String, color: String = #"["get", "color"]"#, opacity: Double = 1) -> String {
    """
    {"id": "b", "type": "fill-extrusion", "source": "shapes", "metadata": {\(metadata)},
     "paint": {"fill-extrusion-height": ["get", "render_height"], "fill-extrusion-color": \(color),
     "fill-extrusion-opacity": \(opacity)}}
    """
  }

  private static let roofs = ##"""
    "overlook:roof": {"color": ["case", ["has", "roof_colour"], ["to-color", ["get", "roof_colour"]], "rgba(0,0,0,0)"]},
    "overlook:facade": {"edge": 0.5, "foot": 0.2, "window-color": "#8193a8", "window-opacity": 0.3}
    """##

  private static func house(_ rings: [[(Double, Double)]], _ tags: String, color: String = "#eae0cd") -> String {
    StyleScene.polygon(rings, #""render_height": 9, "color": "\#(color)", \#(tags)"#, zoom: 18)
  }

  /// A house of each shape, and angled ones. None lies on the edges of tiles, which meet in the middle.
  private static var street: String {
    let shapes = ["gabled", "hipped", "half-hipped", "pyramidal", "skillion", "dome", "mansard", "gambrel", "round", "flat"]
    var houses = shapes.enumerated().map { number, shape in
      let (x, y) = ([-172.0, -116, -60, 14, 70][number % 5], Double(number / 5) * 48 - 94)
      let colour = number.isMultiple(of: 2) ? ##", "roof_colour": "#a5493c""## : ""
      return house([StyleScene.box(x, y, 46, 30)], #""roof_shape": "\#(shape)", "roof_height": 4\#(colour)"#)
    }
    let angled = [(-150.0, 40.0), (-90, 40), (-90, 64), (-126, 64), (-126, 100), (-150, 100)]
    let tee = [(-82.0, 40.0), (-2, 40), (-2, 64), (-30, 64), (-30, 100), (-54, 100), (-54, 64), (-82, 64)]
    let court = [StyleScene.box(50, 36, 90, 66), StyleScene.box(80, 60, 30, 18)]
    houses.append(house([angled], ##""roof_shape": "gabled", "roof_height": 4, "roof_colour": "#8a4b3a""##))
    houses.append(house([tee], ##""roof_shape": "hipped", "roof_height": 4, "roof_colour": "#5b6470""##))
    houses.append(house(court, ##""roof_shape": "mansard", "roof_height": 4, "roof_colour": "#6f7a5e""##))
    return houses.joined(separator: ",")
  }

  private func scene(
    _ layer: String, _ houses: String, bearing: Double = 25, pitch: Double = 50, size: (Int, Int) = (400, 300)
  ) throws -> StyleScene {
    let scene = try StyleScene(
      StyleScene.style(Self.paper + "," + layer, houses, zoom: 18, bearing: bearing, pitch: pitch), width: size.0, height: size.1)
    #expect(scene.faults.isEmpty)
    return scene
  }

  @Test func everyShapeIsDrawn() throws {
    let mismatch = try GoldenPicture("style/roofs").mismatch(with: scene(Self.layer(Self.roofs), Self.street).picture())
    #expect(mismatch == nil)
  }

  /// The processor smooths edges where it draws, a shader where a card does: to the eye the same.
  @Test func edgesAreAsSmoothWhoeverDraws() throws {
    let scene = try scene(Self.layer(Self.roofs), Self.street)
    scene.renderer.smoothsEdges = false
    let steps = try scene.picture()
    scene.renderer.smoothsEdges = true
    let ours = try scene.picture()
    scene.renderer.tools.choice = .driver
    let shaders = try scene.picture()
    func distance(_ picture: Image, _ other: Image) -> Int {
      zip(picture.pixels, other.pixels).count { abs(Int($0) - Int($1)) > 12 }
    }
    #expect(distance(ours, steps) > 1000)
    #expect(distance(ours, shaders) < distance(ours, steps) / 20, "\(distance(ours, shaders)) of \(distance(ours, steps))")
  }

  /// Other people's styles are drawn as other renderers draw them.
  @Test func aStyleThatDoesNotAskLooksAsIfThereWereNoRoofs() throws {
    let flat = Self.street.replacing("roof_shape", with: "shape").replacing("roof_colour", with: "colour")
    let plain = try scene(Self.layer(""), Self.street).picture()
    let unroofed = try scene(Self.layer(""), flat).picture()
    let roofed = try scene(Self.layer(Self.roofs), Self.street).picture()
    #expect(plain.pixels == unroofed.pixels && plain.pixels != roofed.pixels)
  }

  @Test func slopesDifferInTheLightAndHaveTheColourOfTheirRoof() throws {
    let gabled = Self.house(
      [StyleScene.box(8, 10, 84, 60)], ##""roof_shape": "gabled", "roof_height": 5, "roof_colour": "#00ff00""##)
    let look = #""overlook:roof": {"color": ["to-color", ["get", "roof_colour"]]}"#
    let scene = try scene(Self.layer(look, color: ##""#ff0000""##), gabled, bearing: 0, pitch: 0, size: (200, 200))
    let north = try scene.pixel(150, 125)
    let south = try scene.pixel(150, 155)
    #expect(north[1] > 100 && north[0] < 60 && south[1] > 100 && south[0] < 60, "\(north), \(south)")
    #expect(abs(Int(north[1]) - Int(south[1])) > 8, "\(north), \(south)")
  }

  /// Two buildings of one outline and one height, as a house and the relation around it: from everywhere the same one is seen.
  @Test func roofsInOnePlaneDoNotFlickerWhileTheCameraTurns() throws {
    let outline = [(-90.0, -55.0), (-20, -70), (85, -40), (95, 50), (20, 62), (-80, 45)]
    let turned = Array(outline[3...] + outline[..<3])
    let houses = [
      Self.house([outline], #""n": 1"#, color: "#0000ff"), Self.house([turned], #""n": 2"#, color: "#ff0000"),
    ].joined(separator: ",")
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      for pitch in [0.0, 40, 60] {
        let scene = try scene(
          Self.layer(#""overlook:roof": {"lighten": 0}"#), houses, bearing: bearing, pitch: pitch, size: (200, 160))
        let picture = try scene.picture()
        #expect(Self.count(picture) { $0.z > 60 && $0.x < 60 && $0.y < 60 } == 0, "the first one at \(bearing), \(pitch)")
        #expect(Self.count(picture) { $0.x > 60 && $0.y < 60 && $0.z < 60 } > 0, "the second one at \(bearing), \(pitch)")
      }
    }
  }

  private static func pixel(_ image: Image, _ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let start = 4 * (y * image.width + x)
    return SIMD4(image.pixels[start], image.pixels[start + 1], image.pixels[start + 2], image.pixels[start + 3])
  }

  private static func count(_ image: Image, _ test: (SIMD4<UInt8>) -> Bool) -> Int {
    (0..<image.height).reduce(0) { sum, y in sum + (0..<image.width).count { test(pixel(image, $0, y)) } }
  }

  /// What differs from the picture without lies between its neighbours there, and only edges differ.
  @Test func edgesOfBuildingsAreSmooth() throws {
    let scene = try scene(Self.layer(""), Self.street)
    scene.renderer.smoothsEdges = false
    let stepped = try scene.picture()
    scene.renderer.smoothsEdges = true
    let smooth = try scene.picture()
    var changed = 0
    for y in 1..<stepped.height - 1 {
      for x in 1..<stepped.width - 1 {
        let (before, after) = (Self.pixel(stepped, x, y), Self.pixel(smooth, x, y))
        guard before != after else { continue }
        changed += 1
        var (low, high) = (before, before)
        for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
          let other = Self.pixel(stepped, x + dx, y + dy)
          low = pointwiseMin(low, other)
          high = pointwiseMax(high, other)
        }
        let (least, most) = (SIMD4<Int>(truncatingIfNeeded: low) &- 2, SIMD4<Int>(truncatingIfNeeded: high) &+ 2)
        let value = SIMD4<Int>(truncatingIfNeeded: after)
        #expect(all(value .>= least) && all(value .<= most), "at \(x), \(y)")
        #expect(any(high &- low .> 8), "at \(x), \(y) is no edge")
      }
    }
    #expect(changed > 400 && changed < stepped.width * stepped.height / 10, "\(changed)")
  }

  /// Neither a copy of the picture nor a look at it.
  @Test(arguments: [RendererChoice.driver, .software]) func whereNoBuildingIsInViewNothingIsSmoothed(renderer: RendererChoice)
    throws
  {
    func work(smoothing: Bool, isInView: Bool) throws -> Int {
      let beside = isInView ? 0.0 : 400
      let house = Self.house([StyleScene.box(beside, 0, 40, 40)], #""n": 1"#)
      let scene = try scene(Self.layer(""), house, bearing: 0, pitch: 0, size: (200, 200))
      scene.renderer.tools.choice = renderer
      scene.renderer.smoothsEdges = smoothing
      try scene.draw()
      try scene.draw()
      let statistics = scene.surface.device.statistics
      return statistics.drawCalls + statistics.uploads
    }
    #expect(try work(smoothing: true, isInView: true) > work(smoothing: false, isInView: true))
    #expect(try work(smoothing: true, isInView: false) == work(smoothing: false, isInView: false))
  }
}
