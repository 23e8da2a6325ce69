import OverlookGeometry
import OverlookStyle
import Testing

@testable import OverlookLayout

/// Filters and paint that go by the values of features, of which a layer has few.
@Suite struct KnownResultsTests {
  /// 60 areas, of which some have a class, a rank, both or neither.
  private let layer: FeatureLayer = {
    var builder = FeatureLayerBuilder(name: "test")
    builder.keys = ["class", "rank"]
    builder.values = [.string("park"), .string("water"), .number(3), .null, .number(7)]
    for number in 0..<60 {
      let x = Double(100 * number)
      for corner in [SIMD2(x, 0), SIMD2(x + 50, 0), SIMD2(x + 50, 50)] { builder.append(corner) }
      builder.endPart()
      if number % 5 < 4 { builder.appendTag(key: 0, value: Int32(number % 5)) }
      if number % 3 == 0 { builder.appendTag(key: 1, value: number % 2 == 0 ? 2 : 4) }
      builder.endFeature(.polygon, id: .number(Double(number)))
    }
    return FeatureLayer(builder)
  }()

  private let context = LayoutContext(tile: OverscaledTile(TileID(z: 1, x: 0, y: 0)))

  private static let filters = [
    #"["==", ["get", "class"], "park"]"#, #"["!=", "class", "water"]"#, #"["has", "class"]"#, #"["!", ["has", "rank"]]"#,
    #"[">", ["get", "rank"], 4]"#, #"["==", ["get", "class"], ["get", "rank"]]"#, #"["==", ["get", ["get", "class"]], 3]"#,
    #"["all", ["has", "class"], ["<", ["id"], 30]]"#, #"["in", "class", "park", "water"]"#,
    #"["all", ["==", ["geometry-type"], "Polygon"], ["==", ["get", "class"], "park"]]"#, #"["has", "absent"]"#,
    #"["==", ["coalesce", ["get", "absent"], ["get", "class"]], "water"]"#,
    #"["all", ["==", ["get", "class"], "park"], ["has", "rank"]]"#, #"["all"]"#, #"["all", ["all"], ["all", ["has", "rank"]]]"#,
    #"["all", ["==", ["get", "class"], "park"], ["any", ["<", ["get", "rank"], 5], ["all", ["has", "class"], ["!", ["has", "rank"]]]]]"#,
    // Without a rank the comparison has no value, whatever the class.
    #"["all", ["!=", ["get", "class"], "water"], [">", ["number", ["get", "rank"]], 4], ["<", ["id"], 50]]"#,
    #"["let", "a", ["has", "class"], ["all", ["var", "a"], ["all", ["var", "a"], ["has", "rank"]]]]"#,
  ]

  @Test(arguments: filters) func filtersLetThroughWhatTheyDoFeatureByFeature(filter: String) throws {
    let style = try ShapeFeatures.layer(#"{"id": "a", "type": "fill", "source": "s", "filter": \#(filter)}"#)
    let program = try #require(style.filter)
    var expected: [Int32] = []
    for row in 0..<Int32(layer.features.count) {
      var expression = context.expressionContext
      expression.feature = layer.expressionFeature(row, in: context.tile.canonical)
      if (try? program.evaluate(expression)) == .bool(true) { expected.append(row) }
    }
    #expect(FeatureSelection.rows(of: layer, style, context) == expected)
  }

  private static let colors = [
    #"["match", ["get", "class"], "park", "lime", "water", "blue", "gray"]"#,
    #"["case", ["boolean", ["feature-state", "on"], false], "red", ["==", ["get", "class"], "park"], "lime", "gray"]"#,
    #"["case", [">", ["get", "rank"], 4], "red", "lime"]"#,
  ]

  @Test(arguments: colors) func paintIsWhatItIsFeatureByFeature(color: String) throws {
    let style = try ShapeFeatures.layer(
      #"{"id": "a", "type": "fill", "source": "s", "paint": {"fill-color": \#(color), "fill-opacity": ["/", ["id"], 100]}}"#)
    var context = context
    context.featureStates[nil, .number(5)] = ["on": .bool(true)]
    let properties = LayerProperties(style, context)
    let rows = layer.features.indices.map { Int32($0) }
    let bucket = try #require(FillLayout.bucket(style, layer, selected: rows, context))
    let column = try #require(bucket.columns.column(.fillColor))
    for row in rows {
      let feature = layer.expressionFeature(row, in: context.tile.canonical)
      let value = properties.value(.fillColor, zoom: context.zoom, feature: feature)
      let start = Int(row) * bucket.columns.floatsPerRow + column.offset
      let expected = try #require(value.color).premultiplied
      #expect((0..<4).map { bucket.columns.values[start + $0] } == (0..<4).map { expected[$0] }, "row \(row)")
    }
  }

  /// Each then has few values to be asked for.
  @Test func aFilterIsAskedForInParts() throws {
    let filter = #"["all", ["==", ["get", "class"], "park"], ["all", ["has", "rank"], ["has", "class"]]]"#
    let both = try ShapeFeatures.layer(#"{"id": "a", "type": "fill", "source": "s", "filter": \#(filter)}"#)
    #expect(both.conditions.map(\.onlyProperty) == ["class", "rank", "class"])
    // What is bound once and stands in many places would make of one part as many as one likes.
    let pair = (0..<20).reduce(#"["has", "class"]"#) { inner, number in
      #"["let", "v\#(number)", \#(inner), ["all", ["var", "v\#(number)"], ["var", "v\#(number)"]]]"#
    }
    let doubled = try ShapeFeatures.layer(#"{"id": "a", "type": "fill", "source": "s", "filter": \#(pair)}"#)
    #expect(doubled.conditions.count == 1)
    #expect(try ShapeFeatures.layer(#"{"id": "a", "type": "fill", "source": "s"}"#).conditions.isEmpty)
  }

  @Test func oneEvaluationServesAllFeaturesOfAValue() throws {
    let style = try ShapeFeatures.layer(#"{"id": "a", "type": "fill", "source": "s", "filter": ["has", "class"]}"#)
    var known = KnownResults<Bool>(style.filter)
    let places = layer.features.indices.map { known.place(of: RowFeature(Int32($0), of: layer, context)) }
    #expect(Set(places) == [0, 1, 2, 3, 5])
    known[5] = false
    #expect(known[5] == false && known[0] == nil)
  }

  /// As many values as features: nothing would be found again.
  @Test func nothingIsKeptOfAttributesThatDifferFromFeatureToFeature() throws {
    let features = ShapeFeatures.features(
      .polygon, [[[(0, 0), (50, 0), (50, 50)]], [[(0, 0), (50, 0), (50, 50)]]], numbers: [1, 2])
    let style = try ShapeFeatures.layer(#"{"id": "a", "type": "fill", "source": "s", "filter": [">", ["get", "n"], 1]}"#)
    var known = KnownResults<Bool>(style.filter)
    #expect(known.place(of: RowFeature(0, of: features, context)) == nil)
    #expect(FeatureSelection.rows(of: features, style, context) == [1])
  }
}
