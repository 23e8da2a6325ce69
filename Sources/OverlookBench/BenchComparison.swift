import Foundation
import OverlookFormats

/// `overlook bench compare`: the figures of two reports, and how many times as large those of the second are.
public struct BenchComparison: Encodable {
  /// A figure that both reports have.
  public struct Line: Encodable {
    /// What was measured.
    public let name: String
    /// Its unit in both.
    public let unit: String
    /// The figure of the first and of the second report.
    public let a, b: Double
    /// `b` by `a`; nil where `a` is 0.
    public let ratio: Double?
  }

  /// What both reports have, in the order of the first.
  public let compared: [Line]
  /// Figures of only one of them.
  public let onlyInA, onlyInB: [String]

  private static let maximumBytes = 64 << 20

  /// Reads two reports that `--json` printed. Throws what is wrong with one of them.
  public init(_ a: String, _ b: String) throws {
    let (first, second) = (try Self.figures(a), try Self.figures(b))
    compared = first.compactMap { figure in
      guard let other = second.first(where: { $0.name == figure.name && $0.unit == figure.unit }) else { return nil }
      return Line(
        name: figure.name, unit: figure.unit, a: figure.value, b: other.value,
        ratio: figure.value == 0 ? nil : other.value / figure.value)
    }
    let known = Set(compared.map(\.name))
    onlyInA = first.map(\.name).filter { !known.contains($0) }
    onlyInB = second.map(\.name).filter { !known.contains($0) }
  }

  private static func figures(_ path: String) throws -> [(name: String, unit: String, value: Double)] {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      throw BenchError(description: "\(path) cannot be read")
    }
    guard bytes.count <= maximumBytes else { throw BenchError(description: "\(path): more than \(maximumBytes) bytes") }
    let document: JSONValue
    do {
      document = try JSONParser.parse([UInt8](bytes), thing: "report")
    } catch {
      throw BenchError(description: "\(path): \(error)")
    }
    guard case .array(let results)? = document["results"] else {
      throw BenchError(description: "\(path): no results; not a report of overlook bench --json")
    }
    return try results.enumerated().map { index, result in
      guard let name = result["name"]?.string, let value = result["value"]?.number, value.isFinite else {
        throw BenchError(description: "\(path): results[\(index)] has no name or no value")
      }
      return (name, result["unit"]?.string ?? "", value)
    }
  }

  /// As pretty-printed JSON with sorted keys.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// As lines of aligned columns.
  public func table() -> String {
    let width = max(compared.map(\.name.count).max() ?? 0, 6)
    func row(_ name: String, _ cells: [String]) -> String {
      name.padding(toLength: width, withPad: " ", startingAt: 0)
        + cells.map { String(repeating: " ", count: max(13 - $0.count, 1)) + $0 }.joined()
    }
    var lines = [row("figure", ["A", "B", "B / A"])]
    for line in compared {
      let ratio = line.ratio.map { String(format: "%.3f x", $0) } ?? "-"
      lines.append(row(line.name, [String(format: "%.4g", line.a), String(format: "%.4g", line.b), ratio]) + "  \(line.unit)")
    }
    for name in onlyInA { lines.append("only in A: \(name)") }
    for name in onlyInB { lines.append("only in B: \(name)") }
    return lines.joined(separator: "\n")
  }
}
