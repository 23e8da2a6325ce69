import Foundation
import Overlook
import OverlookFiles
import OverlookFormats
import OverlookSupport

/// A drawing as a file of people, and back.
enum DrawingFile {
  /// Properties of ours that other programs leave alone.
  private static let kindName = "overlook-kind"
  private static let middleName = "overlook-middle"

  /// The figures that are whole, with their looks as simplestyle and KML have them.
  static func document(_ figures: [Figure], name: String) throws(FormatError) -> FileDocument {
    var builder = FeatureBuilder(format: "drawing")
    builder.document.name = name
    for figure in figures where figure.isComplete {
      builder.beginFeature()
      set(figure, in: &builder)
      for place in figure.outline { builder.addPosition(place.normalized.longitude, place.latitude) }
      if figure.kind == .area || figure.kind == .circle, let first = figure.outline.first {
        builder.addPosition(first.normalized.longitude, first.latitude)
      }
      builder.endPart()
      for hole in figure.kind == .area ? figure.holes : [] {
        for place in hole + hole.prefix(1) { builder.addPosition(place.normalized.longitude, place.latitude) }
        builder.endPart()
      }
      switch figure.kind {
      case .point, .text: builder.endShape(.points)
      case .line: builder.endShape(.lines)
      case .area, .circle: builder.endShape(.polygon)
      }
      try builder.endFeature()
    }
    return builder.document
  }

  private static func set(_ figure: Figure, in builder: inout FeatureBuilder) {
    var look = FeatureLook()
    let color = hex(figure.color)
    if !figure.name.isEmpty { builder.set("name", .text(figure.name)) }
    if !figure.note.isEmpty { builder.set("description", .text(figure.note)) }
    switch figure.kind {
    case .point, .text:
      look.iconColor = figure.color
      builder.set("marker-color", .text(color))
    case .line, .area, .circle:
      look.strokeColor = figure.color
      look.strokeWidth = Float(figure.width)
      builder.set("stroke", .text(color))
      builder.set("stroke-width", .number(figure.width))
      if figure.kind != .line {
        look.fillColor = figure.color.withAlpha(Float(figure.fillOpacity))
        builder.set("fill", .text(color))
        builder.set("fill-opacity", .number(figure.fillOpacity))
      }
    }
    if figure.kind == .text { builder.set(kindName, .text("text")) }
    if figure.kind == .circle, let middle = figure.places.first {
      builder.set(kindName, .text("circle"))
      builder.set(middleName, .text("\(middle.latitude) \(middle.longitude)"))
    }
    builder.setLook(look)
  }

  /// The figures of a file; what is beyond `Sketch.maximumFigures` is left out, and counted.
  static func figures(_ document: FileDocument) -> (figures: [Figure], leftOut: Int) {
    var figures: [Figure] = []
    var leftOut = 0
    for feature in 0..<document.featureCount {
      for shape in document.shapes.shapes(of: feature) {
        let parts = Array(document.shapes.parts(of: shape))
        switch document.shapes.shapes[shape].kind {
        case .points:
          for position in parts.flatMap({ document.shapes.positions(of: $0) }) {
            append(figure(.point, [document.shapes.place(position)], feature, document), &figures, &leftOut)
          }
        case .lines:
          for part in parts {
            append(
              figure(.line, document.shapes.positions(of: part).map { document.shapes.place($0) }, feature, document), &figures,
              &leftOut)
          }
        case .polygon:
          let rings = parts.map { part in
            var ring = document.shapes.positions(of: part).map { document.shapes.place($0) }
            if ring.count > 1, ring.first == ring.last { ring.removeLast() }
            return ring
          }
          guard let outer = rings.first else { continue }
          var area = figure(.area, outer, feature, document)
          if area.kind == .area { area.holes = rings.dropFirst().filter { $0.count > 2 } }
          append(area, &figures, &leftOut)
        }
      }
    }
    return (figures, leftOut)
  }

  private static func append(_ figure: Figure, _ figures: inout [Figure], _ leftOut: inout Int) {
    let places = figure.places + figure.holes.joined()
    let isGood = figure.isComplete && places.count <= Figure.maximumPlaces && places.allSatisfy(\.isValid)
    if isGood, figures.count < Sketch.maximumFigures { figures.append(figure) } else { leftOut += 1 }
  }

  private static func figure(
    _ kind: Figure.Kind, _ places: [LocationCoordinate], _ feature: Int, _ document: FileDocument
  ) -> Figure {
    var figure = Figure(kind, places)
    let look = document.look(of: feature)
    figure.name = document.title(of: feature) ?? ""
    figure.note =
      ["description", "desc"].lazy.compactMap { document.properties.value(feature, named: $0)?.text }.first
      .map { OutsideText.cleaned($0, limit: 2000) } ?? ""
    if let color = kind == .point ? look.iconColor ?? look.strokeColor : look.strokeColor { figure.color = color.withAlpha(1) }
    if let width = look.strokeWidth, width > 0 { figure.width = Double(min(width, 30)) }
    if let fill = look.fillColor { figure.fillOpacity = Double(fill.alpha) }
    switch document.properties.value(feature, named: kindName)?.text {
    case "text" where kind == .point: figure.kind = .text
    case "circle" where kind == .area: makeCircle(&figure, document.properties.value(feature, named: middleName)?.text)
    default: break
    }
    return figure
  }

  /// Of the ring that stands for it the middle and one place.
  private static func makeCircle(_ figure: inout Figure, _ middle: String?) {
    let numbers = (middle ?? "").split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 2, let rim = figure.places.first else { return }
    let place = LocationCoordinate(latitude: numbers[0], longitude: numbers[1])
    guard place.isValid else { return }
    (figure.kind, figure.places) = (.circle, [place, rim])
  }

  static func hex(_ color: Color) -> String {
    "#"
      + [color.red, color.green, color.blue].map { part in
        let digits = String(Int(exactly: (part * 255).rounded()) ?? 0, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}
