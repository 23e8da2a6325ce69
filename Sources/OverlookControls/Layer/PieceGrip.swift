import OverlookGeometry
import OverlookInput

/// Which piece of a control the pointer is on and which the left button holds, for controls that are made of several: a press and a
/// release on one piece are a click on it. Another grip than before is another picture.
struct PieceGrip<Piece: Equatable>: Equatable {
  /// What an input means.
  enum Outcome {
    /// It is nothing for the left button.
    case none
    /// Used, and nothing to do.
    case used
    /// The piece that is held was pressed or dragged to a point.
    case moved(Piece, to: ScreenPoint)
    case clicked(Piece)
  }

  private var held: Piece?
  private var hovered: Piece?

  /// How a piece is to look.
  func state(of piece: Piece) -> ControlState {
    if let held { return held == piece ? .pointed : [] }
    return hovered == piece ? .hovered : []
  }

  /// Takes an input; `piece` says what lies at a point.
  mutating func take(_ input: ControlInput, piece: (ScreenPoint) -> Piece?) -> Outcome {
    switch input {
    case .pointerMoved(let point):
      hovered = piece(point)
      return .none
    case .pointerLeft:
      hovered = nil
      return .none
    case .pressed(.left, let point, _, _):
      held = piece(point)
      return held.map { .moved($0, to: point) } ?? .used
    case .dragged(let point): return held.map { .moved($0, to: point) } ?? .used
    case .released(.left, let point, _):
      let began = held
      (held, hovered) = (nil, piece(point))
      guard let began, began == piece(point) else { return .used }
      return .clicked(began)
    case .cancelled:
      held = nil
      return .used
    default: return .none
    }
  }
}
