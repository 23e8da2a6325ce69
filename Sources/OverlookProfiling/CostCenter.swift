package import OverlookScene

/// What a part of a frame's work is done for.
package struct CostCenter: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// What a style draws: everything below the overlays that is no tile layer.
    case style
    /// The background, the sky, and the copy of the kept base plane.
    case basePlane
    /// A tile layer, by its number on the map.
    case tiles
    /// Which overlays are near the view and in what order they are drawn.
    case order
    /// Polygons, circles and polylines.
    case shapes
    /// Overlays of another kind; layers of many elements by their slot.
    case overlays(OverlayKind)
    /// Overlay items, by their number in the order of drawing.
    case items
    /// What lies above the map, this measuring included.
    case interface
  }

  package let kind: Kind
  /// Which one of the kind; -1 for all together.
  package let number: Int

  package init(_ kind: Kind, number: Int = -1) {
    self.kind = kind
    self.number = number
  }

  /// A name of the kind; needs no memory.
  package var name: String {
    switch kind {
    case .style: "style"
    case .basePlane: "base plane"
    case .tiles: "tiles"
    case .order: "order"
    case .shapes: "shapes"
    case .overlays(let kind): Self.names[Int(kind.rawValue)]
    case .items: "item"
    case .interface: "interface"
    }
  }

  private static let names: [String] = OverlayKind.allCases.map { kind in
    switch kind {
    case .dataLayer: "layer"
    case .groundOverlay: "ground overlay"
    default: "\(kind)"
    }
  }
}

/// The steps in which work is done for something that is drawn.
package enum CostPhase: Int, CaseIterable, Sendable {
  /// What is new is taken over: tiles that arrived, items that look at the view.
  case update
  /// What the view needs is gathered and brought to the driver.
  case extract
  /// Draws are asked of the driver; where the processor draws, it may draw meanwhile.
  case submit

  package var name: String {
    switch self {
    case .update: "update"
    case .extract: "extract"
    case .submit: "submit"
    }
  }
}

/// What something cost in a number of frames.
package struct Cost: Equatable, Sendable {
  /// Processor seconds of the main thread by phase.
  package var update = 0.0
  package var extract = 0.0
  package var submit = 0.0
  package var drawCalls = 0
  package var instances = 0
  package var vertices = 0
  package var uploads = 0
  package var uploadedBytes = 0
  /// Seconds that the driver took, over `answeredFrames` of the table.
  package var gpuSeconds = 0.0
  /// Pixels drawn, each as often as it was, over `countedFrames` of the table.
  package var pixels = 0

  package init() {}

  package subscript(phase: CostPhase) -> Double {
    get {
      switch phase {
      case .update: update
      case .extract: extract
      case .submit: submit
      }
    }
    set {
      switch phase {
      case .update: update = newValue
      case .extract: extract = newValue
      case .submit: submit = newValue
      }
    }
  }

  package var cpuSeconds: Double { update + extract + submit }
}

/// What everything cost in a number of frames, in the order in which it first came. Keeps its memory from frame to frame.
package struct CostTable: Sendable {
  package struct Row: Sendable {
    package let center: CostCenter
    package internal(set) var cost = Cost()
  }

  /// More rows than this are not told apart: they are counted as the kind.
  package static let maximumRows = 96

  package private(set) var rows = ContiguousArray<Row>()
  package internal(set) var frames = 0
  /// Frames of which the driver has told its times.
  package internal(set) var answeredFrames = 0
  /// Frames of which the driver has told the pixels.
  package internal(set) var countedFrames = 0
  /// The row of the last look-up: the next one is mostly that of the same place in the frame before.
  private var lastRow = -1

  package init() {
    rows.reserveCapacity(Self.maximumRows + 32)
  }

  mutating func row(of center: CostCenter) -> Int {
    let next = lastRow + 1 < rows.count ? lastRow + 1 : 0
    if next < rows.count, rows[next].center == center {
      lastRow = next
    } else if let known = rows.firstIndex(where: { $0.center == center }) {
      lastRow = known
    } else if rows.count >= Self.maximumRows, center.number >= 0 {
      return row(of: CostCenter(center.kind))
    } else {
      rows.append(Row(center: center))
      lastRow = rows.count - 1
    }
    return lastRow
  }

  mutating func modify(_ row: Int, _ change: (inout Cost) -> Void) {
    if rows.indices.contains(row) { change(&rows[row].cost) }
  }

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    frames = 0
    answeredFrames = 0
    countedFrames = 0
    lastRow = -1
  }

  /// Everything together.
  package var total: Cost {
    var total = Cost()
    for row in rows {
      for phase in CostPhase.allCases { total[phase] += row.cost[phase] }
      total.drawCalls += row.cost.drawCalls
      total.instances += row.cost.instances
      total.vertices += row.cost.vertices
      total.uploads += row.cost.uploads
      total.uploadedBytes += row.cost.uploadedBytes
      total.gpuSeconds += row.cost.gpuSeconds
      total.pixels += row.cost.pixels
    }
    return total
  }
}
