/// A slider that is dragged asks anew with each of its steps: what takes long begins when it rests.
enum SliderRest {
  /// False where the task was cancelled meanwhile, as the next step does.
  static func wait() async -> Bool {
    try? await Task.sleep(for: .milliseconds(60))
    return !Task.isCancelled
  }
}
