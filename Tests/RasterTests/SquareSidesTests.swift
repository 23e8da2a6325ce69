import OverlookCamera
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookRaster

@Suite struct SquareSidesTests {
  /// Cameras over places where tiles' sides lie in the view, upright, turned and tilted.
  private static let cameras: [CameraPosition] = {
    var generator = SeededGenerator(seed: 11)
    var cameras = [CameraPosition(latitude: 0, longitude: 0, zoom: 3), CameraPosition(latitude: 0, longitude: 180, zoom: 2)]
    for _ in 0..<30 {
      cameras.append(
        CameraPosition(
          latitude: Double.random(in: -60...60, using: &generator), longitude: Double.random(in: -180...180, using: &generator),
          zoom: Double.random(in: 3...18, using: &generator), bearing: Double.random(in: 0..<360, using: &generator),
          viewingAngle: Double.random(in: 0...60, using: &generator)))
    }
    return cameras
  }()

  private let width = 160
  private let height = 120

  /// How many squares of a level hold each pixel, and those squares.
  private func squares(_ camera: CameraPosition) -> (counts: [Int], places: [(TileID, Int)?]) {
    let view = ViewTransform(camera: camera, size: ScreenSize(width: Double(width), height: Double(height)))
    let sides = SquareSides(view, width: width, height: height, groundRows: height)
    let z = max(Int(camera.zoom), 1)
    let across = 1 << z
    var counts = [Int](repeating: 0, count: width * height)
    var places = [(TileID, Int)?](repeating: nil, count: width * height)
    let rect = view.visibleRect
    let columns = Int((rect.minX * Double(across)).rounded(.down)) - 1...Int((rect.maxX * Double(across)).rounded(.down)) + 1
    let rows =
      max(
        Int((rect.minY * Double(across)).rounded(.down)) - 1, 0)...min(
        Int((rect.maxY * Double(across)).rounded(.down)) + 1, across - 1)
    for x in columns {
      for y in rows {
        let copy = Int((Double(x) / Double(across)).rounded(.down))
        let tile = TileID(z: z, x: x - copy * across, y: y)
        sides.forEachRow(of: tile, worldCopy: copy) { row, left, right in
          for column in left..<right {
            counts[row * width + Int(column)] += 1
            places[row * width + Int(column)] = (tile, copy)
          }
        }
      }
    }
    return (counts, places)
  }

  @Test(arguments: cameras) func everyPixelOfTheWorldLiesInOneSquare(camera: CameraPosition) throws {
    let view = ViewTransform(camera: camera, size: ScreenSize(width: Double(width), height: Double(height)))
    let (counts, places) = squares(camera)
    for row in 0..<height {
      for column in 0..<width {
        let middle = ScreenPoint(x: Double(column) + 0.5, y: Double(row) + 0.5)
        guard let world = view.worldPoint(at: middle), view.visibleRect.minX <= world.x, world.x < view.visibleRect.maxX else {
          continue
        }
        let count = counts[row * width + column]
        // The ray to the pixel's middle is another way of telling where it lies; rounding leaves it open next to a side.
        guard world.y > 1e-9, world.y < 1 - 1e-9, let (tile, copy) = places[row * width + column] else {
          #expect(count <= 1)
          continue
        }
        #expect(count == 1)
        let square = tile.worldRect
        let slack = 1e-9
        #expect(world.x - Double(copy) >= square.minX - slack && world.x - Double(copy) <= square.maxX + slack)
        #expect(world.y >= square.minY - slack && world.y <= square.maxY + slack)
      }
    }
  }

  @Test func noPixelIsLeftOutBelowTheHorizon() {
    let camera = CameraPosition(latitude: 47, longitude: 8, zoom: 12.4, bearing: 33, viewingAngle: 55)
    #expect(squares(camera).counts.allSatisfy { $0 == 1 })
  }

  @Test func onlyRowsWithGroundAreTold() {
    let view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), size: ScreenSize(width: 160, height: 120))
    let sides = SquareSides(view, width: width, height: height, groundRows: 50)
    var told: [Int] = []
    sides.forEachRow(of: TileID(z: 0, x: 0, y: 0), worldCopy: 0) { row, left, right in
      told.append(row)
      #expect(left == 0 && right == 160)
    }
    #expect(told == Array(70..<120))
  }
}
