import FuzzSupport
import OverlookFormats
import OverlookStyle

/// Style documents and Google-style documents, and the expressions of the layers that come out of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let json = try? JSONParser.parse(bytes), json.array != nil {
    guard let rules = try? GoogleStyle(json) else { return 0 }
    let changed = rules.applied(to: plainStyle)
    demand(changed.layers.count >= plainStyle.layers.count, "layers are gone")
    demand(Set(changed.layers.map(\.id)).count == changed.layers.count, "two layers of one name")
    return 0
  }
  guard let style = try? StyleDocument(bytes) else { return 0 }
  demand(style.faults.count <= 1000, "too many faults")
  demand(style.zoom.map(\.isFinite) ?? true, "zoom")
  for layer in style.layers {
    demand(layer.minimumZoom <= 24 && layer.maximumZoom >= 0, "zooms of a layer")
    for case .expression(let program) in layer.properties.values { _ = program.constant }
  }
  return 0
}

/// One layer of every kind that rules change.
private let plainStyle: StyleDocument = {
  let text = """
    {"version": 8, "sources": {"a": {"type": "vector", "url": "https://example.org/a.json"}}, "layers": [
    {"id": "b", "type": "background", "paint": {"background-color": "#abc"}},
    {"id": "r", "type": "line", "source": "a", "source-layer": "transportation", "filter": ["has", "class"],
     "paint": {"line-color": ["match", ["get", "class"], "motorway", "#f00", "#0f0"], "line-width": 2}},
    {"id": "p", "type": "symbol", "source": "a", "source-layer": "place", "layout": {"text-field": "x", "icon-image": "y"},
     "paint": {"text-color": "#123456"}},
    {"id": "l", "type": "fill", "source": "a", "source-layer": "landuse", "paint": {"fill-color": ["rgb", 1, 2, ["zoom"]]}}]}
    """
  guard let style = try? StyleDocument(Array(text.utf8)) else { fatalError("the style of the test") }
  return style
}()
