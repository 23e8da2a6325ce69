import OverlookSupport
import Testing

@testable import OverlookLayout

/// Records that keep their slots while others come and go.
@Suite struct SymbolSlotsTests {
  /// What the driver has after each upload.
  private struct HeldSymbols {
    var slots = SymbolSlots()
    var records: [SymbolRecord] = []
    var entries: [SymbolSlots.SymbolEntry] = []
    /// By the last upload.
    var recordCount = 0
    var entryCount = 0

    mutating func take(_ symbols: SymbolRecords, keeps: Bool = true, maximumCount: Int = 100_000) {
      slots.take(symbols, count: symbols.records.count, keeps: keeps, maximumCount: maximumCount)
      (recordCount, entryCount) = (0, 0)
      if slots.isWhole { records = [] }
      for piece in slots.isWhole ? [0..<slots.records.count] : slots.changedRecords {
        records.replaceSubrange(
          min(piece.lowerBound, records.count)..<min(piece.upperBound, records.count), with: slots.records[piece])
        recordCount += piece.count
      }
      for piece in slots.changedEntries {
        entries.replaceSubrange(
          min(piece.lowerBound, entries.count)..<min(piece.upperBound, entries.count), with: slots.entries[piece])
        entryCount += piece.count
      }
    }

    /// What a shader draws.
    func draws(_ symbols: SymbolRecords) -> Bool {
      slots.count == symbols.records.count && entries.count >= slots.count && slots.entries.count.isMultiple(of: 2)
        && symbols.records.indices.allSatisfy {
          records[Int(entries[$0].x)] == symbols.records[$0] && entries[$0].y == symbols.fades[$0].bitPattern
        }
    }
  }

  private static func record(label: Int, glyph: Int) -> SymbolRecord {
    SymbolRecord(
      anchor: SymbolRecord.SIMD3Packed(x: Float(label), y: 7, meters: 0), opacity: 1, topLeft: SIMD2(Float(glyph), 0),
      topRight: .one, bottomLeft: .zero, angle: 0, size: 1, texture: .zero, bounds: .zero, color: .zero, haloWidth: 0,
      haloBlur: 0, flags: 0, extra: .zero, shift: .zero)
  }

  private func symbols(_ labels: some Sequence<Int>, glyphs: Int = 8, fade: (Int) -> Float = { _ in 1 }) -> SymbolRecords {
    var symbols = SymbolRecords()
    for label in labels {
      for glyph in 0..<glyphs {
        symbols.records.append(Self.record(label: label, glyph: glyph))
        symbols.fades.append(fade(label))
      }
    }
    return symbols
  }

  @Test func aLabelThatComesBringsItselfAlone() {
    var driver = HeldSymbols()
    driver.take(symbols(0..<1000))
    #expect(driver.slots.isWhole && driver.recordCount == 8000)
    driver.take(symbols(0..<1000))
    #expect(driver.recordCount == 0 && driver.entryCount == 0)
    // It takes the slots of one that has gone.
    driver.take(symbols((0..<1000).filter { $0 != 300 }))
    #expect(driver.recordCount == 0)
    let labels = (0..<1000).map { $0 == 700 ? 2000 : $0 }.filter { $0 != 300 }
    driver.take(symbols(labels))
    #expect(driver.recordCount == 8 && driver.slots.changedRecords == [2400..<2408], "\(driver.slots.changedRecords)")
    #expect(driver.slots.records.count == 8000)
    #expect(driver.draws(symbols(labels)))
  }

  @Test func fadesAndOrderBringNoRecords() {
    var driver = HeldSymbols()
    driver.take(symbols(0..<100))
    let faded = symbols(0..<100) { $0 == 50 ? -0.5 : 1 }
    driver.take(faded)
    #expect(driver.recordCount == 0 && driver.entryCount == 8 && driver.draws(faded))
    // Going out from nothing is not coming in.
    let hidden = symbols(0..<100) { $0 == 50 ? -0.0 : 0 }
    driver.take(hidden)
    #expect(driver.recordCount == 0 && driver.draws(hidden))
    let reversed = symbols((0..<100).reversed())
    driver.take(reversed)
    #expect(driver.recordCount == 0 && driver.draws(reversed))
  }

  @Test func whateverComesIsDrawnInItsOrder() {
    var random = SeededGenerator(seed: 5)
    var driver = HeldSymbols()
    var labels = Array(0..<200)
    var next = 200
    for step in 0..<300 {
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        if !labels.isEmpty, Int.random(in: 0..<2, using: &random) == 0 {
          labels.remove(at: Int.random(in: 0..<labels.count, using: &random))
        }
        // Some are there twice.
        let label = Int.random(in: 0..<8, using: &random) == 0 ? next / 2 : next
        labels.insert(label, at: Int.random(in: 0...labels.count, using: &random))
        next += 1
      }
      if Int.random(in: 0..<10, using: &random) == 0 { labels.reverse() }
      if Int.random(in: 0..<30, using: &random) == 0 { labels.removeAll() }
      if Int.random(in: 0..<3, using: &random) == 0 { labels.removeFirst(labels.count / 2) }
      let symbols = symbols(labels, glyphs: 3) { Float($0 % 5) / 4 * (($0 + step) % 2 == 0 ? 1 : -1) }
      driver.take(symbols, keeps: Int.random(in: 0..<20, using: &random) != 0, maximumCount: max(700, symbols.records.count))
      #expect(driver.draws(symbols), "\(step)")
      #expect(driver.slots.records.count <= max(700, symbols.records.count))
      #expect(driver.slots.changedRecords.count <= 64 && driver.slots.changedEntries.count <= 64)
    }
  }

  /// Thousands of records that are alike in all that tells them apart take no longer for it.
  @Test func manyEqualOnesAreDrawn() {
    var driver = HeldSymbols()
    let many = symbols(repeatElement(1, count: 20_000), glyphs: 1)
    driver.take(many)
    driver.take(symbols([2]), keeps: true)
    driver.take(many)
    var more = many
    more.records.insert(Self.record(label: 3, glyph: 0), at: 0)
    more.fades.insert(1, at: 0)
    driver.take(more)
    #expect(driver.recordCount <= 1 && driver.draws(more))
  }
}
