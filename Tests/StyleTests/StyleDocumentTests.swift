import OverlookFormats
import Testing

@testable import OverlookStyle

@Suite struct StyleDocumentTests {
  private func style(_ layers: String, sources: String = #""tiles": {"type": "vector", "url": "https://a.example/t.json"}"#)
    throws
    -> StyleDocument
  {
    try StyleDocument(Array("{\"version\": 8, \"sources\": {\(sources)}, \"layers\": [\(layers)]}".utf8))
  }

  @Test func readsLayersWithTheirProperties() throws {
    let document = try style(
      """
      {"id": "sky", "type": "background", "paint": {"background-color": "#fff"}},
      {"id": "roads", "type": "line", "source": "tiles", "source-layer": "transportation", "minzoom": 5, "maxzoom": 14.5,
       "filter": ["==", ["get", "class"], "motorway"], "layout": {"line-cap": "round", "visibility": "none"},
       "paint": {"line-width": ["interpolate", ["linear"], ["zoom"], 5, 1, 10, 6], "line-translate": [0, 4],
                 "line-opacity-transition": {"duration": 500}}}
      """)
    #expect(document.faults == [])
    #expect(document.layers.map(\.id) == ["sky", "roads"])
    let roads = try #require(document.layer("roads"))
    #expect(roads.kind == .line)
    #expect(roads.isVisible == false)
    #expect(roads.minimumZoom == 5 && roads.maximumZoom == 14.5)
    #expect(roads.transitions[.lineOpacity]?.durationSeconds == 0.5)
    guard case .constant(.array(let offset))? = roads.properties[.lineTranslate] else { return #expect(Bool(false)) }
    #expect(offset == [.number(0), .number(4)])
    guard case .expression(let width)? = roads.properties[.lineWidth] else { return #expect(Bool(false)) }
    var context = ExpressionContext()
    context.zoom = 7.5
    #expect(try width.evaluate(context) == .number(3.5))
  }

  @Test(arguments: [
    (
      #"{"id": "a", "type": "fill", "source": "none", "source-layer": "x"}"#,
      #"layers[0].source: there is no source "none" that can be used"#
    ),
    (
      #"{"id": "a", "type": "fill", "source": "tiles"}"#,
      "layers[0].source-layer: a layer of a vector source must name one of its layers"
    ),
    (#"{"id": "a", "type": "raster", "source": "tiles"}"#, #"layers[0]: a raster layer cannot draw the source "tiles""#),
    (#"{"id": "a"}"#, "layers[0].type: it is missing"), (#"{"type": "background"}"#, "layers[0].id: it is missing"),
    ("7", "layers[0]: object expected, number found"),
    (
      #"{"id": "a", "type": "background", "paint": {"background-opacity": 2}}"#,
      "layers[0].paint.background-opacity: 2 is greater than the maximum value 1"
    ),
    (
      #"{"id": "a", "type": "background", "paint": {"background-color": ["rgb", 1, 2]}}"#,
      "layers[0].paint.background-color: Expected arguments of type (number, number, number), but found (number, number) instead."
    ),
    (
      #"{"id": "a", "type": "background", "paint": {"background-color": ["case", true, ["nope"], "red"]}}"#,
      #"layers[0].paint.background-color[2][0]: Unknown expression "nope". If you wanted a literal array, use ["literal", [...]]."#
    ),
    (
      #"{"id": "a", "type": "background", "paint": {"background-color": ["get", "x"]}}"#,
      "layers[0].paint.background-color: data expressions not supported"
    ),
    (
      #"{"id": "a", "type": "line", "source": "tiles", "source-layer": "x", "layout": {"line-cap": "pointed"}}"#,
      #"layers[0].layout.line-cap: expected one of [butt, round, square], "pointed" found"#
    ),
    (
      #"{"id": "a", "type": "fill", "source": "tiles", "source-layer": "x", "filter": 5}"#,
      "layers[0].filter: array expected, number found"
    ),
    (
      #"{"id": "a", "type": "fill", "source": "tiles", "source-layer": "x", "layout": {"fill-sort-key": ["feature-state", "k"]}}"#,
      #"layers[0].layout.fill-sort-key: "feature-state" data expressions are not supported with layout properties."#
    ),
    (
      #"{"id": "a", "type": "background", "paint": {"background-color": ["nope", "x"]}}"#,
      #"layers[0].paint.background-color: Unknown expression "nope". If you wanted a literal array, use ["literal", [...]]."#
    ),
    (#"{"id": "a", "type": "background", "minzoom": 25}"#, "layers[0].minzoom: a number of 0 to 24 was expected"),
    (#"{"id": "a", "type": "background"}, {"id": "a", "type": "background"}"#, #"layers[1].id: another layer has the id "a""#),
  ])
  func tellsFaultsWithTheirPlace(layers: String, fault: String) throws {
    let faults = try style(layers).faults
    #expect(faults.map(\.description) == [fault])
    #expect(faults.allSatisfy { $0.severity == .error })
  }

  /// A layer with the id of another is left out; its faults are told.
  @Test func checksWhatItLeavesOut() throws {
    let document = try style(#"{"id": "a", "type": "background"}, {"id": "a", "type": "background", "maxzoom": -1}"#)
    #expect(document.layers.count == 1)
    #expect(
      document.faults.map(\.description) == [
        #"layers[1].id: another layer has the id "a""#, "layers[1].maxzoom: a number of 0 to 24 was expected",
      ])
  }

  /// All that is wrong with a layer that cannot be drawn, whatever was found first.
  @Test func tellsEveryFaultOfALayer() throws {
    let wrong = #""minzoom": -1, "filter": ["==", ["get"], 1], "paint": {"line-color": "rde"}"#
    let rest = ["minzoom: a number of 0 to 24 was expected", "filter[1]: Expected", "paint.line-color: "]
    for (head, first) in [
      (#""type": "line", "source": "tiles", "source-layer": "x""#, "id: it is missing"),
      (#""id": 7, "type": "line", "source": "tiles", "source-layer": "x""#, "id: string expected, number found"),
      (#""id": "a", "type": "line""#, "source: it is missing"),
      (#""id": "a", "type": "line", "source": "none""#, "source: there is no source"),
      (#""id": "a", "type": "line", "source": "tiles""#, "source-layer: a layer of a vector source must"),
      (#""id": "a", "type": "line", "source": "tiles", "source-layer": 5"#, "source-layer: string expected, number found"),
    ] {
      let document = try style("{\(head), \(wrong)}")
      #expect(document.layers.isEmpty)
      let faults = document.faults.map(\.description)
      #expect(faults.count == 4, "\(faults)")
      for beginning in [first] + rest {
        #expect(faults.contains { $0.hasPrefix("layers[0].\(beginning)") }, "\(beginning): \(faults)")
      }
    }
  }

  /// Types and ranges of the members of sources, as in the style specification.
  @Test(arguments: [
    (#"{"url": "u"}"#, "type: it is missing"), (#"{"type": 1}"#, "type: string expected, number found"),
    (#"{"type": "vector", "url": 5}"#, "url: string expected, number found"),
    (#"{"type": "vector", "tiles": ["a", 5]}"#, "tiles[1]: string expected, number found"),
    (#"{"type": "vector", "url": "u", "scheme": "wms"}"#, #"scheme: expected one of [xyz, tms], "wms" found"#),
    (#"{"type": "raster", "url": "u", "bounds": [1, 2, 3, "4"]}"#, "bounds: four numbers were expected"),
    (#"{"type": "vector", "url": "u", "encoding": "mlt"}"#, #"encoding: tiles of the encoding "mlt" are not supported"#),
    (#"{"type": "geojson"}"#, "data: it is missing"),
    (#"{"type": "geojson", "data": 5}"#, "data: string or object expected, number found"),
    (#"{"type": "geojson", "data": "a", "cluster": "yes"}"#, "cluster: boolean expected, string found"),
    (#"{"type": "geojson", "data": "a", "buffer": 513}"#, "buffer: a number of 0 to 512 was expected"),
    (#"{"type": "geojson", "data": "a", "maxzoom": "9"}"#, "maxzoom: number expected, string found"),
    (
      #"{"type": "geojson", "data": "a", "clusterProperties": {"s": ["+"]}}"#,
      "clusterProperties.s: an operator and an expression were expected"
    ),
    (
      #"{"type": "geojson", "data": "a", "clusterProperties": {"s": ["plus", ["get", "n"]]}}"#,
      #"clusterProperties.s[0]: Unknown expression "plus". If you wanted a literal array, use ["literal", [...]]."#
    ),
    (
      #"{"type": "geojson", "data": "a", "clusterProperties": {"s": ["+", ["case", ["get", "n"], ["zoom"], 0]]}}"#,
      #"clusterProperties.s[1]: "zoom" and "feature-state" expressions are not supported with cluster properties."#
    ),
    (#"{"type": "image", "coordinates": [[0, 0], [1, 0], [1, 1], [0, 1]]}"#, "url: it is missing"),
    (#"{"type": "image", "url": "u"}"#, "coordinates: four places were expected"),
    (
      #"{"type": "image", "url": "u", "coordinates": [[0, 0], [1, 0], [1, 1], [0, 1], null]}"#,
      "coordinates: four places were expected"
    ),
    (#"{"type": "raster-dem", "url": "u", "encoding": ["x"]}"#, "encoding: string expected, array found"),
    (#"{"type": "raster-dem", "url": "u", "encodings": "mapbox"}"#, "encodings: unknown property"),
    (#"{"type": "hologram"}"#, #"type: there is no source type "hologram""#),
    (#"{"type": "raster", "url": "u", "minzoom": 31}"#, "minzoom: a number of 0 to 30 was expected"),
    (#"{"type": "raster", "url": "u", "minzoom": 9, "maxzoom": 3}"#, "minzoom: it is above maxzoom"),
    (#"{"type": "raster", "url": "u", "tileSize": 0}"#, "tileSize: a number of 1 to 4096 was expected"),
    (#"{"type": "vector", "url": "u", "promoteId": 3}"#, "promoteId: string or object expected, number found"),
    (#"{"type": "raster-dem", "url": "u", "encoding": "steep"}"#, "encoding: expected one of [terrarium, mapbox, custom]"),
  ])
  func tellsFaultsOfSources(source: String, fault: String) throws {
    let faults = try style("", sources: "\"s\": \(source)").faults
    #expect(faults.first?.description == "sources.s.\(fault)", "\(faults)")
    #expect(faults.allSatisfy { $0.severity == .error })
  }

  @Test func tellsMembersOfSourcesThatAreNotKnown() throws {
    let document = try style("", sources: #""s": {"type": "geojson", "data": "a", "clustered": true}"#)
    #expect(document.faults.map(\.description) == ["sources.s.clustered: unknown property"])
    #expect(document.faults[0].severity == .error && document.sources.count == 1)
  }

  @Test func visibilityFollowsTheGlobalState() throws {
    func document(_ visibility: String) throws -> StyleDocument {
      let layer = #"{"id": "a", "type": "background", "layout": {"visibility": \#(visibility)}}"#
      let state = #""state": {"shown": {"default": false}, "word": {"default": "none"}}"#
      return try StyleDocument(Array("{\"version\": 8, \"sources\": {}, \(state), \"layers\": [\(layer)]}".utf8))
    }
    for hidden in [#"["global-state", "word"]"#, #"["case", ["global-state", "shown"], "visible", "none"]"#] {
      #expect(try document(hidden).layers[0].isVisible == false)
      #expect(try document(hidden).faults == [])
    }
    #expect(try document(#"["global-state", "unknown"]"#).layers[0].isVisible)
    let faults = try document(#"["step", ["zoom"], "none", 5, "visible"]"#).faults
    #expect(faults.map(\.description) == ["layers[0].layout.visibility: zoom expressions not supported"])
  }

  /// Documents and places of faults as in the specification's own tests of its validator.
  @Test(arguments: [
    (#"{"stops": []}"#, ".stops: array must have at least one stop"), ("{}", #": missing required property "stops""#),
    (#"{"base": "5", "stops": [[0, 1]]}"#, ".base: number expected, string found"),
    (#"{"stops": {}}"#, ".stops: array expected, object found"),
    (#"{"stops": ["1"]}"#, ".stops[0]: array expected, string found"),
    (#"{"stops": [[]]}"#, ".stops[0]: array length 2 expected, length 0 found"),
    (#"{"stops": [[1, "red"]]}"#, ".stops[0][1]: number expected, string found"),
    (#"{"stops": [[2, 0], [1, 0]]}"#, ".stops[1][0]: stop domain values must appear in ascending order"),
    (#"{"property": "a", "stops": [[{"value": 1}, 1]]}"#, ".stops[0]: object stop key must have zoom"),
    (#"{"property": "a", "stops": [[{"zoom": "1", "value": 0}, 1]]}"#, ".stops[0][0].zoom: number expected, string found"),
    (
      #"{"property": "a", "stops": [[{"zoom": 1, "value": 0}, 0], [{"zoom": 0, "value": 1}, 0]]}"#,
      ".stops[1]: stop zoom values must appear in ascending order"
    ),
    (#"{"type": "categorical", "stops": [["a", 1]]}"#, #": "property" property is required"#),
    (
      #"{"type": "categorical", "property": "p", "stops": [["a", 1], ["a", 2]]}"#,
      ".stops[1][0]: stop domain values must be unique"
    ),
    (#"{"type": "identity", "property": "p", "default": "x"}"#, ".default: number expected, string found"),
  ])
  func tellsFaultsOfFunctions(function: String, fault: String) throws {
    let layer = #"{"id": "a", "type": "line", "source": "tiles", "source-layer": "x", "paint": {"line-width": \#(function)}}"#
    #expect(try style(layer).faults.map(\.description) == ["layers[0].paint.line-width\(fault)"])
  }

  @Test(arguments: [
    ("[]", ": filter array must have at least 1 element"), (#"["==", 1, "value"]"#, "[1]: string expected, number found"),
    (#"["==", "$type", "value"]"#, #"[2]: expected one of [Point, LineString, Polygon], "value" found"#),
    (#"[">", "$type", "Point"]"#, #": "$type" cannot be used with operator ">""#),
    (#"["any", []]"#, "[1]: filter array must have at least 1 element"),
    (#"["<=", ["feature-state", "height"], 10]"#, #": "feature-state" data expressions are not supported with filters."#),
  ])
  func tellsFaultsOfFilters(filter: String, fault: String) throws {
    let layer = #"{"id": "a", "type": "line", "source": "tiles", "source-layer": "x", "filter": \#(filter)}"#
    #expect(try style(layer).faults.map(\.description) == ["layers[0].filter\(fault)"])
  }

  @Test(arguments: [
    (#"["all", ["==", "class", "a"], [">", ["get", "rank"], 2]]"#, ["[2]"]),
    (#"["all", ["any", ["==", "class", "a"], ["!", ["has", "x"]]], ["in", "kind", "b"], ["==", ["id"], 1]]"#, ["[1][2]", "[3]"]),
    // These words are of both kinds.
    (#"["all", ["has", "x"], ["==", "class", "a"], ["any", ["has", "y"], ["has", "z"]]]"#, []),
    (#"["all", ["has", "x"], ["==", ["get", "class"], "a"]]"#, []),
  ])
  func warnsOfExpressionsInOlderFilters(filter: String, places: [String]) throws {
    let layer = #"{"id": "a", "type": "line", "source": "tiles", "source-layer": "x", "filter": \#(filter)}"#
    let faults = try style(layer).faults
    #expect(faults.map(\.path) == places.map { "layers[0].filter\($0)" })
    #expect(faults.allSatisfy { $0.severity == .warning })
  }

  @Test func tellsFaultsOfWhatBelongsToNoLayer() throws {
    let text = """
      {"version": 8, "sources": {}, "layers": [], "roll": "45", "light": {"anchor": true, "position": [1, 2], "intensity": 1.5},
       "sky": {"sky-color": "x", "fog-ground-blend": 0.5, "shine": 1}}
      """
    let faults = try StyleDocument(Array(text.utf8)).faults
    #expect(
      faults.map(\.path) == ["roll", "light.anchor", "light.position", "light.intensity", "sky.sky-color", "sky.shine"])
    #expect(faults.allSatisfy { $0.severity == .error })
  }

  @Test(arguments: [#"[24, "x", 60]"#, "[24]", "[null, 24, 60]", "24"])
  func centersAreTwoNumbers(center: String) throws {
    let document = try StyleDocument(Array(#"{"version": 8, "sources": {}, "layers": [], "center": \#(center)}"#.utf8))
    #expect(document.center == nil)
    #expect(document.faults.map(\.description) == ["center: an array of a longitude and a latitude was expected"])
  }

  /// Outputs of functions of the time before expressions are values of the property, and must fit it as others do.
  @Test(arguments: [
    (#""background-opacity": {"stops": [[0, 1]], "basis": 2}"#, "background-opacity.basis: unknown property"),
    (
      #""background-opacity": {"stops": [[0, 0.5], [5, 2]]}"#,
      "background-opacity.stops[1][1]: 2 is greater than the maximum value 1"
    ),
    (
      #""background-opacity": {"stops": [[0, -1], [5, 1]]}"#,
      "background-opacity.stops[0][1]: -1 is less than the minimum value 0"
    ),
  ])
  func tellsOutputsThatDoNotFit(paint: String, fault: String) throws {
    let document = try style(#"{"id": "a", "type": "background", "paint": {\#(paint)}}"#)
    #expect(document.faults.map(\.description) == ["layers[0].paint.\(fault)"])
  }

  /// Documents that lack what all have, or have it of another kind.
  @Test(arguments: [
    (#"{"version": 8, "layers": []}"#, "sources: it is missing"), (#"{"version": 8, "sources": {}}"#, "layers: it is missing"),
    (#"{"version": 8, "sources": [], "layers": []}"#, "sources: object expected, array found"),
    (#"{"version": 8, "sources": {"s": 5}, "layers": []}"#, "sources.s: object expected, number found"),
    (#"{"version": 8, "sources": {"s": {"type": "vector"}}, "layers": []}"#, "sources.s: neither url nor tiles are there"),
    (
      #"{"version": 8, "sources": {}, "layers": [], "glyphs": "https://a.example/{range}.pbf"}"#,
      "glyphs: the address must have {fontstack} in it"
    ),
    (#"{"version": 8, "sources": {}, "layers": [], "sprite": 5}"#, "sprite: string or array expected, number found"),
    (
      #"{"version": 8, "sources": {}, "layers": [], "sprite": [{"id": "a"}]}"#,
      "sprite[0]: an object with id and url was expected"
    ),
    (#"{"version": 8, "sources": {}, "layers": [], "transition": 5}"#, "transition: object expected, number found"),
    (
      #"{"version": 8, "sources": {}, "layers": [], "transition": {"duration": -1}}"#,
      "transition.duration: a number of at least 0 was expected"
    ),
    (#"{"version": 8, "sources": {}, "layers": [], "transition": {"speed": 1}}"#, "transition.speed: unknown property"),
    (
      #"{"version": 8, "sources": {}, "layers": [{"id": "a", "ref": "b"}]}"#,
      "layers[0].ref: it names no layer that stands on its own"
    ),
    (
      #"{"version": 8, "sources": {"s": {"type": "geojson", "data": "a"}}, "layers": [{"id": "a", "type": "line", "source": "s", "#
        + #""paint": {"line-gradient": ["interpolate", ["linear"], ["line-progress"], 0, "red", 1, "blue"]}}]}"#,
      "layers[0].paint.line-gradient: it needs a GeoJSON source with lineMetrics"
    ),
    (
      #"{"version": 8, "sources": {"s": {"type": "geojson", "data": "a"}}, "layers": [{"id": "a", "type": "symbol", "source": "s", "#
        + #""layout": {"text-variable-anchor": ["top", "middle"]}}]}"#,
      "layers[0].layout.text-variable-anchor: expected one of [bottom, bottom-left, bottom-right, center, left, right, top, "
        + "top-left, top-right], middle found"
    ),
  ]) func tellsWhatADocumentLacks(_ text: String, _ fault: String) throws {
    let faults = try StyleDocument(Array(text.utf8)).faults
    #expect(faults.map(\.description).first == fault, "\(faults)")
  }

  /// Version 8 before expressions: a layer has what it does not say itself from another.
  @Test func aLayerMayBeDrawnAsAnother() throws {
    let document = try style(
      #"{"id": "a", "type": "line", "source": "tiles", "source-layer": "x", "minzoom": 4, "paint": {"line-width": 3}}, "#
        + #"{"id": "b", "ref": "a", "paint": {"line-width": 1}}"#)
    let layer = try #require(document.layer("b"))
    #expect(document.faults.isEmpty && layer.kind == .line && layer.source == "tiles" && layer.sourceLayer == "x")
    #expect(layer.minimumZoom == 4)
    guard case .constant(.number(1))? = layer.properties[.lineWidth] else { return #expect(Bool(false)) }
  }

  @Test func heightsMayBeWrittenInOwnFactors() throws {
    let document = try style(
      "", sources: #""s": {"type": "raster-dem", "url": "u", "encoding": "custom", "redFactor": 2, "baseShift": -5}"#)
    guard case .rasterDEM(_, .custom(2, 1, 1, -5))? = document.sources.first?.kind else { return #expect(Bool(false)) }
  }

  @Test func featuresOfEachLayerMayBeKnownByAnotherProperty() throws {
    let document = try style("", sources: #""s": {"type": "vector", "url": "u", "promoteId": {"roads": "ref", "parks": 5}}"#)
    guard case .vector(let tiles)? = document.sources.first?.kind else { return #expect(Bool(false)) }
    #expect(tiles.promotedIDs["roads"] == "ref" && tiles.promotedIDs["parks"] == nil && tiles.promotedIDs["water"] == nil)
  }

  @Test func severalSpritesMayHaveNames() throws {
    let text = #"{"version": 8, "sources": {}, "layers": [], "sprite": [{"id": "a", "url": "u"}, {"id": "b", "url": "v"}]}"#
    let document = try StyleDocument(Array(text.utf8))
    #expect(document.faults.isEmpty && document.sprites.map(\.id) == ["a", "b"] && document.sprites.map(\.url) == ["u", "v"])
  }

  /// What is wrong with functions of the time before expressions, as the style specification's own checks have it.
  @Test(arguments: [
    (#""background-opacity": {"type": "cubic", "stops": [[0, 1]]}"#, "background-opacity.type: expected one of ["),
    (#""background-opacity": {"base": "2", "stops": [[0, 1]]}"#, "background-opacity.base: number expected, string found"),
    (#""background-opacity": {"stops": []}"#, "background-opacity.stops: array must have at least one stop"),
    (#""background-opacity": {"stops": 1}"#, "background-opacity.stops: array expected, number found"),
    (#""background-opacity": {"base": 1}"#, #"background-opacity: missing required property "stops""#),
    (#""background-opacity": {"stops": [1]}"#, "background-opacity.stops[0]: array expected, number found"),
    (#""background-opacity": {"stops": [[1]]}"#, "background-opacity.stops[0]: array length 2 expected, length 1 found"),
    (
      #""background-opacity": {"stops": [["a", 1]]}"#,
      #"background-opacity.stops[0][0]: number expected, string found, and no type "categorical""#
    ),
    (
      #""background-opacity": {"stops": [[5, 1], [1, 0]]}"#,
      "background-opacity.stops[1][0]: stop domain values must appear in ascending order"
    ),
    (
      #""background-opacity": {"stops": [[[1], 1]]}"#,
      "background-opacity.stops[0][0]: stop domain value must be a number, string, or boolean"
    ),
    (#""background-opacity": {"stops": [[0, "1"]]}"#, "background-opacity.stops[0][1]: number expected, string found"),
    (#""background-color": {"stops": [[0, 1]]}"#, "background-color.stops[0][1]: color expected, number found"),
    (#""background-color": {"stops": [[0, "redd"]]}"#, #"background-color.stops[0][1]: color expected, "redd" found"#),
  ]) func tellsWhatIsWrongWithAFunction(_ paint: String, _ fault: String) throws {
    let document = try style(#"{"id": "a", "type": "background", "paint": {\#(paint)}}"#)
    let faults = document.faults.map(\.description)
    #expect(faults.contains { $0.hasPrefix("layers[0].paint.\(fault)") }, "\(faults)")
  }

  @Test(arguments: [
    (#"{"type": "identity", "stops": []}"#, ["missing required property \"property\"", "may not have a \"stops\" property"]),
    (
      #"{"type": "categorical", "property": "p", "stops": [["a", 1], [2, 3]]}"#,
      ["number stop domain type must match previous stop domain type string"]
    ),
    (
      #"{"type": "categorical", "property": "p", "stops": [[1, 1], [1, 3], [1.5, 2]]}"#,
      ["must be unique", "integer expected, found 1.5"]
    ),
    (#"{"type": "categorical", "stops": [[1, 1]]}"#, ["\"property\" property is required"]),
    (#"{"property": "p", "stops": [[{"value": 1}, 1]]}"#, ["object stop key must have zoom"]),
    (#"{"property": "p", "stops": [[{"zoom": 1}, 1]]}"#, ["object stop key must have value"]),
    (#"{"property": "p", "stops": [[{"zoom": "1", "value": 1}, 1]]}"#, ["number expected, string found"]),
    (#"{"property": "p", "stops": [[{"zoom": 1, "value": 1}, 1], [1, 1]]}"#, ["object expected, number found"]),
    (
      #"{"property": "p", "stops": [[{"zoom": 2, "value": 1}, 1], [{"zoom": 1, "value": 1}, 1]]}"#,
      ["stop zoom values must appear in ascending order"]
    ),
  ]) func tellsWhatIsWrongWithAFunctionOfData(_ function: String, _ words: [String]) throws {
    let document = try style(
      #"{"id": "a", "type": "line", "source": "tiles", "source-layer": "x", "paint": {"line-width": \#(function)}}"#)
    let faults = document.faults.map(\.description)
    for word in words { #expect(faults.contains { $0.contains(word) }, "\(word): \(faults)") }
  }

  @Test func moreMayStandInDocumentsAndLayers() throws {
    let text = #"{"version": 8, "sources": {}, "layers": [{"id": "a", "type": "background", "note": 1}], "owner": "me"}"#
    let faults = try StyleDocument(Array(text.utf8)).faults
    #expect(faults.map(\.path) == ["owner", "layers[0].note"])
    #expect(faults.allSatisfy { $0.severity == .warning })
  }

  @Test func tellsAndLeavesOutWhatDoesNotExist() throws {
    let document = try style(
      #"{"id": "a", "type": "background", "paint": {"background-shine": 1}}, {"id": "b", "type": "hologram"}"#)
    #expect(document.layers.map(\.id) == ["a"])
    #expect(document.faults.map(\.severity) == [.error, .error])
    #expect(document.faults.map(\.path) == ["layers[0].paint.background-shine", "layers[1].type"])
  }

  private func faults(ofMember member: String) throws -> [StyleFault] {
    try StyleDocument(Array("{\"version\": 8, \"sources\": {}, \(member), \"layers\": []}".utf8)).faults
  }

  @Test(arguments: [
    (#""projection": {"type": "globe"}"#, "projection.type"), (#""roll": 20"#, "roll"),
    (
      #""projection": {"type": ["interpolate", ["linear"], ["zoom"], 10, "vertical-perspective", 12, "mercator"]}"#,
      "projection.type"
    ),
    (#""terrain": {"source": "dem", "exaggeration": 2}"#, "terrain"), (#""centerAltitude": 200"#, "centerAltitude"),
    (#""font-faces": {"Noto": "https://a.example/noto.ttf"}"#, "font-faces"),
  ])
  func warnsOfAMapThatIsNotDrawn(member: String, path: String) throws {
    let faults = try faults(ofMember: member)
    #expect(faults.map(\.path) == [path] && faults.first?.severity == .warning, "\(faults)")
  }

  @Test(arguments: [#""projection": {"type": "mercator"}"#, #""roll": 0"#, #""roll": 360"#, #""centerAltitude": 0"#])
  func saysNothingOfWhatIsDrawnAnyway(member: String) throws {
    #expect(try faults(ofMember: member).isEmpty)
  }

  @Test(arguments: [
    (#""projection": "globe""#, ["projection: object expected, string found"]),
    (#""projection": {"kind": "globe"}"#, ["projection.kind: unknown property"]),
    (#""projection": {"type": 4}"#, ["projection.type: Expected projectionDefinition but found number instead."]),
    (#""terrain": [1]"#, ["terrain: object expected, array found"]),
    (
      #""terrain": {"source": 3, "exaggeration": -1, "a": 1}"#,
      [
        "terrain.source: Expected string but found number instead.", "terrain.exaggeration: -1 is less than the minimum value 0",
        "terrain.a: unknown property",
      ]
    ),
    (#""font-faces": []"#, ["font-faces: object expected, array found"]),
    (
      #""font-faces": {"A": 1, "B": [{"url": "u", "unicode-range": "U+0"}, {"urls": 1}, 5, {"url": "u", "unicode-range": [1]}]}"#,
      [
        "font-faces.A: string or array expected, number found",
        "font-faces.B[0].unicode-range: array expected, string found", "font-faces.B[1].url: it is missing",
        "font-faces.B[1].urls: unknown property", "font-faces.B[2]: object expected, number found",
        "font-faces.B[3].unicode-range[0]: string expected, number found",
      ]
    ),
  ])
  func checksMembersThatBelongToNoLayer(member: String, errors: [String]) throws {
    #expect(try faults(ofMember: member).filter { $0.severity == .error }.map(\.description) == errors)
  }

  /// Fonts are fetched before features are known.
  @Test(arguments: [
    (#"["array", "string", ["get", "fonts"]]"#, false),
    (#"["match", ["get", "class"], "a", ["get", "fonts"], ["literal", ["B"]]]"#, false),
    (#"["match", ["get", "class"], "a", ["literal", ["A"]], ["literal", ["B"]]]"#, true),
    (#"["case", ["has", "x"], ["literal", ["A"]], ["literal", ["B"]]]"#, true), (#"["A", "B"]"#, true),
    (#"["step", ["zoom"], ["literal", ["A"]], 5, ["literal", ["B"]]]"#, true),
    (#"{"stops": [[1, ["A"]], [2, ["B"]]]}"#, true),
  ])
  func namesOfFontsStandInTheStyle(fonts: String, isTaken: Bool) throws {
    let document = try style(
      #"{"id": "a", "type": "symbol", "source": "tiles", "source-layer": "l", "layout": {"text-font": \#(fonts)}}"#)
    #expect((document.layers.first?.properties[.textFont] != nil) == isTaken)
    let fault =
      "layers[0].layout.text-font: Invalid data expression for \"text-font\". "
      + "Output values must be contained as literals within the expression."
    #expect(document.faults.map(\.description) == (isTaken ? [] : [fault]))
  }

  @Test(arguments: [
    ("[1, 2", "style at line 1, column 6 is cut short"), ("[]", "style is damaged: the document is no object"),
    ("{}", "style is damaged: it names no version"),
    (#"{"version": 7}"#, "style is not supported: version 7, where 8 is known"),
    (#"{"version": 8}"#, "style is damaged: it has neither sources nor layers"),
    (
      #"{"version": 8, "sources": {}, "layers": {"a": {"type": "background"}}}"#,
      "style is damaged: layers: array expected, object found"
    ),
  ])
  func refusesWhatIsNoStyle(text: String, message: String) {
    #expect { try StyleDocument(Array(text.utf8)) } throws: { "\($0)" == message }
  }

  @Test func readsSourcesOfEveryKind() throws {
    let document = try style(
      "",
      sources: """
        "v": {"type": "vector", "tiles": ["https://a.example/{z}/{x}/{y}.pbf"], "maxzoom": 14, "attribution": "<b>A</b>"},
        "r": {"type": "raster", "url": "https://a.example/r.json", "tileSize": 256},
        "d": {"type": "raster-dem", "url": "https://a.example/d.json", "encoding": "terrarium"},
        "g": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true, "clusterRadius": 40},
        "i": {"type": "image", "url": "https://a.example/i.png", "coordinates": [[-80, 46], [-71, 46], [-71, 37], [-80, 37]]},
        "w": {"type": "video"}, "x": {"type": "vector"}
        """)
    #expect(document.sources.map(\.id) == ["v", "r", "d", "g", "i"])
    #expect(document.source("v")?.attribution == "A")
    #expect(document.faults.map(\.path) == ["sources.w.type", "sources.x"])
    guard case .geoJSON(let options)? = document.source("g")?.kind else { return #expect(Bool(false)) }
    #expect(options.isClustered && options.clusterRadius == 40)
    guard case .vector(let tiles)? = document.source("v")?.kind else { return #expect(Bool(false)) }
    #expect(tiles.maximumZoom == 14 && tiles.tileSize == 512)
  }
}

/// What the style specification says of functions and filters of the time before expressions.
@Suite struct LegacyStyleTests {
  private static let number = PropertySpecification(
    type: .number, scope: .dataDriven, isInterpolated: true, parameters: ["zoom", "feature"])
  private static let feature = ExpressionFeature(
    type: .multiPolygon, id: .number(3), properties: ["kind": .string("park"), "size": .number(4), "flag": .bool(true)])

  private func value(_ function: String, zoom: Double = 0, _ specification: PropertySpecification = number) throws -> StyleValue {
    let json = try JSONParser.parse(Array(function.utf8))
    let expression = try #require(LegacyFunction.expression(of: json, for: specification))
    var context = ExpressionContext()
    context.zoom = zoom
    context.feature = Self.feature
    return try ExpressionProgram.compile(expression, for: specification).evaluate(context)
  }

  @Test func followsFunctions() throws {
    #expect(try value(#"{"stops": [[0, 0], [10, 20]]}"#, zoom: 5) == .number(10))
    #expect(try value(#"{"base": 2, "stops": [[0, 0], [2, 3]]}"#, zoom: 1) == .number(1))
    #expect(try value(#"{"property": "size", "stops": [[0, 0], [8, 80]]}"#) == .number(40))
    #expect(try value(#"{"property": "missing", "stops": [[0, 0], [8, 80]], "default": 7}"#) == .number(7))
    #expect(try value(#"{"property": "kind", "type": "categorical", "stops": [["park", 1], ["wood", 2]]}"#) == .number(1))
    #expect(try value(#"{"property": "flag", "type": "categorical", "stops": [[true, 1], [false, 2]]}"#) == .number(1))
    #expect(try value(#"{"property": "size", "type": "interval", "stops": [[0, 1], [3, 2], [5, 3]]}"#) == .number(2))
    #expect(try value(#"{"property": "size", "type": "identity"}"#) == .number(4))
    #expect(
      try value(
        #"{"property": "size", "stops": [[{"zoom": 0, "value": 0}, 0], [{"zoom": 0, "value": 8}, 8], [{"zoom": 10, "value": 0}, 0], [{"zoom": 10, "value": 8}, 80]]}"#,
        zoom: 5) == .number(22))
  }

  @Test func fillsTokensIn() throws {
    var context = ExpressionContext()
    context.feature = Self.feature
    let expression = try #require(LegacyFunction.withTokens("a {kind} {size}!"))
    #expect(try ExpressionProgram.compile(expression, for: nil).evaluate(context) == .string("a park 4!"))
    #expect(LegacyFunction.withTokens("plain") == nil)
  }

  @Test(arguments: [
    (#"["==", "kind", "park"]"#, true), (#"["!=", "kind", "park"]"#, false), (#"["<", "size", 5]"#, true),
    (#"["<", "kind", 5]"#, false),
    (#"["in", "kind", "wood", "park"]"#, true), (#"["!in", "kind", "wood"]"#, true), (#"["has", "size"]"#, true),
    (#"["!has", "size"]"#, false), (#"["==", "$type", "Polygon"]"#, true), (#"["==", "$type", "Point"]"#, false),
    (#"["==", "$id", 3]"#, true), (#"["all", ["==", "kind", "park"], [">", "size", 4]]"#, false),
    (#"["any", ["==", "kind", "x"], [">=", "size", 4]]"#, true), (#"["none", ["==", "kind", "x"], ["<", "size", 4]]"#, true),
    (#"["==", "missing", null]"#, false), (#"["all"]"#, true), (#"["==", ["get", "size"], 4]"#, true),
    (#"["in", "ar", ["get", "kind"]]"#, true),
  ])
  func filters(filter: String, passes: Bool) throws {
    var reader = StyleReader(JSONObject())
    let program = try #require(reader.filter(try JSONParser.parse(Array(filter.utf8)), "filter"))
    var context = ExpressionContext()
    context.feature = Self.feature
    #expect(try program.evaluate(context) == .bool(passes))
    #expect(reader.faults.list.isEmpty)
  }
}
