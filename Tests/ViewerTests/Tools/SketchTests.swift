import Overlook
import Testing

@testable import OverlookViewer

@Suite struct SketchTests {
  private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  private var triangle: Sketch {
    var sketch = Sketch()
    sketch.begin(Figure(.line))
    for corner in [place(0, 0), place(0, 1), place(1, 1)] { sketch.add(corner) }
    return sketch
  }

  @Test func aHoleIsCutOutOfTheChosenArea() {
    let square = [place(0, 0), place(0, 10), place(10, 10), place(10, 0)]
    var sketch = Sketch([Figure(.line, [place(20, 0), place(20, 5)]), Figure(.area, square)])
    sketch.select(0)
    sketch.beginHole()
    #expect(!sketch.isGrowing, "a line has no holes")
    sketch.select(1)
    sketch.beginHole()
    for corner in [place(2, 2), place(2, 4), place(4, 4)] { sketch.add(corner) }
    sketch.finish()
    #expect(sketch.figures.count == 2 && sketch.selection == 1 && sketch.figures[1].holes.map(\.count) == [3])
    #expect(sketch.figures[1].places == square)
    // A hole without enough places is none.
    sketch.beginHole()
    sketch.add(place(6, 6))
    sketch.finish()
    #expect(sketch.figures.count == 2 && sketch.figures[1].holes.count == 1 && sketch.selection == 1)
    let (whole, cut) = (FigureMeasures(Figure(.area, square)), FigureMeasures(sketch.figures[1]))
    let hole = FigureMeasures(Figure(.area, sketch.figures[1].holes[0]))
    #expect(abs((whole.area ?? 0) - (hole.area ?? 0) - (cut.area ?? 0)) < 1 && cut.length == whole.length)
    sketch.fillHole()
    #expect(sketch.figures[1].holes.isEmpty)
  }

  @Test func clicksAddPlacesUntilItIsFinished() {
    var sketch = triangle
    #expect(sketch.isGrowing)
    sketch.finish()
    sketch.add(place(5, 5))
    #expect(sketch.figures == [Figure(.line, [place(0, 0), place(0, 1), place(1, 1)])])
    #expect(!sketch.isGrowing)
  }

  @Test func aLineThatIsClosedIsAnArea() {
    var sketch = triangle
    sketch.close()
    #expect(sketch.figures[0].kind == .area)
    #expect(sketch.figures[0].sections.map(\.to) == [1, 2, 0])
  }

  @Test func aFigureWithTooFewPlacesGoes() {
    var sketch = Sketch()
    sketch.begin(Figure(.line))
    sketch.add(place(0, 0))
    sketch.finish()
    #expect(sketch.figures.isEmpty && sketch.selection == nil)
  }

  @Test func aCircleEndsWithItsSecondPlace() {
    var sketch = Sketch()
    sketch.begin(Figure(.circle))
    let isWhole = [sketch.add(place(0, 0)), sketch.add(place(0, 1))]
    #expect(isWhole == [false, true])
    #expect(!sketch.isGrowing && sketch.figures[0].places.count == 2)
  }

  @Test func placesAreInsertedMovedAndRemoved() {
    var sketch = triangle
    sketch.finish()
    sketch.insert(place(0.5, 1), at: 2)
    #expect(sketch.vertex == 2)
    sketch.moveVertex(0, to: place(-1, 0))
    sketch.select(0, vertex: 1)
    sketch.removeVertex()
    #expect(sketch.figures[0].places == [place(-1, 0), place(0.5, 1), place(1, 1)])
    sketch.removeVertex()
    sketch.removeVertex()
    // One place is no line.
    #expect(sketch.figures.isEmpty)
  }

  @Test func removingWhileItGrowsTakesTheLastPlace() {
    var sketch = triangle
    sketch.removeVertex()
    #expect(sketch.isGrowing && sketch.figures[0].places.count == 2)
  }

  @Test func aFigureIsMovedNoFartherThanThePoles() {
    var figure = Figure(.line, [place(80, 179), place(70, -179)])
    figure.move(from: place(0, 0), to: place(60, 2))
    #expect(figure.places.allSatisfy { $0.latitude <= 89.9 && abs($0.longitude) <= 180 })
    #expect(figure.places[0].longitude == -179)
    figure.move(from: .invalid, to: place(0, 0))
    #expect(figure.places.allSatisfy { $0.isValid })
  }

  @Test func whatIsOutOfRangeChangesNothing() {
    var sketch = triangle
    sketch.finish()
    let before = sketch.figures
    sketch.moveVertex(17, to: place(1, 1))
    sketch.moveVertex(0, to: .invalid)
    sketch.insert(place(0, 0), at: -1)
    sketch.select(99)
    sketch.removeVertex()
    #expect(sketch.figures == before)
  }
}
