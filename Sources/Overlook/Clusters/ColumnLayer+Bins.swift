public import OverlookGeometry
public import OverlookScene
public import OverlookSupport

/// How places are counted by the cells of a pattern, and how the cells are shown as columns.
public struct BinOptions: Sendable {
  /// What stands for a cell.
  public enum Value: Hashable, Sendable {
    /// The number of its places.
    case count
    /// The sum of the weights of its places.
    case sum
    /// Their mean.
    case mean
    /// The largest of them.
    case largest
  }

  /// Of the columns; squares are counted by squares, the others by hexagons. Default hexagon.
  public var shape = ColumnShape.hexagon

  /// Of a hexagon the distance from the middle to a corner, of a square half its side, in metres on the ground at the middle
  /// latitude of the places. Default 1000. Without a positive, finite one there are no columns.
  public var radius = 1000.0

  /// Default the number of places.
  public var value = Value.count

  /// The part of a cell's width that its column fills, 0 ... 1; values outside are clamped. Default 0.9.
  public var coverage = 0.9

  /// Of the column with the largest value, in metres; the others in proportion, values below 0 as 0. 0 draws flat cells. Default
  /// 5000.
  public var maximumHeight = 5000.0

  /// From the smallest to the largest value, in equal steps. Default from yellow to dark red. Empty: as the layer's default.
  public var colors = [
    Color(red: 1, green: 0.93, blue: 0.63), Color(red: 1, green: 0.85, blue: 0.46), Color(red: 1, green: 0.7, blue: 0.3),
    Color(red: 0.99, green: 0.55, blue: 0.24), Color(red: 0.94, green: 0.23, blue: 0.13), Color(red: 0.74, green: 0, blue: 0.15),
  ]

  /// The defaults.
  public init() {}
}

extension ColumnLayer {
  /// Shows how many places lie where: counts `positions` by the cells of a pattern and makes a column of each cell that has any.
  ///
  /// Cells are equally large on the map. The value of a cell is also the `filterValue` of its column, so that `shownValues` picks
  /// cells without an upload. Replaces the columns and their shape, size, heights and colours. Positions that are not valid and
  /// weights that are not finite are not counted; missing weights are 1.
  public func setBins(of positions: [LocationCoordinate], weights: [Double] = [], _ options: BinOptions = BinOptions()) {
    let places = positions.map { $0.isValid ? WorldPoint($0).wrapped : WorldPoint(x: .nan, y: .nan) }
    let isSquare = options.shape == .square
    let bins = PlaceBins(
      places, weights: weights, shape: isSquare ? .squares : .hexagons,
      size: options.radius * (isSquare ? 2 : 1) / Mercator.metersPerWorldUnit(atLatitude: Self.middleLatitude(positions))
    ).bins
    let values = bins.map { options.value(of: $0) }
    let (smallest, largest) = (values.min() ?? 0, values.max() ?? 0)
    setPositions(bins.map(\.center.coordinate))
    shape = options.shape
    radius = options.radius * min(max(options.coverage, 0), 1) * options.shape.reach
    height = .column(values.map { largest > 0 ? max($0 / largest, 0) * options.maximumHeight : 0 })
    filterValue = .column(values)
    if !options.colors.isEmpty {
      fillColor = .column(values.map { options.color(largest > smallest ? ($0 - smallest) / (largest - smallest) : 1) })
    }
  }

  private static func middleLatitude(_ positions: [LocationCoordinate]) -> Double {
    let latitudes = positions.lazy.filter(\.isValid).map(\.latitude)
    guard let south = latitudes.min(), let north = latitudes.max() else { return 0 }
    return (south + north) / 2
  }
}

extension BinOptions {
  fileprivate func value(of bin: PlaceBins.Bin) -> Double {
    switch value {
    case .count: Double(bin.count)
    case .sum: bin.sum
    case .mean: bin.sum / Double(bin.count)
    case .largest: bin.largest
    }
  }

  /// The step of `colors` for 0 ... 1.
  fileprivate func color(_ share: Double) -> Color {
    colors[min(Int(min(max(share, 0), 1) * Double(colors.count)), colors.count - 1)]
  }
}

extension ColumnShape {
  /// From the middle of a column that fills its cell to its corners, for a cell's radius of 1.
  fileprivate var reach: Double {
    switch self {
    case .hexagon: 1
    case .square: 2.0.squareRoot()
    case .round: 0.75.squareRoot()
    }
  }
}
