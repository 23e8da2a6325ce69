internal import OverlookFormats

/// What a source wants to know of its clusters: for each name, what a point gives and how two are put together (style
/// specification, "clusterProperties").
package struct ClusterProperties: Sendable {
  struct Item: Sendable {
    let name: String
    let map: ExpressionProgram
    let reduce: ExpressionProgram
  }

  let items: [Item]

  init(_ items: [Item] = []) {
    self.items = items
  }

  package var names: [String] { items.map(\.name) }
  package var isEmpty: Bool { items.isEmpty }

  package func isSame(as other: ClusterProperties) -> Bool {
    items.count == other.items.count
      && zip(items, other.items).allSatisfy { $0.name == $1.name && $0.map.isSame(as: $1.map) && $0.reduce.isSame(as: $1.reduce) }
  }

  /// What one point gives. A value that cannot be computed is null.
  package func mapped(_ properties: ExpressionProperties) -> [StyleValue] {
    var context = ExpressionContext()
    context.zoom = 0
    context.feature = ExpressionFeature(type: .point, properties: properties)
    return items.map { (try? $0.map.evaluate(context)) ?? .null }
  }

  /// Adds what another point or cluster has to what was gathered.
  package func reduce(_ gathered: inout [StyleValue], _ other: [StyleValue]) {
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

extension StyleReader {
  /// Those that cannot be used are faults and left out.
  mutating func clusterProperties(_ object: JSONObject, _ path: String) -> ClusterProperties {
    var items: [ClusterProperties.Item] = []
    for (name, value) in object.members {
      let place = "\(path).\(name)"
      guard let pair = value.array, pair.count == 2 else {
        faults.error(place, "an operator and an expression were expected")
        continue
      }
      let reduction =
        pair[0].string.map {
          JSONValue.array([.string($0), .array([.string("accumulated")]), .array([.string("get"), .string(name)])])
        } ?? pair[0]
      let map = clusterExpression(pair[1], "\(place)[1]")
      // What was made of an operator has faults at places that its author did not write.
      if let reduce = clusterExpression(reduction, "\(place)[0]", isWritten: pair[0].string == nil), let map {
        items.append(ClusterProperties.Item(name: name, map: map, reduce: reduce))
      }
    }
    return ClusterProperties(items)
  }

  private mutating func clusterExpression(_ json: JSONValue, _ path: String, isWritten: Bool = true) -> ExpressionProgram? {
    do throws(ExpressionFaults) {
      let program = try ExpressionProgram.compile(json, for: nil)
      if !program.dependencies.isDisjoint(with: [.zoom, .featureState]) {
        faults.error(path, "\"zoom\" and \"feature-state\" expressions are not supported with cluster properties.")
      }
      return program
    } catch {
      for fault in error.faults { faults.error(path + (isWritten ? fault.key : ""), fault.message) }
      return nil
    }
  }
}
