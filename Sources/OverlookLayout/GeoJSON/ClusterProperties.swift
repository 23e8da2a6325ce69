internal import OverlookFormats
internal import OverlookStyle

/// What a source wants to know of its clusters: for each name, what a point gives and how two are put together (style
/// specification, "clusterProperties").
struct ClusterProperties: Sendable {
  private struct Item: Sendable {
    let map: ExpressionProgram
    let reduce: ExpressionProgram
  }

  private(set) var names: [String] = []
  /// What is wrong with those that are left out.
  private(set) var faults: [String] = []
  private var items: [Item] = []

  init(_ object: JSONObject) {
    for (name, value) in object.members {
      guard let pair = value.array, pair.count == 2 else {
        faults.append("clusterProperties.\(name): an operator and an expression were expected")
        continue
      }
      let reduction =
        pair[0].string.map {
          JSONValue.array([.string($0), .array([.string("accumulated")]), .array([.string("get"), .string(name)])])
        } ?? pair[0]
      do throws(ExpressionFaults) {
        items.append(
          Item(
            map: try ExpressionProgram.compile(pair[1], for: nil), reduce: try ExpressionProgram.compile(reduction, for: nil)))
        names.append(name)
      } catch {
        faults.append("clusterProperties.\(name): \(error.faults.first?.message ?? "")")
      }
    }
  }

  var isEmpty: Bool { items.isEmpty }

  /// What one point gives. A value that cannot be computed is null.
  func mapped(_ properties: ExpressionProperties) -> [StyleValue] {
    var context = ExpressionContext()
    context.zoom = 0
    context.feature = ExpressionFeature(type: .point, properties: properties)
    return items.map { (try? $0.map.evaluate(context)) ?? .null }
  }

  /// Adds what another point or cluster has to what was gathered.
  func reduce(_ gathered: inout [StyleValue], _ other: [StyleValue]) {
    var context = ExpressionContext()
    context.zoom = 0
    context.feature = ExpressionFeature(
      type: .point, properties: ExpressionProperties(Dictionary(zip(names, other)) { _, last in last }))
    for index in items.indices {
      context.accumulated = gathered[index]
      gathered[index] = (try? items[index].reduce.evaluate(context)) ?? .null
    }
  }
}
