/// Gets fixes from somewhere, on a thread of its own, until it is told to stop.
package protocol LocationFeed: Sendable {
  /// Posts what it learns; returns when it has nothing more to tell, or soon after `sink.isStopped` is true. May block only in the calls
  /// of the sink that wait.
  func run(_ sink: LocationSink)
}
