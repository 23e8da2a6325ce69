public import OverlookSupport

/// What the line of a polyline, or the outline of a polygon or circle, looks like beside its width and colour.
///
/// Lengths of it count in `unit`, as the width does. Values that say nothing (not finite, negative where that makes no sense)
/// count as not given.
public struct LineStyle: Hashable, Sendable {
  /// What the width and all lengths count in. Default points of the screen. In metres the line lies on the ground like a road.
  public var unit = LengthUnit.points
  /// Default nil: an unbroken line.
  public var dashes: DashPattern?
  /// A picture along the line. Default nil. Spans of a polyline may have others.
  public var stamp: StampStyle?
  /// How far the line is moved to the right of the way that its path runs; negative to the left. Default 0.
  public var offset = 0.0
  /// Of the casing: a line around the line, beneath all of it. Default nil: none.
  public var casingColor: Color?
  /// How far the casing reaches beyond each edge of the line, and beyond each end of it and of its dashes. Default 0: none.
  public var casingWidth = 0.0
  /// How segments meet. Default round.
  public var join = StrokeJoin.round
  /// How the ends look. Default butt.
  public var cap = StrokeCap.butt

  /// An unbroken line of points.
  public init() {}

  /// As `init()`, with dashes.
  public init(dashes: DashPattern, unit: LengthUnit = .points) {
    self.dashes = dashes
    self.unit = unit
  }

  /// The same with values that can be drawn.
  var drawable: LineStyle {
    var style = self
    style.dashes = dashes?.drawable
    if !offset.isFinite { style.offset = 0 }
    if !(casingWidth.isFinite && casingWidth > 0) || casingColor == nil {
      style.casingWidth = 0
      style.casingColor = nil
    }
    return style
  }
}

/// A stroke as the renderer takes it: values that can be drawn.
package struct Stroke: Hashable, Sendable {
  /// In the unit of `style`; 0: no stroke.
  package var width: Double
  /// Nil: no stroke.
  package var color: Color?
  package var style: LineStyle

  package init(width: Double, color: Color?, style: LineStyle) {
    self.width = width.isFinite ? max(width, 0) : 0
    self.color = color
    self.style = style.drawable
  }

  package var isVisible: Bool { width > 0 && color != nil }

  /// How far from the path something is drawn, in the unit of the width; the widest of `stamps` counts too.
  package func reach(stamps: [StampStyle] = []) -> Double {
    var widest = width
    for stamp in stamps { widest = max(widest, stamp.size(lineWidth: width).width) }
    if let stamp = style.stamp { widest = max(widest, stamp.size(lineWidth: width).width) }
    return max(width / 2 + style.casingWidth, widest / 2) + abs(style.offset)
  }

  /// `reach` of a line that is measured in metres, else 0.
  package func reachMeters(stamps: [StampStyle] = []) -> Double { style.unit == .meters && isVisible ? reach(stamps: stamps) : 0 }

  /// `reach` of a line that is measured in points, else 0.
  package func reachPoints(stamps: [StampStyle] = []) -> Double { style.unit == .points && isVisible ? reach(stamps: stamps) : 0 }
}

extension Stroke {
  /// Whether it is a colour of a width in points and nothing else, the pictures of spans apart.
  package var isPlain: Bool {
    style.unit == .points && style.dashes == nil && style.stamp == nil && style.offset == 0 && style.casingColor == nil
  }
}
