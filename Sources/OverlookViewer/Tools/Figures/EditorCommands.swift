import Overlook
import OverlookGeometry
import OverlookInput
import OverlookSupport

/// What keys do with a sketch that is edited; of measuring and drawing alike.
@MainActor enum EditorCommands {
  /// Commands named with `prefix`; `end` leaves the tool.
  static func commands(_ prefix: String, _ editor: SketchEditor, end: @escaping @MainActor () -> Void) -> [ViewerCommand] {
    func command(
      _ name: String, _ title: @escaping @MainActor () -> String, _ keys: [KeyChord], repeats: Bool = false,
      isEnabled: @escaping @MainActor () -> Bool = { true }, _ perform: @escaping @MainActor () -> Void
    ) -> ViewerCommand {
      ViewerCommand(
        name: "\(prefix).\(name)", section: .tools, title: title, keys: keys, repeats: repeats,
        isEnabled: { editor.isActive && isEnabled() }, perform: perform)
    }
    return [
      command("finish", { localized("Finish the figure") }, [KeyChord(key: .enter)], isEnabled: { editor.sketch.isGrowing }) {
        editor.finish()
      },
      command("escape", { localized("End the tool") }, [KeyChord(key: .escape)]) {
        if editor.sketch.isGrowing, editor.sketch.selected?.places.isEmpty == false { editor.finish() } else { end() }
      },
      command(
        "close", { localized("Close to an area") }, [KeyChord(key: .c)], isEnabled: { editor.sketch.isGrowing }
      ) { editor.edit(localized("Close figure")) { $0.close() } },
      command(
        "addMiddle", { localized("Add a point in the middle of the view") }, [KeyChord(key: .space), KeyChord(key: .insert)],
        isEnabled: {
          editor.sketch.isGrowing
        }
      ) { editor.addAim() },
      command(
        "removePoint", { localized("Remove the point") }, [KeyChord(key: .backspace), KeyChord(key: .delete)],
        isEnabled: { editor.sketch.vertex != nil || editor.sketch.isGrowing && editor.sketch.selected?.places.isEmpty == false }
      ) { editor.edit(localized("Remove point")) { $0.removeVertex() } },
      command(
        "continue", { localized("Continue the figure") }, [KeyChord(key: .e)],
        isEnabled: {
          !editor.sketch.isGrowing && editor.sketch.selected?.placeLimit == nil && editor.sketch.selected != nil
        }
      ) { editor.sketch.continueSelected() },
      command(
        "nextPoint", { localized("Next point") }, [KeyChord(key: .right, modifiers: .control)], repeats: true,
        isEnabled: {
          editor.sketch.selected != nil
        }
      ) { editor.sketch.selectVertex(by: 1) },
      command(
        "previousPoint", { localized("Previous point") }, [KeyChord(key: .left, modifiers: .control)], repeats: true,
        isEnabled: { editor.sketch.selected != nil }
      ) { editor.sketch.selectVertex(by: -1) },
    ] + moves(prefix, editor)
  }

  /// Moving the chosen place by points of the screen.
  private static func moves(_ prefix: String, _ editor: SketchEditor) -> [ViewerCommand] {
    let ways: [(String, @MainActor () -> String, Key, Double, Double)] = [
      ("moveLeft", { localized("Move the point left") }, .left, -4, 0),
      ("moveRight", { localized("Move the point right") }, .right, 4, 0),
      ("moveUp", { localized("Move the point up") }, .up, 0, -4), ("moveDown", { localized("Move the point down") }, .down, 0, 4),
    ]
    return ways.map { name, title, key, x, y in
      ViewerCommand(
        name: "\(prefix).\(name)", section: .tools, title: title, keys: [KeyChord(key: key, modifiers: [.control, .shift])],
        repeats: true, isEnabled: { editor.isActive && editor.sketch.vertex != nil },
        perform: { moveVertex(editor, x: x, y: y) })
    }
  }

  private static func moveVertex(_ editor: SketchEditor, x: Double, y: Double) {
    guard let map = editor.map, let vertex = editor.sketch.vertex, let place = editor.sketch.selected?.places[vertex] else {
      return
    }
    let seen = map.projection.point(for: place)
    guard let moved = map.groundCoordinate(at: ScreenPoint(x: seen.x + x, y: seen.y + y)) else { return }
    editor.edit(localized("Move point")) { $0.moveVertex(vertex, to: moved) }
  }
}
