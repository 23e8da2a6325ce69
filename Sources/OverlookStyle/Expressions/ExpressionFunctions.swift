/// The operators whose operands are all evaluated first, with the types they take.
struct ExpressionFunction {
  /// Operands of one form of a function.
  enum Signature {
    case fixed([StyleType])
    case any(of: StyleType)

    func takes(_ count: Int) -> Bool {
      guard case .fixed(let types) = self else { return true }
      return types.count == count
    }

    func type(at index: Int) -> StyleType? {
      switch self {
      case .fixed(let types): types.indices.contains(index) ? types[index] : nil
      case .any(let type): type
      }
    }

    var text: String {
      switch self {
      case .fixed(let types): "(\(types.map(\.description).joined(separator: ", ")))"
      case .any(let type): "(\(type)...)"
      }
    }
  }

  var type: StyleType
  var forms: [Signature]
  var operation: ExpressionOperation
  /// Of a form with this many operands.
  var dependencies: @Sendable (Int) -> ExpressionDependencies = { _ in [] }

  private init(
    _ type: StyleType, _ forms: [Signature], _ operation: ExpressionOperation,
    dependencies: @escaping @Sendable (Int) -> ExpressionDependencies = { _ in [] }
  ) {
    self.type = type
    self.forms = forms
    self.operation = operation
    self.dependencies = dependencies
  }

  static func named(_ name: String) -> ExpressionFunction? {
    arithmetic(name) ?? lookUp(name) ?? text(name) ?? color(name)
  }

  private static func lookUp(_ name: String) -> ExpressionFunction? {
    let onFeature: @Sendable (Int) -> ExpressionDependencies = { $0 == 1 ? .feature : [] }
    switch name {
    case "get": return Self(.value, [.fixed([.string]), .fixed([.string, .object])], .member, dependencies: onFeature)
    case "has": return Self(.boolean, [.fixed([.string]), .fixed([.string, .object])], .hasMember, dependencies: onFeature)
    case "properties": return Self(.object, [.fixed([])], .properties) { _ in .feature }
    case "geometry-type": return Self(.string, [.fixed([])], .geometryType) { _ in .feature }
    case "id": return Self(.value, [.fixed([])], .featureID) { _ in .feature }
    case "feature-state": return Self(.value, [.fixed([.string])], .featureState) { _ in .featureState }
    case "zoom": return Self(.number, [.fixed([])], .input(.zoom)) { _ in .zoom }
    case "heatmap-density": return Self(.number, [.fixed([])], .input(.heatmapDensity)) { _ in .heatmapDensity }
    case "elevation": return Self(.number, [.fixed([])], .input(.elevation)) { _ in .elevation }
    case "line-progress": return Self(.number, [.fixed([])], .input(.lineProgress)) { _ in .lineProgress }
    case "accumulated": return Self(.value, [.fixed([])], .input(.accumulated)) { _ in .accumulated }
    default: return nil
    }
  }

  private static func text(_ name: String) -> ExpressionFunction? {
    switch name {
    case "typeof": return Self(.string, [.fixed([.value])], .typeName)
    case "!": return Self(.boolean, [.fixed([.boolean])], .not)
    case "all": return Self(.boolean, [.fixed([.boolean, .boolean]), .any(of: .boolean)], .all)
    case "any": return Self(.boolean, [.fixed([.boolean, .boolean]), .any(of: .boolean)], .any)
    case "concat": return Self(.string, [.any(of: .value)], .concatenate)
    case "upcase": return Self(.string, [.fixed([.string])], .uppercase)
    case "downcase": return Self(.string, [.fixed([.string])], .lowercase)
    case "split": return Self(.array(of: .string, count: nil), [.fixed([.string, .string])], .split)
    case "join": return Self(.string, [.fixed([.array(of: .string, count: nil), .string])], .join)
    case "is-supported-script":
      return Self(.boolean, [.fixed([.string])], .isSupportedScript) { _ in .environment }
    case "resolved-locale": return Self(.string, [.fixed([.collator])], .resolvedLocale) { _ in .environment }
    case "error": return Self(.error, [.fixed([.string])], .fail) { _ in .environment }
    default: return nil
    }
  }

  private static func color(_ name: String) -> ExpressionFunction? {
    switch name {
    case "rgb": Self(.color, [.fixed([.number, .number, .number])], .rgba)
    case "rgba": Self(.color, [.fixed([.number, .number, .number, .number])], .rgba)
    case "to-rgba": Self(.array(of: .number, count: 4), [.fixed([.color])], .colorComponents)
    default: nil
    }
  }

  private static func arithmetic(_ name: String) -> ExpressionFunction? {
    guard let arithmetic = Arithmetic(rawValue: name) else { return nil }
    let forms: [Signature] =
      switch arithmetic {
      case .add, .multiply, .minimum, .maximum: [.any(of: .number)]
      case .subtract: [.fixed([.number, .number]), .fixed([.number])]
      case .divide, .remainder, .power: [.fixed([.number, .number])]
      case .ln2, .pi, .e: [.fixed([])]
      case .sqrt, .log10, .ln, .log2, .sin, .cos, .tan, .asin, .acos, .atan, .round, .abs, .ceil, .floor: [.fixed([.number])]
      }
    return Self(.number, forms, .arithmetic(arithmetic))
  }
}
