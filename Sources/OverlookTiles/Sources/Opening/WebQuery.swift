import Foundation
import OverlookNetwork
import OverlookSupport

/// The parameters after the question mark of an address, edited without touching how the others are written.
struct WebQuery {
  /// Everything before the question mark.
  private(set) var path: String
  private var parameters: [Substring]

  /// A fragment is left out: it is never sent.
  init(_ address: String) {
    let whole = address.prefix { $0 != "#" }
    let mark = whole.firstIndex(of: "?") ?? whole.endIndex
    path = String(whole[..<mark])
    parameters = whole[mark...].dropFirst().split(separator: "&")
  }

  var address: String {
    parameters.isEmpty ? path : path + "?" + parameters.joined(separator: "&")
  }

  /// The value of the parameter `name`, upper or lower case; decoded; nil when there is none.
  func value(_ name: String) -> String? {
    parameters.first { Self.name($0) == name.lowercased() }.map { parameter in
      let value = String(parameter.drop { $0 != "=" }.dropFirst())
      return value.replacing("+", with: " ").removingPercentEncoding ?? value
    }
  }

  /// `value` must be right in an address as it is.
  mutating func set(_ name: String, _ value: String) {
    remove(name)
    parameters.append(Substring("\(name)=\(value)"))
  }

  mutating func remove(_ name: String) {
    parameters.removeAll { Self.name($0) == name.lowercased() }
  }

  /// Adds the parameters of `other` that are not here yet and whose names are wanted.
  mutating func add(from other: WebQuery, where isWanted: (_ name: String) -> Bool) {
    let present = Set(parameters.map(Self.name))
    for parameter in other.parameters {
      let name = Self.name(parameter)
      if !present.contains(name), isWanted(name) { parameters.append(parameter) }
    }
  }

  /// `name` below the last folder of the path.
  mutating func appendPath(_ name: String) {
    path += path.hasSuffix("/") ? name : "/" + name
  }

  /// Lower case.
  var names: [String] { parameters.map(Self.name) }

  private static func name(_ parameter: Substring) -> String {
    parameter.prefix { $0 != "=" }.lowercased()
  }
}

extension WebQuery {
  /// What a request for a picture says, and a request for capabilities does not.
  static let pictureParameters = [
    "layers", "layer", "styles", "style", "format", "transparent", "width", "height", "crs", "srs", "bbox", "time",
    "tilematrixset",
    "tilematrix", "tilerow", "tilecol",
  ]

  /// What the protocols of the OGC give a meaning to.
  static let serviceParameters = Set(
    pictureParameters + [
      "service", "request", "version", "bgcolor", "exceptions", "elevation", "updatesequence", "sld", "i", "j",
    ])
}
