import Glibc
import OverlookCamera
import OverlookSupport
import OverlookTestSupport
import Testing

/// Haze over far ground, and walls seen from nearby.
@MainActor @Suite struct StyleAirTests {
  private typealias Scene = StyleScene

  private func scene(_ sky: String, pitch: Double, horizon: String = "#0000ff") throws -> StyleScene {
    let ground = ##"{"id": "ground", "type": "background", "paint": {"background-color": "#000"}}"##
    let colors = ##""sky-color": "#0000ff", "horizon-color": "\##(horizon)", "sky-horizon-blend": 0.05"##
    let style = Scene.style(ground, zoom: 8, pitch: pitch, extra: #""sky": {\#(colors)\#(sky)},"#)
    let scene = try StyleScene(style, width: 60, height: 300)
    #expect(scene.faults.isEmpty, "\(scene.faults)")
    return scene
  }

  /// Red of the pixels from the lower edge up.
  private func column(_ scene: StyleScene) throws -> [Int] {
    let image = try scene.picture()
    return (0..<300).map { Int(image.pixels[((299 - $0) * 60 + 30) * 4]) }
  }

  @Test func farGroundFadesIntoTheHazeOfTheStyle() throws {
    let fog = ##", "fog-color": "#ff0000", "fog-ground-blend": 0.3, "horizon-fog-blend": 1"##
    let scene = try scene(fog, pitch: 75, horizon: "#ff0000")
    let reds = try column(scene)
    // The beginning of the sky, 85 % of the way up to where the plane ends. The haze begins at 30 % of it, and its share is the square
    // of the way from there.
    let reach = 0.85 * scene.view.eyeDistancePoints / tan(75 * Double.pi / 180)
    #expect(reach > 60 && reach < 140)
    for row in 0..<Int(150 + reach) {
      let way = min(max(((Double(row) + 0.5 - 150) / reach - 0.3) / 0.7, 0), 1)
      #expect(abs(Double(reds[row]) - 255 * way * way) <= 2, "row \(row): \(reds[row])")
    }
    // No line is seen where the sky begins, and nothing of it further up.
    #expect(reds[Int(150 + reach)] > 240)
    #expect(reds[Int(150 + 1.2 * reach)...].allSatisfy { $0 == 0 })
  }

  @Test func aStyleThatNamesNoHazeHasNone() throws {
    #expect(try column(scene("", pitch: 75)).allSatisfy { $0 == 0 })
  }

  @Test func haveNoHazeWhereTheHorizonIsFar() throws {
    let fog = ##", "fog-color": "#ff0000", "fog-ground-blend": 0, "horizon-fog-blend": 1"##
    #expect(try column(scene(fog, pitch: 0)).allSatisfy { $0 == 0 })
  }

  /// Which windows have light depends on the height of the house, and that of a pixel is never quite that of the next.
  @Test func windowsOfHousesOfWholeMetersHaveOneColor() throws {
    let some =
      ##", "metadata": {"overlook:facade": {"window-color": "#00ff00", "window-opacity": 1, "window-share": 0.5, "edge": 0}}"##
    let (whole, more) = (try wall(some).pixels, try wall(some, height: 40.02).pixels)
    let isLit = { (color: SIMD3<UInt8>) in color.y > 120 && color.x < 90 }
    #expect(whole.count(where: isLit) > 100)
    #expect(zip(whole, more).count { isLit($0) != isLit($1) } <= whole.count(where: isLit) / 50)
  }

  /// A block seen from the south, whose windows are green.
  private func wall(
    _ metadata: String, height: Double = 40
  ) throws -> (greens: Int, colors: Set<SIMD3<UInt8>>, pixels: [SIMD3<UInt8>]) {
    let size = 0.0002
    let block =
      #"{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[-\#(size), -\#(size)], [\#(size), -\#(size)], [\#(size), \#(size)], [-\#(size), \#(size)], [-\#(size), -\#(size)]]]}}"#
    let layers = """
      {"id": "ground", "type": "background", "paint": {"background-color": "#fff"}},
      {"id": "b", "type": "fill-extrusion", "source": "shapes"\(metadata),
       "paint": {"fill-extrusion-color": "#800000", "fill-extrusion-height": \(height)}}
      """
    let scene = try StyleScene(Scene.style(layers, block, zoom: 17, pitch: 55), width: 200, height: 200)
    #expect(scene.faults.isEmpty, "\(scene.faults)")
    let bytes = try scene.picture().pixels
    let pixels = stride(from: 0, to: bytes.count, by: 4).map { SIMD3(bytes[$0], bytes[$0 + 1], bytes[$0 + 2]) }
    return (pixels.count { $0.y > 120 && $0.x < 90 }, Set(pixels), pixels)
  }

  @Test func wallsHaveWindowsWhereTheLayerSaysSo() throws {
    let all = ##", "metadata": {"overlook:facade": {"window-color": "#00ff00", "window-opacity": 1, "edge": 0, "foot": 0}}"##
    let some = all.replacing("\"edge\"", with: "\"window-share\": 0.3, \"edge\"")
    let (none, lit, few) = (try wall(""), try wall(all), try wall(some))
    #expect(none.greens == 0)
    #expect(lit.greens > 200)
    #expect(few.greens > 20 && few.greens < lit.greens * 6 / 10)
    // From farther away than the layer says there is the wall alone.
    let far = all.replacing("{\"window-color\"", with: "{\"minzoom\": 18, \"window-color\"")
    #expect(try wall(far).greens == 0)
  }

  @Test func theFootOfAWallIsDarker() throws {
    let plain = try wall("").colors
    let shaded = try wall(#", "metadata": {"overlook:facade": {"edge": 1, "foot": 0.8}}"#).colors
    let reds = { (colors: Set<SIMD3<UInt8>>) in colors.filter { $0.y < 250 }.map { Int($0.x) } }
    #expect((reds(shaded).min() ?? 255) < (reds(plain).min() ?? 0) - 20)
  }
}
