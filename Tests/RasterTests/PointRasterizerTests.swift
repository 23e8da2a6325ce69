import OverlookCamera
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookRaster
@testable import OverlookScene

/// Points of which a small part is in view.
@MainActor @Suite struct PointRasterizerTests {
  private static let size = (width: 200, height: 150)
  private static let style = PointStyle(
    radius: 5, largestRadius: 5, unit: .points, color: nil, strokeWidthPoints: 0, strokeColor: 0, opacity: 1)

  /// Places in no order, some of them not valid, on both sides of the antimeridian; later ones lie over earlier ones in another colour.
  private func columns(_ count: Int) -> PlaceColumns {
    var generator = SeededGenerator(seed: 11)
    let columns = PlaceColumns()
    columns.replaceAll(
      with: ContiguousArray(
        (0..<count).map { index in
          index % 50 == 0
            ? .none
            : FixedPlace(
              x: .random(in: 0...UInt32.max, using: &generator), y: .random(in: 1 << 29..<3 << 29, using: &generator))
        }))
    let colors = (0..<count).map { (point: Int) -> UInt32 in 0xFF00_0000 | UInt32(point * 7919 & 0xFF_FFFF) }
    columns.colors.replaceAll(with: ContiguousArray(colors))
    return columns
  }

  private func frame(longitude: Double, tilt: Double) throws -> RasterFrame {
    let camera = CameraPosition(
      target: LocationCoordinate(latitude: 10, longitude: longitude), zoom: 4, bearing: 20, viewingAngle: tilt)
    let view = ViewTransform(camera: camera, size: ScreenSize(width: Double(Self.size.width), height: Double(Self.size.height)))
    return try #require(RasterFrame(view, pixelsPerPoint: 1))
  }

  private func pixels(_ rasterizer: PointRasterizer, _ columns: PlaceColumns, _ frame: RasterFrame) -> [UInt8] {
    let sheet = PixelSheet(width: Self.size.width, height: Self.size.height)
    guard rasterizer.draw(LayerContent(columns, Self.style), in: frame, to: sheet) else { return [] }
    return sheet.withBytes { Array($0) }
  }

  private func sort(_ columns: PlaceColumns) async throws {
    for _ in 0..<6000 where columns.neighbourhoods == nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(columns.neighbourhoods != nil)
  }

  @Test(arguments: [(24.0, 0.0), (24, 50), (179.9, 0), (-179.9, 40)])
  func sortedPlacesLookAsThoseThatAreNot(longitude: Double, tilt: Double) async throws {
    let (columns, frame) = (columns(PlaceColumns.fewestSorted), try frame(longitude: longitude, tilt: tilt))
    let rasterizer = PointRasterizer(LoopPool())
    let unsorted = pixels(rasterizer, columns, frame)
    #expect(!rasterizer.marks.isUsed)
    #expect(Set(unsorted).count > 50)
    try await sort(columns)
    #expect(pixels(rasterizer, columns, frame) == unsorted)
    let marked = rasterizer.marks.words.reduce(0) { $0 + $1.nonzeroBitCount }
    #expect(rasterizer.marks.isUsed && marked < columns.count / 10, "\(marked)")
  }

  @Test func aViewOfAllPlacesLooksThroughAll() async throws {
    let columns = columns(PlaceColumns.fewestSorted)
    try await sort(columns)
    let view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 0), size: ScreenSize(width: 256, height: 256))
    let rasterizer = PointRasterizer(LoopPool())
    _ = pixels(rasterizer, columns, try #require(RasterFrame(view, pixelsPerPoint: 1)))
    #expect(!rasterizer.marks.isUsed)
  }
}
