package import OverlookFiles

/// What came out of a file of people has to hold together, whatever the bytes.
package func demandWhole(_ document: FileDocument) {
  let shapes = document.shapes
  for index in stride(from: 0, to: shapes.coordinates.count - 1, by: 2) {
    demand(abs(shapes.coordinates[index]) <= 540 && abs(shapes.coordinates[index + 1]) <= 90, "a position off the Earth")
  }
  demand(shapes.coordinates.count % 2 == 0, "half a position")
  demand(shapes.heights.isEmpty || shapes.heights.count == shapes.positionCount, "heights")
  demand(shapes.times.isEmpty || shapes.times.count == shapes.positionCount, "times")
  demand(shapes.measures.allSatisfy { $0.values.count == shapes.positionCount }, "measures")
  demand(shapes.partStarts.first == 0 && shapes.partStarts.last.map(Int.init) == shapes.positionCount, "parts")
  demand(zip(shapes.partStarts, shapes.partStarts.dropFirst()).allSatisfy { $0 < $1 }, "parts out of order")
  demand(zip(shapes.shapes, shapes.shapes.dropFirst()).allSatisfy { $0.firstPart < $1.firstPart }, "shapes without parts")
  for feature in 0..<document.featureCount {
    for shape in shapes.shapes(of: feature) {
      let least = shapes.shapes[shape].kind == .points ? 1 : shapes.shapes[shape].kind == .lines ? 2 : 3
      demand(shapes.parts(of: shape).allSatisfy { shapes.positions(of: $0).count >= least }, "a part of too few positions")
    }
    let record = shapes.records[feature]
    demand(record.look < document.looks.count && record.folder < document.folders.count, "a look or a folder that is none")
    _ = document.title(of: feature)
    _ = document.properties.values(of: feature)
    _ = TrackStatistics(shapes, feature: feature)
  }
}
