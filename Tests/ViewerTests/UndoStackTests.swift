import Testing

@testable import OverlookViewer

@MainActor @Suite struct UndoStackTests {
  private final class Box { var value = 0 }

  private func set(_ box: Box, to value: Int, on stack: UndoStack, key: String? = nil) {
    let old = box.value
    box.value = value
    stack.did("set", key: key, undo: { box.value = old }, redo: { box.value = value })
  }

  @Test func stepsComeBackInTheirOrderAndForwardAgain() {
    let (box, stack) = (Box(), UndoStack())
    for value in 1...3 { set(box, to: value, on: stack) }
    #expect(stack.undo() == "set")
    #expect(box.value == 2)
    stack.undo()
    #expect(box.value == 1)
    stack.redo()
    #expect(box.value == 2)
    // Something new: what was undone is gone.
    set(box, to: 9, on: stack)
    #expect(stack.redo() == nil)
    #expect(box.value == 9)
    for _ in 0..<3 { stack.undo() }
    #expect(box.value == 0)
    #expect(stack.undo() == nil)
  }

  @Test func aRowOfChangesOfOneKeyIsOneStep() {
    let (box, stack) = (Box(), UndoStack())
    set(box, to: 1, on: stack, key: "opacity")
    set(box, to: 2, on: stack, key: "opacity")
    set(box, to: 3, on: stack, key: "width")
    stack.undo()
    #expect(box.value == 2)
    stack.undo()
    #expect(box.value == 0)
    stack.redo()
    #expect(box.value == 2)
  }

  @Test func whatUndoingDoesIsNoStep() {
    let stack = UndoStack()
    var count = 0
    func change() {
      count += 1
      stack.did("change", undo: change, redo: change)
    }
    change()
    stack.undo()
    #expect(count == 2)
    #expect(stack.done.isEmpty)
    #expect(stack.undone.count == 1)
  }

  @Test func theOldestStepsAreForgotten() {
    let (box, stack) = (Box(), UndoStack())
    for value in 1...(UndoStack.limit + 5) { set(box, to: value, on: stack) }
    #expect(stack.done.count == UndoStack.limit)
    while stack.undo() != nil {}
    #expect(box.value == 5)
  }
}
