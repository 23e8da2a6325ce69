/// Says where the traveller is: a receiver, a service of the desktop, a recorded track, or what an app makes. Used on the main thread.
@MainActor public protocol LocationProvider: AnyObject {
  /// Called on the main thread with each fix and each change of `status`; one listener at a time. Starts as nil.
  var onUpdate: (@MainActor (LocationUpdate) -> Void)? { get set }
  /// How it fares.
  var status: LocationStatus { get }
  /// The last fix since `start`; nil before the first.
  var lastFix: LocationFix? { get }
  /// Begins to look for fixes; nothing is connected to or opened before. Does nothing when it has begun.
  func start()
  /// Ends it: no update comes afterwards but the status `stopped`, at once. Does nothing when it has not begun.
  func stop()
}
