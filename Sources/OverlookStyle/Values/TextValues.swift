internal import OverlookFormats

/// Text with its formatting, from `format` or plain text.
package struct FormattedText: Hashable, Sendable {
  package struct Section: Hashable, Sendable {
    package var text: String
    package var image: StyleImageName?
    /// Factor on the size of the text; nil for 1.
    package var scale: Double?
    /// Font names joined by commas; nil for the layer's own.
    package var fontStack: String?
    package var textColor: StyleColor?
    /// "bottom", "center" or "top"; nil for bottom.
    package var verticalAlign: String?
  }

  package var sections: [Section]

  package init(sections: [Section]) {
    self.sections = sections
  }

  package init(_ text: String) {
    sections = [Section(text: text)]
  }

  /// The text of all sections.
  package var text: String { sections.map(\.text).joined() }

  var json: JSONValue {
    var object = JSONObject()
    object["sections"] = .array(sections.map(\.json))
    return .object(object)
  }
}

extension FormattedText.Section {
  var json: JSONValue {
    var object = JSONObject()
    object["text"] = .string(text)
    object["image"] = image?.json ?? .null
    object["scale"] = scale.map(JSONValue.number) ?? .null
    object["fontStack"] = fontStack.map(JSONValue.string) ?? .null
    object["textColor"] = textColor.map { StyleValue.color($0).json } ?? .null
    object["verticalAlign"] = verticalAlign.map(JSONValue.string) ?? .null
    return .object(object)
  }
}

/// An image of the style's sprite by its name.
package struct StyleImageName: Hashable, Sendable {
  package var name: String
  /// Whether the map has it.
  package var isAvailable: Bool

  package init(name: String, isAvailable: Bool) {
    self.name = name
    self.isAvailable = isAvailable
  }

  var json: JSONValue {
    var object = JSONObject()
    object["name"] = .string(name)
    object["available"] = .bool(isAvailable)
    return .object(object)
  }
}

/// How strings are compared.
package struct StyleCollator: Hashable, Sendable {
  package var isCaseSensitive: Bool
  package var isDiacriticSensitive: Bool
  /// A language tag; nil for the one of the environment.
  package var locale: String?
}

/// Space around something, in points.
package struct StylePadding: Hashable, Sendable {
  package var top: Double
  package var right: Double
  package var bottom: Double
  package var left: Double

  /// One to four numbers, in the order of CSS; nil for any other count.
  package init?(_ values: [Double]) {
    switch values.count {
    case 1: (top, right, bottom, left) = (values[0], values[0], values[0], values[0])
    case 2: (top, right, bottom, left) = (values[0], values[1], values[0], values[1])
    case 3: (top, right, bottom, left) = (values[0], values[1], values[2], values[1])
    case 4: (top, right, bottom, left) = (values[0], values[1], values[2], values[3])
    default: return nil
    }
  }

  var sides: [Double] { [top, right, bottom, left] }
}

/// Where a label may stand at its point, and how far from it in ems.
package struct AnchorOffset: Hashable, Sendable {
  package static let anchors: Set<String> = [
    "center", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right",
  ]

  package var anchor: String
  package var x: Double
  package var y: Double

  /// The pairs of an array `[anchor, [x, y], anchor, [x, y], ...]`; nil for any other.
  static func list(_ items: [StyleValue]) -> [AnchorOffset]? {
    guard !items.isEmpty, items.count.isMultiple(of: 2) else { return nil }
    var list: [AnchorOffset] = []
    for index in stride(from: 0, to: items.count, by: 2) {
      guard let anchor = items[index].string, anchors.contains(anchor), case .array(let offset) = items[index + 1],
        offset.count == 2, let x = offset[0].number, let y = offset[1].number
      else { return nil }
      list.append(AnchorOffset(anchor: anchor, x: x, y: y))
    }
    return list
  }
}

/// A map projection, or the way from one to another.
package struct StyleProjection: Hashable, Sendable {
  package var from: String
  package var to: String
  /// 0 (all of `from`) ... 1 (all of `to`).
  package var transition: Double

  /// A name, or `[from, to, transition]`; nil for any other.
  init?(_ value: StyleValue) {
    switch value {
    case .string(let name): self.init(from: name, to: name, transition: 1)
    case .array(let items):
      guard items.count == 3, let from = items[0].string, let to = items[1].string, let transition = items[2].number else {
        return nil
      }
      self.init(from: from, to: to, transition: transition)
    default: return nil
    }
  }

  init(from: String, to: String, transition: Double) {
    self.from = from
    self.to = to
    self.transition = transition
  }

  /// Whether it is a projection rather than a way between two.
  var isOne: Bool { from == to && transition == 1 }

  var json: JSONValue {
    isOne ? .string(from) : .array([.string(from), .string(to), .number(transition)])
  }
}
