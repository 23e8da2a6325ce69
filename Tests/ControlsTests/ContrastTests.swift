import Glibc
import OverlookSupport
import Testing

@testable import OverlookControls

/// Contrast of text as WCAG 2.1 defines it (1.4.3: 4.5 to 1; 1.4.11: 3 to 1 for what is no text), over the worst that a map may show
/// through what lies below.
@Suite struct ContrastTests {
  private static let palettes: [(String, Palette)] = [("light", .light), ("dark", .dark)]

  private struct RGB {
    var red: Double, green: Double, blue: Double

    init(_ color: Color, over ground: RGB? = nil) {
      let alpha = Double(color.alpha)
      func mixed(_ own: Float, _ below: Double?) -> Double { Double(own) * alpha + (below ?? 0) * (1 - alpha) }
      red = mixed(color.red, ground?.red)
      green = mixed(color.green, ground?.green)
      blue = mixed(color.blue, ground?.blue)
    }

    var luminance: Double {
      func linear(_ value: Double) -> Double { value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
  }

  private static func contrast(_ a: RGB, _ b: RGB) -> Double {
    let (low, high) = (min(a.luminance, b.luminance), max(a.luminance, b.luminance))
    return (high + 0.05) / (low + 0.05)
  }

  /// What a map may show below a surface: all corners of what can be shown.
  private static let maps: [RGB] = (0..<8).map { corner in
    RGB(Color(red: corner & 1 == 0 ? 0 : 1, green: corner & 2 == 0 ? 0 : 1, blue: corner & 4 == 0 ? 0 : 1))
  }

  /// The grounds that text stands on, over one of the maps.
  private static func grounds(_ palette: Palette, _ map: RGB) -> [(String, RGB)] {
    let surface = RGB(palette.surface, over: map)
    return [
      ("surface", surface), ("inset", RGB(palette.inset, over: surface)), ("selection", RGB(palette.selection, over: surface)),
      ("hovered button", RGB(palette.ink.withAlpha(0.06), over: surface)),
      ("pressed button", RGB(palette.ink.withAlpha(0.14), over: surface)),
    ]
  }

  private func worst(_ palette: Palette, _ text: Color, on wanted: Set<String>) -> (Double, String) {
    var worst = (Double.infinity, "")
    for map in Self.maps {
      for (name, ground) in Self.grounds(palette, map) where wanted.contains(name) {
        let contrast = Self.contrast(RGB(text, over: ground), ground)
        if contrast < worst.0 { worst = (contrast, name) }
      }
    }
    return worst
  }

  /// The measure itself, by the examples of the standard: black on white is 21 to 1, and #777 on white just misses 4.5.
  @Test func theMeasureIsThatOfTheStandard() {
    let white = RGB(.white)
    #expect(abs(Self.contrast(RGB(.black), white) - 21) < 1e-9)
    let grey = RGB(Color(red: 0x77 / 255, green: 0x77 / 255, blue: 0x77 / 255))
    #expect(abs(Self.contrast(grey, white) - 4.48) < 0.01)
  }

  @Test(arguments: palettes) func textIsLegibleOnEveryGround(name: String, palette: Palette) {
    let all: Set = ["surface", "inset", "selection", "hovered button", "pressed button"]
    for (text, color, grounds) in [
      ("ink", palette.ink, all), ("dim ink", palette.dimInk, all.subtracting(["pressed button"])),
      ("fault", palette.fault, ["surface", "inset"]), ("accent", palette.accent, ["surface", "inset"]),
    ] {
      let (contrast, ground) = worst(palette, color, on: grounds)
      #expect(contrast >= 4.5, "\(name): \(text) on \(ground): \(contrast)")
    }
    let onAccent = Self.contrast(RGB(palette.onAccent), RGB(palette.accent))
    #expect(onAccent >= 4.5, "\(name): on accent: \(onAccent)")
    // The tooltip: the colours of a surface the other way round.
    for map in Self.maps {
      let ground = RGB(palette.ink.withAlpha(0.94), over: map)
      #expect(Self.contrast(RGB(palette.surface.withAlpha(1)), ground) >= 4.5)
    }
  }

  /// The credits lie on a thinner surface, the scale on a halo.
  @Test(arguments: palettes) func textOnTheMapItselfIsLegible(name: String, palette: Palette) {
    for map in Self.maps {
      let credits = RGB(palette.surface.withAlpha(0.86), over: map)
      #expect(Self.contrast(RGB(palette.ink.withAlpha(0.92), over: credits), credits) >= 4.5, "\(name): credits")
      let halo = RGB(palette.halo, over: map)
      #expect(Self.contrast(RGB(palette.ink), halo) >= 4.5, "\(name): scale")
    }
  }

  @Test func figuresAndNoticesAreLegibleOnEveryMap() {
    for map in Self.maps {
      let panel = RGB(HUDStyle.panel, over: map)
      for color in [HUDStyle.bright, HUDStyle.dim, HUDStyle.good, HUDStyle.warning, HUDStyle.gpu, HUDStyle.bad] {
        #expect(Self.contrast(RGB(color), panel) >= 4.5, "\(color)")
      }
    }
  }

  /// Who has the keyboard is seen on cards, and beside them on dark and on bright maps by the card's own edge.
  @Test(arguments: palettes) func theRingOfTheKeyboardIsSeen(name: String, palette: Palette) {
    let (contrast, ground) = worst(palette, palette.accent, on: ["surface", "inset"])
    #expect(contrast >= 3, "\(name): ring on \(ground): \(contrast)")
  }
}
