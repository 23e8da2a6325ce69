// Unsafe: every pixel is touched once; checked access takes several times as long.

/// What colours the samples of a picture are.
struct TIFFColors: Hashable, Sendable {
  /// Values from black to white.
  struct Stretch: Hashable, Sendable {
    var low: Double
    var high: Double
  }

  /// Which samples are drawn: one for grey or a palette, three for red, green and blue.
  var samples: [Int]
  /// The sample that is alpha; nil for none.
  var alpha: Int?
  /// Whether colours are multiplied by alpha already.
  var isPremultiplied = false
  var isInverted = false
  /// What is black and white of samples that are not drawn as they are; nil for bytes.
  var stretch: Stretch?
  /// The value of pixels that have none.
  var noData: Double?

  /// Indices of the planes that are read, colours first.
  var planes: [Int] { samples + (alpha.map { [$0] } ?? []) }
}

/// One sample of all pixels of a block.
private struct SampleView {
  let plane: [UInt8]
  let first: Int
  let stride: Int
}

extension TIFFPicture {
  /// Premultiplied RGBA of a decoded block, `4 * blockWidth * block.rows` bytes.
  func pixels(_ block: TIFFBlock, _ colors: TIFFColors) -> [UInt8] {
    let count = blockWidth * block.rows
    let planes: [[UInt8]]
    let together: Int
    switch block.content {
    case .colors(let pixels): return withoutNoData(pixels, colors)
    case .samples(let data, let samplesTogether): (planes, together) = (data, samplesTogether)
    }
    func view(_ sample: Int, at position: Int) -> SampleView? { self.view(sample, at: position, planes, together, count) }
    var pixels = [UInt8](repeating: 0, count: 4 * count)
    if let alpha = colors.alpha, let view = view(alpha, at: colors.samples.count) {
      writeAlpha(view, count, &pixels)
    } else if colors.alpha == nil {
      Self.fillAlpha(&pixels, count)
    }
    // A pixel has a value where one of its samples has.
    var hasValue = [Bool](repeating: colors.noData == nil && sampleFormat != .float, count: count)
    for (position, sample) in colors.samples.enumerated() {
      guard let view = view(sample, at: position) else { continue }
      if photometric == .palette {
        writePalette(view, count, &pixels, &hasValue, colors.noData)
      } else {
        let channels = colors.samples.count == 1 ? 0..<3 : position..<position + 1
        write(view, count, channels, colors, &pixels, &hasValue)
      }
    }
    Self.finish(&pixels, hasValue, multiplies: colors.alpha != nil && !colors.isPremultiplied)
    return pixels
  }

  /// The sample of `count` pixels, the one of those asked for at `position`; nil where the block has none, as of a plane that was
  /// never written.
  private func view(_ sample: Int, at position: Int, _ planes: [[UInt8]], _ together: Int, _ count: Int) -> SampleView? {
    let view =
      isPlanar
      ? SampleView(plane: position < planes.count ? planes[position] : [], first: 0, stride: 1)
      : SampleView(plane: planes.first ?? [], first: sample, stride: together)
    return view.first < view.stride && view.plane.count >= count * view.stride * max(bits / 8, 1) ? view : nil
  }

  private func withoutNoData(_ pixels: [UInt8], _ colors: TIFFColors) -> [UInt8] {
    guard let noData = colors.noData, let value = UInt8(exactly: noData) else { return pixels }
    var pixels = pixels
    pixels.withUnsafeMutableBufferPointer { buffer in
      // Invariant: i + 3 < buffer.count.
      for i in stride(from: 0, to: buffer.count & ~3, by: 4)
      where buffer[i] == value && buffer[i + 1] == value && buffer[i + 2] == value {
        for c in i..<i + 4 { buffer[c] = 0 }
      }
    }
    return pixels
  }

  private static func fillAlpha(_ pixels: inout [UInt8], _ count: Int) {
    pixels.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<count { buffer[4 * index + 3] = 255 }
    }
  }

  private func writeAlpha(_ view: SampleView, _ count: Int, _ pixels: inout [UInt8]) {
    let top = Double(sampleFormat == .float ? 1 : bits >= 32 ? UInt64(UInt32.max) : (UInt64(1) << UInt64(bits)) - 1)
    let scale = 255 / top
    pixels.withUnsafeMutableBufferPointer { pixels in
      forEach(view, count) { index, value in
        pixels[4 * index + 3] = Self.byte(value * scale)
      }
    }
  }

  private func write(
    _ view: SampleView, _ count: Int, _ channels: Range<Int>, _ colors: TIFFColors, _ pixels: inout [UInt8],
    _ hasValue: inout [Bool]
  ) {
    // Samples of less than a byte go from black to white as well.
    let top = bits < 8 ? Double((1 << bits) - 1) : 255
    let stretch = colors.stretch ?? TIFFColors.Stretch(low: 0, high: top)
    let span = stretch.high - stretch.low
    let scale = span > 0 ? 255 / span : 0
    let floor = span > 0 ? 0 : 127.0
    let noData = noDataValue(colors.noData)
    let flip: UInt8 = colors.isInverted ? 255 : 0
    pixels.withUnsafeMutableBufferPointer { pixels in
      hasValue.withUnsafeMutableBufferPointer { hasValue in
        forEach(view, count) { index, value in
          if value != noData, !value.isNaN { hasValue[index] = true }
          let level = Self.byte((value - stretch.low) * scale + floor) ^ flip
          for channel in channels { pixels[4 * index + channel] = level }
        }
      }
    }
  }

  private func writePalette(
    _ view: SampleView, _ count: Int, _ pixels: inout [UInt8], _ hasValue: inout [Bool], _ noData: Double?
  ) {
    let last = palette.count / 4 - 1
    pixels.withUnsafeMutableBufferPointer { pixels in
      hasValue.withUnsafeMutableBufferPointer { hasValue in
        palette.withUnsafeBufferPointer { palette in
          forEach(view, count) { index, value in
            if value != noData { hasValue[index] = true }
            // Invariant: values are whole and not negative, and entry <= last.
            let entry = min(Int(value), last)
            for channel in 0..<3 { pixels[4 * index + channel] = palette[4 * entry + channel] }
          }
        }
      }
    }
  }

  /// The nearest byte; 0 for what is not a number.
  @inline(__always)
  private static func byte(_ value: Double) -> UInt8 {
    guard value > 0 else { return 0 }
    return value < 255 ? UInt8(value + 0.5) : 255
  }

  private static func finish(_ pixels: inout [UInt8], _ hasValue: [Bool], multiplies: Bool) {
    pixels.withUnsafeMutableBufferPointer { pixels in
      hasValue.withUnsafeBufferPointer { hasValue in
        for index in 0..<hasValue.count where !hasValue[index] {
          for channel in 0..<4 { pixels[4 * index + channel] = 0 }
        }
      }
      if multiplies { _ = Premultiply.premultiply(pixels) }
    }
  }

  /// The value of pixels without one, as samples of this format hold it.
  private func noDataValue(_ noData: Double?) -> Double? {
    guard let noData else { return nil }
    return sampleFormat == .float && bits == 32 ? Double(Float(noData)) : noData
  }

  /// Calls `body` with each pixel's index and value.
  @inline(__always)
  private func forEach(_ view: SampleView, _ count: Int, _ body: (Int, Double) -> Void) {
    view.plane.withUnsafeBytes { raw in
      // Invariant: the plane has at least count * stride samples, and first < stride (`view` looks at that).
      func each<Sample>(_: Sample.Type, _ value: (Sample) -> Double) {
        let size = MemoryLayout<Sample>.size
        for index in 0..<count {
          let offset = (index * view.stride + view.first) * size
          body(index, value(raw.loadUnaligned(fromByteOffset: offset, as: Sample.self)))
        }
      }
      switch (sampleFormat, bits) {
      case (.float, 64): each(Double.self) { $0 }
      case (.float, _): each(Float.self) { Double($0) }
      case (.signed, 8): each(Int8.self) { Double($0) }
      case (.signed, 16): each(Int16.self) { Double($0) }
      case (.signed, _): each(Int32.self) { Double($0) }
      case (.unsigned, 16): each(UInt16.self) { Double($0) }
      case (.unsigned, 32): each(UInt32.self) { Double($0) }
      case (.unsigned, _): each(UInt8.self) { Double($0) }
      }
    }
  }

  /// The least and the greatest value of `samples` in a decoded block, the block numbered `index`, those without a value and what
  /// lies outside the picture left out; nil when there is none.
  func range(of block: TIFFBlock, _ index: Int, _ colors: TIFFColors) -> TIFFColors.Stretch? {
    guard case .samples(let planes, let together) = block.content else { return nil }
    let count = blockWidth * block.rows
    let noData = noDataValue(colors.noData)
    let (right, bottom) = (width - index % columns * blockWidth, height - index / columns * blockHeight)
    var (low, high) = (Double.infinity, -Double.infinity)
    for (position, sample) in colors.samples.enumerated() {
      guard let view = view(sample, at: position, planes, together, count) else { continue }
      forEach(view, count) { pixel, value in
        if value.isFinite, value != noData, pixel % blockWidth < right, pixel / blockWidth < bottom {
          low = min(low, value)
          high = max(high, value)
        }
      }
    }
    return low <= high ? TIFFColors.Stretch(low: low, high: high) : nil
  }
}
