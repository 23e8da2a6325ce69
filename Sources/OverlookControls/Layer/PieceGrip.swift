import OverlookGeometry
import OverlookInput

/// Which piece of a control the left button holds, for controls that are made of several: a press and a release on one piece are a
/// click on it.
struct PieceGrip<Piece: Equatable> {
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

  /// Takes an input; `piece` says what lies at a point.
  mutating func take(_ input: ControlInput, piece: (ScreenPoint) -> Piece?) -> Outcome {
    switch input {
    case .pressed(.left, let point, _, _):
      held = piece(point)
      return held.map { .moved($0, to: point) } ?? .used
    case .dragged(let point): return held.map { .moved($0, to: point) } ?? .used
    case .released(.left, let point, _):
      let began = held
      held = nil
      guard let began, began == piece(point) else { return .used }
      return .clicked(began)
    case .cancelled:
      held = nil
      return .used
    default: return .none
    }
  }
}
