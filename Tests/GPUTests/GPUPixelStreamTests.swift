import OverlookGPU
import OverlookMeasurement
import OverlookTestSupport
import Testing

/// Pixels that reach textures through memory of the driver, as on a graphics card.
@MainActor @Suite struct GPUPixelStreamTests {
  private static let side = 96

  private func pixels(_ seed: Int) -> [UInt8] { (0..<4 * Self.side * Self.side).map { UInt8(($0 &* 7 + seed) & 255) } }

  /// What a texture holds, by drawing nothing: as the colour of a target.
  private func content(_ framebuffer: borrowing GPUFramebuffer, _ device: GPUDevice) throws -> [UInt8] {
    let bytes = try GPUReadback.pixels(of: framebuffer.target, device)
    // The first row of a texture is the lowest of a target.
    let row = 4 * Self.side
    return (0..<Self.side).reversed().flatMap { bytes[$0 * row..<($0 + 1) * row] }
  }

  @Test(arguments: [true, false]) func aTextureHoldsWhatWasUploaded(streams: Bool) throws {
    let surface = try TestSurface(width: 4, height: 4)
    surface.device.streamsPixels = streams
    let target = try GPUFramebuffer(surface.device, width: Self.side, height: Self.side, label: "test")
    for seed in 0..<3 {
      let pixels = pixels(seed)
      target.color.upload(pixels.span, x: 0, y: 0, width: Self.side, height: Self.side)
      #expect(try content(target, surface.device) == pixels)
    }
  }

  @Test func aPartOfLongerRowsIsUploaded() throws {
    let surface = try TestSurface(width: 4, height: 4)
    surface.device.streamsPixels = true
    let target = try GPUFramebuffer(surface.device, width: Self.side, height: Self.side, label: "test")
    let (ground, part) = (pixels(1), pixels(100))
    target.color.upload(ground.span, x: 0, y: 0, width: Self.side, height: Self.side)
    target.color.upload(part.span, x: 8, y: 4, width: 80, height: 70, rowPixels: Self.side)
    var expected = ground
    for row in 0..<70 {
      for byte in 0..<4 * 80 { expected[4 * (Self.side * (row + 4) + 8) + byte] = part[4 * Self.side * row + byte] }
    }
    #expect(try content(target, surface.device) == expected)
  }

  @Test func theDriverIsGivenMemoryAndNotPixels() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let target = try GPUFramebuffer(surface.device, width: Self.side, height: Self.side, label: "test")
    let pixels = pixels(0)
    func report(streams: Bool) throws -> GraphicsCallCounter.Report {
      surface.device.streamsPixels = streams
      return try #require(
        GraphicsCallCounter.count { target.color.upload(pixels.span, x: 0, y: 0, width: Self.side, height: Self.side) })
    }
    let (through, straight) = try (report(streams: true), report(streams: false))
    #expect(through.mappedBytes == pixels.count && through.uploadedBytes == 0)
    #expect(straight.mappedBytes == 0 && straight.uploadedBytes == pixels.count)
    #expect(through.gets == 0 && through.waits == 0)
    // Both count for the figures of a frame.
    #expect(surface.device.statistics.uploadedBytes >= 2 * pixels.count)
  }

  @Test func aFewPixelsAreTakenFromWhereTheyAre() throws {
    let surface = try TestSurface(width: 4, height: 4)
    surface.device.streamsPixels = true
    let target = try GPUFramebuffer(surface.device, width: Self.side, height: Self.side, label: "test")
    let report = try #require(
      GraphicsCallCounter.count { target.color.upload(pixels(0).span, x: 0, y: 0, width: 4, height: 4) })
    #expect(report.mappedBytes == 0 && report.uploadedBytes == 64)
  }
}
