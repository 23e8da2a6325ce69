/// Who draws what both the graphics driver and Overlook's own rasterizers can draw: plain fills and lines of styles, and layers of
/// points, icons, paths and polygons. Everything else is always drawn by the driver.
///
/// A driver without a graphics card behind it (Mesa's llvmpipe) draws on the processor, where the rasterizers do the same several
/// times as fast. The pictures differ by rounding only. Both are there wherever OpenGL 3.3 is.
public enum RendererChoice: String, CaseIterable, Hashable, Sendable {
  /// The rasterizers where the driver draws on the processor and they are faster, and the driver elsewhere.
  case automatic
  /// The driver draws everything, as it does on a machine with a graphics card.
  case driver
  /// The rasterizers draw all that they can.
  case software

  /// The variable of the environment that names the choice of programs in which nothing else does.
  public static let environmentVariable = "OVERLOOK_RENDERER"

  /// Reads a name; throws `RendererChoiceFault` for one that is none of the three. `origin` is where it stands, for the message.
  public init(named name: String, in origin: String) throws(RendererChoiceFault) {
    guard let choice = RendererChoice(rawValue: name) else { throw RendererChoiceFault(origin: origin, value: name) }
    self = choice
  }

  /// The choice that an environment names; `automatic` where it names none.
  public init(environment: [String: String]) throws(RendererChoiceFault) {
    guard let name = environment[Self.environmentVariable], !name.isEmpty else {
      self = .automatic
      return
    }
    try self.init(named: name, in: Self.environmentVariable)
  }
}

/// A name that is none of a renderer.
public struct RendererChoiceFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The option or variable.
  public let origin: String
  /// What stands there.
  public let value: String

  package init(origin: String, value: String) { (self.origin, self.value) = (origin, value) }

  /// One line: where the name stands, the name cut to 40 characters, and the names that there are.
  public var description: String {
    let names = RendererChoice.allCases.map(\.rawValue).joined(separator: ", ")
    // What is foreign is shown shortened, and on one line.
    let shown = String(value.unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "?" : Character($0) })
    return "\(origin) is \"\(shown)\", which is no renderer; there are \(names)"
  }
}
