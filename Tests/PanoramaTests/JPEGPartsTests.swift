import CImageCodecs
import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookPanorama

@Suite struct JPEGPartsTests {
  static func encoded(_ image: Image, subsampling: TJSAMP, flags: Int32 = 0) -> [UInt8] {
    var memory: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let encoder = tjInitCompress()
    defer {
      tjDestroy(encoder)
      tjFree(memory)
    }
    let status = image.pixels.withUnsafeBufferPointer {
      tjCompress2(
        encoder, $0.baseAddress, Int32(image.width), 0, Int32(image.height), Int32(TJPF_RGBA.rawValue), &memory, &count,
        Int32(subsampling.rawValue), 90, flags)
    }
    return status == 0 ? Array(UnsafeBufferPointer(start: memory, count: Int(count))) : []
  }

  /// Each part, decoded, is what stands there in the picture decoded as a whole: to the pixel, but for the columns at a part's edges where
  /// colours of lower resolution are made smooth across.
  @Test(arguments: [TJSAMP_444, TJSAMP_420, TJSAMP_422, TJSAMP_GRAY, TJSAMP_440, TJSAMP_411])
  func partsAreThoseOfTheWhole(subsampling: TJSAMP) throws {
    let bytes = Self.encoded(Pictures.gradient(1300, 700), subsampling: subsampling)
    let whole = try ImageDecoder.decode(bytes)
    let parts = try JPEGParts(bytes, try JPEGPlan(bytes)) { true }
    for (left, top, width, height) in [(0, 0, 512, 512), (512, 512, 512, 188), (1024, 0, 276, 512), (0, 0, 1300, 700)] {
      let file = try #require(parts.file(left: left, top: top, width: width, height: height))
      let part = try ImageDecoder.decode(file)
      #expect(part.width == width && part.height == height)
      var worst = 0
      for row in 2..<(height - 2) {
        for column in 2..<(width - 2) {
          for channel in 0..<3 {
            let a = Int(part.pixels[4 * (row * width + column) + channel])
            let b = Int(whole.pixels[4 * ((top + row) * 1300 + left + column) + channel])
            worst = max(worst, abs(a - b))
          }
        }
      }
      #expect(worst == 0, "\(subsampling) at \(left) \(top): \(worst)")
    }
    #expect(parts.file(left: 1024, top: 0, width: 512, height: 512) == nil)
    #expect(parts.file(left: 100, top: 0, width: 10, height: 10) == nil)
  }

  @Test func filesWithRestartMarksAreReadToo() throws {
    setenv("TJ_RESTART", "3B", 1)
    let bytes = Self.encoded(Pictures.gradient(1100, 600), subsampling: TJSAMP_420)
    unsetenv("TJ_RESTART")
    #expect(bytes.contains(0xDD))
    let plan = try JPEGPlan(bytes)
    #expect(plan.restartInterval == 3)
    let file = try #require(try JPEGParts(bytes, plan) { true }.file(left: 512, top: 512, width: 512, height: 88))
    let (part, whole) = (try ImageDecoder.decode(file), try ImageDecoder.decode(bytes))
    let (inPart, inWhole) = (4 * (40 * 512 + 200), 4 * (552 * 1100 + 712))
    #expect(part.pixels[inPart..<(inPart + 40)].elementsEqual(whole.pixels[inWhole..<(inWhole + 40)]))
  }

  @Test func cutFilesAreSaidToBe() throws {
    let bytes = Self.encoded(Pictures.gradient(600, 600), subsampling: TJSAMP_420)
    let plan = try JPEGPlan(bytes)
    #expect(throws: PanoramaError.self) { _ = try JPEGParts(Array(bytes.prefix(bytes.count / 2)), plan) { true } }
    #expect(throws: PanoramaError.cancelled) { _ = try JPEGParts(bytes, plan) { false } }
    for count in stride(from: 0, to: plan.dataStart, by: 7) {
      #expect(throws: FormatError.self) { _ = try JPEGPlan(Array(bytes.prefix(count))) }
    }
  }

  @Test func damagedDataEndsWithoutHarm() throws {
    let bytes = Self.encoded(Pictures.gradient(600, 520), subsampling: TJSAMP_420)
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      var bad = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bad[Int.random(in: 2..<bad.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let plan = try? JPEGPlan(bad), plan.isSequential, plan.width < 5000, plan.height < 5000,
        let parts = try? JPEGParts(bad, plan, isWanted: { true })
      else { continue }
      if let file = parts.file(left: 0, top: 0, width: min(512, plan.width), height: min(512, plan.height)) {
        _ = try? ImageDecoder.decode(file)
      }
    }
  }

  @Test func progressiveFilesAreNotTakenApart() throws {
    let bytes = Self.encoded(Pictures.gradient(64, 32), subsampling: TJSAMP_420, flags: TJFLAG_PROGRESSIVE)
    #expect(try !JPEGPlan(bytes).isSequential)
  }

  @Test func tilesOfALargePhotographShowItAtEverySize() async throws {
    let image = Pictures.gradient(5000, 2500)
    let workers = WorkerPool(threadCount: 2)
    defer { workers.shutdown() }
    let file = try PanoramaPictureFile(Self.encoded(image, subsampling: TJSAMP_420), workers: workers)
    let levels = file.picture.levels
    #expect(levels.map(\.width) == [1250, 2500, 5000] && levels.map(\.columns) == [1, 5, 10])
    for (index, level) in levels.enumerated() {
      for (column, row) in [(0, 0), (level.columns - 1, level.rows - 1), (level.columns / 2, level.rows / 2)] {
        let tile = try await file.picture.image(for: PanoramaTileID(level: index, face: 0, column: column, row: row))
        let size = level.size(column: column, row: row)
        #expect(tile.width == size.width && tile.height == size.height)
        // The colour of its middle is that of the place in the picture.
        let (x, y) = (size.width / 2, size.height / 2)
        let bounds = level.bounds(column: column, row: row)
        let place = 4 * (y * size.width + x)
        let (red, green) = (Double(tile.pixels[place]) / 255, Double(tile.pixels[place + 1]) / 255)
        let (u, v) = (bounds.left + Double(x) / Double(level.width), bounds.top + Double(y) / Double(level.height))
        #expect(abs(red - u) < 0.02 && abs(green - v) < 0.02)
      }
    }
    await #expect(throws: PanoramaError.self) {
      _ = try await file.picture.image(for: PanoramaTileID(level: 2, face: 0, column: 10, row: 0))
    }
  }

  @Test func largePicturesThatMustBeDecodedAsAWholeAreRefusedWithASentence() throws {
    let workers = WorkerPool(threadCount: 1)
    defer { workers.shutdown() }
    // The head of a progressive file of 30,000 x 15,000 pixels.
    var head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8]
    head += [UInt8(15_000 >> 8), UInt8(15_000 & 255), UInt8(30_000 >> 8), UInt8(30_000 & 255), 1, 1, 0x11, 0]
    head += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9]
    do {
      _ = try PanoramaPictureFile(head, workers: workers)
      Issue.record("no fault")
    } catch {
      #expect("\(error)".contains("30000 x 15000") && "\(error)".contains("progressive"))
    }
  }
}
