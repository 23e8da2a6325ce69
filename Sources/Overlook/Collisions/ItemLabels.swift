import OverlookCamera
import OverlookCanvas
import OverlookGeometry
import OverlookLayout
import OverlookSupport

/// The labels of the map's items, and how far each is shown.
@MainActor struct ItemLabels {
  private struct Key: Hashable {
    var item: ObjectIdentifier
    var id: Int
  }

  private struct Entry {
    var key: Key
    var item: Int
    var label: OverlayLabel
  }

  private struct State {
    /// Names it among obstacles; earlier labels have smaller ones.
    var number: UInt64
    /// The last frame that had it.
    var frame: Int
    var hasRoom = false
    var fade: Float = 0
  }

  /// Of this frame, in the order of drawing.
  private var entries: [Entry] = []
  /// What each of them takes of the view.
  private var rooms: [LabelObstacle] = []
  private var states: [Key: State] = [:]
  private var frame = 0
  private var lastNumber = Self.firstNumber
  /// Grows when labels come, go or move.
  private(set) var version = 0
  /// Whether labels are on their way in or out.
  private(set) var isFading = false

  /// Markers have smaller ones.
  private static let firstNumber: UInt64 = 1 << 63

  var isEmpty: Bool { entries.isEmpty }

  /// Asks the items, which are updated and in the order of drawing, for their labels.
  mutating func gather(_ items: [any OverlayItem], _ canvas: Canvas) {
    frame &+= 1
    entries.removeAll(keepingCapacity: true)
    var hasChanged = false
    for (index, item) in items.enumerated() {
      for label in item.labels {
        guard let rect = canvas.room(of: label) else { continue }
        let key = Key(item: ObjectIdentifier(item), id: label.id)
        guard let number = number(of: key) else { continue }
        let room = LabelObstacle(id: number, rect: rect, behavior: label.collisionBehavior, priority: label.priority)
        if entries.count == rooms.count { rooms.append(room) }
        hasChanged = hasChanged || rooms[entries.count] != room
        rooms[entries.count] = room
        entries.append(Entry(key: key, item: index, label: label))
      }
    }
    if states.count > entries.count || rooms.count > entries.count {
      let frame = frame
      states = states.filter { $0.value.frame == frame }
      rooms.removeLast(rooms.count - entries.count)
      hasChanged = true
    }
    if hasChanged { version += 1 }
  }

  /// Nil for a second label of one key in a frame.
  private mutating func number(of key: Key) -> UInt64? {
    if let known = states[key] {
      guard known.frame != frame else { return nil }
      states[key]?.frame = frame
      return known.number
    }
    lastNumber += 1
    states[key] = State(number: lastNumber, frame: frame)
    return lastNumber
  }

  /// Those in and near a view, for the placement of labels.
  func obstacles(_ view: ViewTransform) -> [LabelObstacle] {
    let margin = SymbolPlacement.marginPoints
    let seen = ScreenRect(
      x: -margin, y: -margin, width: view.size.width + 2 * margin, height: view.size.height + 2 * margin)
    return rooms.filter { $0.rect.intersects(seen) }
  }

  /// Takes over which labels have room.
  mutating func take(_ shown: Set<UInt64>) {
    for (index, room) in rooms.enumerated() { states[entries[index].key]?.hasRoom = shown.contains(room.id) }
  }

  /// Moves fades on by a part of the way from hidden to shown.
  mutating func stepFades(_ part: Double) {
    isFading = false
    for entry in entries {
      guard let state = states[entry.key] else { continue }
      // What is required waits for nobody.
      let isRequired = entry.label.collisionBehavior != .optionalAndHidesLowerPriority
      let goal: Float = state.hasRoom || isRequired ? 1 : 0
      guard state.fade != goal else { continue }
      let step = isRequired ? 1 : Float(part)
      let fade = goal > state.fade ? min(state.fade + step, goal) : max(state.fade - step, goal)
      states[entry.key]?.fade = fade
      isFading = isFading || fade != goal
    }
  }

  /// What is drawn of them.
  func write(into shown: inout [ShownItemLabel]) {
    shown.removeAll(keepingCapacity: true)
    for entry in entries {
      guard let fade = states[entry.key]?.fade, fade > 0 else { continue }
      shown.append(ShownItemLabel(item: entry.item, label: entry.label, opacity: fade))
    }
  }
}
