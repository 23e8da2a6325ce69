import Foundation
import OverlookFormats

/// One operation of a Google-style document.
enum GoogleStyler: Hashable, Sendable {
  enum Visibility: String, Sendable {
    case on, off, simplified
  }

  /// Of the colours, red, green and blue; their opacity stays.
  case color(StyleColor)
  /// The hue of a colour; saturation and lightness stay.
  case hue(StyleColor)
  /// -1 ... 1: that share of the way to black or white.
  case lightness(Double)
  /// -1 ... 1: that share of the way to grey or to the full colour.
  case saturation(Double)
  /// 0.01 ... 10; above 1 lightens what is neither black nor white.
  case gamma(Double)
  case invertLightness
  case visibility(Visibility)
  /// Points of lines and of the halo of text.
  case weight(Double)

  /// The operation that a member of a styler object says; nil, with words for the fault, for what is none.
  static func read(_ name: String, _ value: JSONValue) -> (styler: GoogleStyler?, fault: String?) {
    switch name {
    case "color", "hue":
      guard let color = value.string.flatMap(color) else { return (nil, "#RRGGBB was expected") }
      return (name == "color" ? .color(color) : .hue(color), nil)
    case "lightness", "saturation":
      guard let number = value.number, abs(number) <= 100 else { return (nil, "a number of -100 to 100 was expected") }
      return (name == "lightness" ? .lightness(number / 100) : .saturation(number / 100), nil)
    case "gamma":
      guard let number = value.number, (0.01...10).contains(number) else { return (nil, "a number of 0.01 to 10 was expected") }
      return (.gamma(number), nil)
    case "invert_lightness":
      guard let isInverted = value.bool else { return (nil, "true or false was expected") }
      return (isInverted ? .invertLightness : nil, nil)
    case "visibility":
      guard let visibility = value.string.flatMap(Visibility.init) else { return (nil, "on, off or simplified was expected") }
      return (.visibility(visibility), nil)
    case "weight":
      guard let number = value.number, (0...100).contains(number) else { return (nil, "a number of 0 to 100 was expected") }
      return (.weight(number), nil)
    default: return (nil, "a styler that is not known")
    }
  }

  /// "#RRGGBB", as these documents write colours; also "0xRRGGBB".
  private static func color(_ text: String) -> StyleColor? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text.hasPrefix("0x") ? text.dropFirst(2) : Substring(text)
    guard digits.utf8.count == 6, digits.utf8.allSatisfy({ $0 < 0x80 }), let value = UInt32(digits, radix: 16) else { return nil }
    let channel = { (shift: UInt32) in Double(value >> shift & 0xFF) / 255 }
    return StyleColor(red: channel(16), green: channel(8), blue: channel(0))
  }

  // MARK: Colours

  /// The colour after this operation; operations on anything else leave it.
  func applied(to color: StyleColor) -> StyleColor {
    var hsl = HSLColor(color)
    switch self {
    case .color(let new): return StyleColor(red: new.red, green: new.green, blue: new.blue, alpha: color.alpha)
    case .hue(let other): hsl.hue = HSLColor(other).hue
    case .lightness(let share): hsl.lightness = Self.moved(hsl.lightness, share)
    case .saturation(let share): hsl.saturation = Self.moved(hsl.saturation, share)
    case .gamma(let gamma): hsl.lightness = pow(hsl.lightness, 1 / gamma)
    case .invertLightness: hsl.lightness = 1 - hsl.lightness
    case .visibility, .weight: return color
    }
    return hsl.color(alpha: color.alpha)
  }

  private static func moved(_ value: Double, _ share: Double) -> Double {
    share < 0 ? value * (1 + share) : value + (1 - value) * share
  }
}

/// Hue 0 ..< 6, saturation and lightness 0 ... 1 (CSS Color 4, section 7).
struct HSLColor {
  var hue: Double
  var saturation: Double
  var lightness: Double

  init(_ color: StyleColor) {
    let (red, green, blue) = (color.red, color.green, color.blue)
    let high = max(red, green, blue)
    let low = min(red, green, blue)
    let range = high - low
    lightness = (high + low) / 2
    saturation = range > 0 ? range / (1 - abs(2 * lightness - 1)) : 0
    if range == 0 {
      hue = 0
    } else if high == red {
      hue = (green - blue) / range + (green < blue ? 6 : 0)
    } else if high == green {
      hue = (blue - red) / range + 2
    } else {
      hue = (red - green) / range + 4
    }
  }

  func color(alpha: Double) -> StyleColor {
    let chroma = (1 - abs(2 * lightness - 1)) * min(max(saturation, 0), 1)
    let channel = { (offset: Double) -> Double in
      let turned = (hue + offset).truncatingRemainder(dividingBy: 6)
      let share = min(max(abs(turned - 3) - 1, 0), 1)
      return min(max(lightness + chroma * (share - 0.5), 0), 1)
    }
    return StyleColor(red: channel(0), green: channel(4), blue: channel(2), alpha: alpha)
  }
}
